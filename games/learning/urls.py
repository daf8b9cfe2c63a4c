"""HTTP routes of riddles and of the coach, under /learn/."""

from django.urls import path

from games.learning import coach_view, views
from games.views.guesses import by_code

app_name = "learning"
urlpatterns = [
    path("riddles/", views.riddles, name="riddles"),
    path("riddles/<int:number>/", views.riddle, name="riddle"),
    by_code("coach/<slug:code>/", coach_view.coach, name="coach"),
]
