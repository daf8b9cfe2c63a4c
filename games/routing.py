"""Websocket routes."""

from django.urls import URLPattern, path

from games.consumers.game import GameConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/games/<slug:code>/", GameConsumer.as_asgi()),
]
