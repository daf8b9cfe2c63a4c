"""HTTP routes of lessons, riddles and the coach, under /learn/."""

from django.urls import path

from games.learning import coach_view, lesson_views, views
from games.views.guesses import by_code

app_name = "learning"
urlpatterns = [
    path("", lesson_views.learn, name="learn"),
    path("lessons/<slug:slug>/", lesson_views.lesson, name="lesson"),
    path("riddles/", views.riddles, name="riddles"),
    path("riddles/<int:number>/", views.riddle, name="riddle"),
    by_code("coach/<slug:code>/", coach_view.coach, name="coach"),
]
