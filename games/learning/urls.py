"""HTTP routes of lessons and riddles, under /learn/."""

from django.urls import path

from games.learning import lesson_views, views

app_name = "learning"
urlpatterns = [
    path("", lesson_views.learn, name="learn"),
    path("lessons/<slug:slug>/", lesson_views.lesson, name="lesson"),
    path("riddles/", views.riddles, name="riddles"),
    path("riddles/<int:number>/", views.riddle, name="riddle"),
]
