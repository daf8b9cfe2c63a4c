"""Visits for tests of views: a browser without scripts, and what its pages say."""

from typing import Any

from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User


def browser(user: User | None = None) -> Client:
    """The browser of this person, signed in, or of a visitor."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(client: Client, path: str, **headers: str) -> BeautifulSoup:
    """A page that is there."""
    return soup_of(client.get(path, headers=headers))


def soup_of(response: Any, status: int = 200) -> BeautifulSoup:
    """The page that was answered with."""
    assert response.status_code == status, response.status_code
    return BeautifulSoup(response.content, "html.parser")


def words(soup: Any) -> str:
    """What stands in a part of a page, with single spaces between."""
    return " ".join(soup.get_text(" ").split())


def words_in(soup: BeautifulSoup, css: str) -> str:
    """What stands in all parts that a selector finds."""
    return " ".join(each.get_text(" ", strip=True) for each in soup.select(css))


def player_path(user: User, name: str = "player") -> str:
    """Where a player's page, or another page about this player, is in English."""
    with translation.override("en"):
        return reverse(f"games:{name}", args=[user.username])
