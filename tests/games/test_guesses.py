"""Guessing codes: wrong ones count for each address, on every page that takes a code."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone
from pytest_django import Settings

from config.asgi import application
from games.models import Game, Lobby
from games.services.lobby import close_lobby
from games.urls import urlpatterns
from tests.factories import a_game, a_person
from tests.games.lobbies import a_table
from tests.games.visits import browser

MINE, OTHER = "2001:db8:1:1::1", "2001:db8:1:100::1"


@pytest.fixture(autouse=True)
def few_guesses(settings: Settings, db: None) -> Iterator[None]:
    """Three wrong codes an hour."""
    settings.ACCOUNT_RATE_LIMITS = {"wrong_code": "3/h/ip"}
    cache.clear()
    yield
    cache.clear()


def guess(client: Client, times: int, address: str = "192.0.2.1") -> None:
    """Ask for codes that do not exist."""
    for number in range(times):
        assert client.get(f"/lobbies/AAAAA{number}/", REMOTE_ADDR=address).status_code == 404


def addresses_with_a_code() -> list[URLPattern]:
    """Return every route that takes a code, which a stranger may guess."""
    return [
        each
        for each in urlpatterns
        if isinstance(each, URLPattern)
        and ("code>" in str(each.pattern) or each.name == "join_by_code")
    ]


@pytest.mark.parametrize("route", addresses_with_a_code(), ids=lambda route: str(route.name))
@pytest.mark.parametrize("method", ["get", "post"])
def test_address_with_too_many_guesses_gets_no_answers_on_any_page(
    route: URLPattern, method: str
) -> None:
    path = "/" + str(route.pattern)
    for part in ("str:code", "slug:code"):
        path = path.replace(f"<{part}>", "ABCDEF")
    for part in ("int:step", "int:round_", "int:seat"):
        path = path.replace(f"<{part}>", "1")
    guess(browser(), 4)
    assert getattr(browser(), method)(path, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert getattr(browser(), method)(path, REMOTE_ADDR="192.0.2.2").status_code != 429


def test_every_page_counts_its_wrong_codes() -> None:
    wrong = (
        "/lobbies/AAAAAA/", "/lobbies/AAAAAA/tv/", "/lobbies/AAAAAA/qr.svg", "/lobbies/AAAAAA/invitation/", "/games/aaaaaaaaaaaa/",
        "/games/aaaaaaaaaaaa/replay/", "/lobbies/find/?code=AAAAAA",
    )  # fmt: skip
    for path in wrong:
        cache.clear()
        client = browser()
        assert [client.get(path).status_code for _ in range(5)] == [404, 404, 404, 404, 429]
    cache.clear()
    assert [client.post("/lobbies/AAAAAA/join/").status_code for _ in range(5)][-1] == 429


def test_right_codes_are_no_guesses_however_many_ask() -> None:
    table = a_table()
    for _person in range(30):
        assert browser().get(f"/lobbies/{table.code}/").status_code == 200
        assert browser().get("/lobbies/find/", {"code": table.code}).status_code == 302
    guess(browser(), 4, address="127.0.0.1")
    # Right codes are not answered either.
    assert browser().get(f"/lobbies/{table.code}/").status_code == 429


def test_player_still_finds_the_table_after_wrong_guesses_of_neighbours() -> None:
    host = a_person()
    table = a_table(host)
    game, users = a_game(5)
    guess(browser(), 4, address="127.0.0.1")
    assert browser(host).get(f"/lobbies/{table.code}/").status_code == 200
    assert browser(users[0]).get(f"/games/{game.code}/").status_code == 200
    assert browser(a_person()).get(f"/games/{game.code}/").status_code == 429


def test_all_addresses_of_a_home_are_one() -> None:
    for number in range(4):
        guess(browser(), 1, address=f"2001:db8:1:{number}::{number + 1}")
    assert browser().get("/lobbies/AAAAAA/", REMOTE_ADDR=MINE).status_code == 429
    assert browser().get("/lobbies/AAAAAA/", REMOTE_ADDR=OTHER).status_code == 404


def test_ipv4_addresses_stay_apart_where_the_server_listens_on_ipv6() -> None:
    guess(browser(), 4, address="::ffff:192.0.2.1")
    assert browser().get("/lobbies/AAAAAA/", REMOTE_ADDR="192.0.2.1").status_code == 429
    assert browser().get("/lobbies/AAAAAA/", REMOTE_ADDR="::ffff:192.0.2.2").status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/lobbies/AAAAAA/", "/ws/games/aaaaaaaaaaaa/"])
async def test_sockets_are_no_way_around(path: str) -> None:
    codes = []
    for _guess in range(5):
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        socket = WebsocketCommunicator(application, path, headers=headers)
        socket.scope["client"] = ("192.0.2.1", 1)
        await socket.connect()
        codes.append((await socket.receive_output())["code"])
    assert codes == [4404, 4404, 4404, 4404, 4429]


def test_code_of_a_lobby_that_is_over_for_long_leads_nowhere() -> None:
    closed, running = a_table(), a_table()
    close_lobby(lobby_id=closed.pk)
    game, _users = a_game(5)
    started = game.lobby
    assert started is not None

    def status(lobby: Lobby) -> int:
        cache.clear()
        return browser().get(f"/lobbies/{lobby.code}/").status_code

    def age(days: int) -> None:
        long_ago = timezone.now() - timedelta(days=days)
        Lobby.objects.update(changed_at=long_ago)
        Game.objects.filter(finished_at__isnull=False).update(finished_at=long_ago)

    before = [status(each) for each in (closed, running, started)]
    assert 404 not in before
    age(days=8)
    # A game that goes on is not over.
    assert [status(each) for each in (closed, running, started)] == [404, *before[1:]]
    game.status, game.finished_at = Game.Status.FINISHED, timezone.now()
    game.save()
    assert status(started) == before[2]
    age(days=8)
    assert status(started) == 404
    assert status(running) == 200
