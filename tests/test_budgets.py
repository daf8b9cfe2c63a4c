"""Size limits of a first visit: scripts and styles, as they are served and compressed."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.factories import a_game, a_lobby

MOST_BYTES = 100_000
MOST_FILES_OF_A_TABLE = 5
# Production adds some 150 bytes: the hashes in the names of fonts.
MOST_BYTES_OF_A_TABLE = 49_850
MOST_BYTES_OF_A_TABLE_LATER = 19_000
DRAWINGS = ("img/symbols.svg", "img/emblems.svg")
MOST_BYTES_OF_DRAWINGS = 20_000


def weights(page: str) -> dict[str, int]:
    """Return the compressed bytes of each script and style that a page asks for itself."""
    page = re.sub("<noscript>.*?</noscript>", "", page)
    pattern = r'<(?:script|link)[^>]+(?:src|href)="/static/([^"]+\.(?:js|css))"'
    return {name: weight(name) for name in re.findall(pattern, page)}


def weight(name: str) -> int:
    """Return the bytes that a browser gets of a static file."""
    path = finders.find(name)
    assert isinstance(path, str), name
    return len(brotli.compress(Path(path).read_bytes()))


@pytest.mark.django_db
def test_home_lobby_and_table_are_light(client: Client) -> None:
    game, users = a_game(people=7)
    lobby = a_lobby()
    client.force_login(users[0])
    for address in ("/", f"/lobbies/{lobby.code}/", f"/games/{game.code}/tv/"):
        found = weights(client.get(address).content.decode())
        assert len(found) > 3
        assert sum(found.values()) < MOST_BYTES, address


@pytest.mark.django_db
def test_the_table_is_light_and_in_few_files(client: Client) -> None:
    """It loads more style and more scripts than any other page."""
    game, users = a_game(people=7)
    client.force_login(users[0])

    found = weights(client.get(f"/games/{game.code}/").content.decode())

    # With the envelope, which the first visit alone opens.
    assert "bundles/deal.js" in found
    assert len(found) <= MOST_FILES_OF_A_TABLE
    assert sum(found.values()) < MOST_BYTES_OF_A_TABLE


@pytest.mark.django_db
def test_what_a_table_asks_for_later_is_light(client: Client) -> None:
    game, users = a_game(people=7)
    client.force_login(users[0])

    page = client.get(f"/games/{game.code}/").content.decode()

    later = re.findall(r'data-later-(?:style|script)="/static/([^"]+)"', page)
    assert later == ["bundles/table_later.css", "bundles/table_later.js"]
    assert sum(weight(name) for name in later) < MOST_BYTES_OF_A_TABLE_LATER


def test_drawings_are_light() -> None:
    assert sum(weight(name) for name in DRAWINGS) < MOST_BYTES_OF_DRAWINGS
