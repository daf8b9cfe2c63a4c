"""HTTP routes of lobbies and games."""

from django.urls import path

from games.views import game

app_name = "games"
urlpatterns = [
    path("games/<slug:code>/", game.table, name="table"),
    path("games/<slug:code>/act/", game.act, name="act"),
    path("games/<slug:code>/return/", game.take_back, name="return"),
]
