"""Size limits of a first visit: scripts and styles, compressed."""

import gzip
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.factories import a_game, a_lobby

MOST_BYTES = 150_000


def weight(page: str) -> tuple[int, int]:
    """Return the compressed bytes of all scripts and styles of a page, and their number."""
    files = re.findall(r'<(?:script|link)[^>]+(?:src|href)="/static/([^"]+\.(?:js|css))"', page)
    sizes = []
    for name in files:
        path = finders.find(name)
        assert isinstance(path, str), name
        with open(path, "rb") as file:  # noqa: PTH123
            sizes.append(len(gzip.compress(file.read())))
    return sum(sizes), len(sizes)


@pytest.mark.django_db
def test_home_lobby_and_table_are_light(client: Client) -> None:
    game, users = a_game(people=7)
    lobby = a_lobby()
    client.force_login(users[0])
    for address in (
        "/",
        f"/lobbies/{lobby.code}/",
        f"/games/{game.code}/",
        f"/games/{game.code}/tv/",
    ):
        page = client.get(address).content.decode()
        size, count = weight(page)
        assert count > 3
        assert size < MOST_BYTES, address
