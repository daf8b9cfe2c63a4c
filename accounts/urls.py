"""Routes of our own account pages; allauth has those for sign-up, login and passwords."""

from django.urls import path

from accounts import notice_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("guest/", views.guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("emblem/", views.emblem, name="emblem"),
    path("about/", views.about, name="about"),
    path("preferences/", views.preferences, name="preferences"),
    path("mails/stop/<str:token>/", views.stop_mails, name="stop_mails"),
    path("notices/", notice_views.notices, name="notices"),
    path("notices/settings/", notice_views.settings, name="notice_settings"),
    path("notices/devices/", notice_views.push_device, name="push_device"),
    path("notices/devices/renew/", notice_views.renew_push_device, name="renew_push_device"),
    path("notices/<int:number>/", notice_views.notice, name="notice"),
    path("sessions/", views.sessions, name="sessions"),
    path("moderators/", views.sanctions, name="sanctions"),
    path("data/", views.data, name="data"),
    path("close/", views.close, name="close"),
    path("stay/", views.stay, name="stay"),
]
