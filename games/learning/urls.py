"""HTTP routes of lessons, riddles, the coach and what could be known, under /learn/."""

from django.urls import path

from games.learning import coach_view, could_know_view, lesson_views, views
from games.views.guesses import by_code

app_name = "learning"
urlpatterns = [
    path("", lesson_views.learn, name="learn"),
    path("lessons/<slug:slug>/", lesson_views.lesson, name="lesson"),
    path("riddles/", views.riddles, name="riddles"),
    path("riddles/<int:number>/", views.riddle, name="riddle"),
    by_code("coach/<slug:code>/", coach_view.coach, name="coach"),
    path("could-know/", could_know_view.could_know_import, name="could_know_import"),
    by_code("could-know/<slug:code>/", could_know_view.could_know, name="could_know"),
]
