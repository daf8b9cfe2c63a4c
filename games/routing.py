"""Websocket routes."""

from django.urls import URLPattern, path

from games.consumers.game import GameConsumer
from games.consumers.lobby import FriendsConsumer, HomeConsumer, LobbyConsumer
from games.consumers.person import PersonConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/home/", HomeConsumer.as_asgi()),
    path("ws/friends/", FriendsConsumer.as_asgi()),
    path("ws/lobbies/<slug:code>/", LobbyConsumer.as_asgi()),
    path("ws/me/", PersonConsumer.as_asgi()),
    path("ws/games/<slug:code>/", GameConsumer.as_asgi()),
]
