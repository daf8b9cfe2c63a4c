"""Finished games on other sites: a page that may be framed, oEmbed, and feeds."""

import json
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from accounts.models import Preferences
from games.models import Game
from tests.factories import a_game, play_at_random
from tests.games.clubs.people import a_club
from tests.games.lobbies import registered
from tests.games.visits import browser, soup_of

pytestmark = pytest.mark.django_db


def a_finished_game(**fields: Any) -> Game:
    game, _users = a_game(5, **fields)
    play_at_random(game, Random(5))
    return game


def test_finished_game_may_be_framed_and_no_other_page() -> None:
    game = a_finished_game()
    answer = Client().get(f"/games/{game.code}/embed/")
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    soup = soup_of(answer)
    assert [link["href"] for link in soup.select("a")] == [f"/games/{game.code}/replay/"] * 2
    assert not soup.select("form, script")
    for other in (f"/games/{game.code}/replay/", "/"):
        headers = Client().get(other).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_running_or_locked_game_is_not_embedded_even_for_its_people() -> None:
    running, users = a_game(5)
    locked = a_finished_game(password="x")
    owner = locked.seats.get(number=0).user
    for game, person in ((running, users[0]), (locked, owner)):
        path = f"/games/{game.code}/embed/"
        assert browser(person).get(path).status_code == 404
        found = Client().get("/oembed/", {"url": f"http://testserver/games/{game.code}/replay/"})
        assert found.status_code == 404


def test_address_of_a_replay_is_told_as_oembed() -> None:
    game = a_finished_game()
    url = f"http://testserver/games/{game.code}/replay/"
    told = json.loads(Client().get("/oembed/", {"url": url, "maxwidth": "300"}).content)
    assert (told["type"], told["version"], told["width"]) == ("rich", "1.0", 300)
    assert f'src="http://testserver/games/{game.code}/embed/"' in told["html"]
    unbounded = Client().get("/oembed/", {"url": url, "maxwidth": "0"})
    assert json.loads(unbounded.content)["width"] == 600
    page = soup_of(Client().get(f"/games/{game.code}/replay/"))
    link = page.select_one('link[type="application/json+oembed"]')
    assert link is not None
    assert json.loads(Client().get(str(link["href"])).content)["title"] == game.name
    for wrong in (
        "https://example.org/games/x/replay/",
        url.replace("http:", "javascript:"),
        "http://testserver/rules/",
        "nonsense",
        "http://[",
    ):
        assert Client().get("/oembed/", {"url": wrong}).status_code == 404
    assert Client().get("/oembed/", {"url": url, "format": "xml"}).status_code == 501


def titles(path: str) -> list[str]:
    answer = Client().get(path)
    assert answer.headers["Content-Type"] == "application/atom+xml"
    name = "{http://www.w3.org/2005/Atom}"
    return [
        each.findtext(f"{name}title") or ""
        for each in ET.fromstring(answer.content).iter(f"{name}entry")
    ]


def test_feed_of_a_player_has_public_games_of_who_shows_them() -> None:
    game = a_finished_game()
    person = game.seats.get(number=0).user
    assert person is not None
    path = f"/players/{person.username}/games.atom"
    assert titles(path) == [game.name]
    Game.objects.update(is_public=False)
    assert titles(path) == []
    Preferences.objects.filter(user=person).update(shows_games=False)
    assert Client().get(path).status_code == 404


def test_feed_of_a_club_is_there() -> None:
    assert titles(f"/clubs/{a_club(registered()).slug}/games.atom") == []
    assert Client().get("/clubs/none/games.atom").status_code == 404
