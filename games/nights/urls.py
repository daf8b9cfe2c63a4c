"""HTTP routes of game nights, under /nights/."""

from django.urls import path

from games.nights import acting_views, views

app_name = "nights"
urlpatterns = [
    path("", views.nights, name="nights"),
    path("new/", acting_views.new, name="new"),
    path("calendar.ics", views.calendar, name="calendar"),
    path("<slug:night>.ics", views.night_ics, name="night_ics"),
    path("<slug:night>/", views.night_page, name="night"),
    path("<slug:night>/live/", views.live, name="live"),
    path("<slug:night>/tv/", views.night_tv, name="night_tv"),
    path("<slug:night>/join/", acting_views.join, name="join"),
    path("<slug:night>/leave/", acting_views.leave, name="leave"),
    path("<slug:night>/ready/", acting_views.ready, name="ready"),
    path("<slug:night>/change/", acting_views.change, name="change"),
    path("<slug:night>/manage/", acting_views.manage, name="manage"),
]
