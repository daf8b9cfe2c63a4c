"""HTTP routes of riddles, under /learn/."""

from django.urls import path

from games.learning import views

app_name = "learning"
urlpatterns = [
    path("riddles/", views.riddles, name="riddles"),
    path("riddles/<int:number>/", views.riddle, name="riddle"),
]
