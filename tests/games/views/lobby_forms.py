"""Helpers for the forms of lobbies: addresses, input, answers."""

from html import unescape
from typing import Any

from django.urls import reverse

from games.models import Lobby

SETTINGS = {
    "name": "Friday",
    "listing": "public",
    "fewest_players": "5",
    "most_players": "7",
    "pace": "relaxed",
    "edition": "retail",
    "bots_allowed": "on",
}


def url(name: str, lobby: Lobby) -> str:
    return reverse(f"games:{name}", args=[lobby.code])


def text(response: Any) -> str:
    return unescape(response.content.decode())
