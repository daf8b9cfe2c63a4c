"""Talk and play at a private table stay with the people who sat there.

Every address that takes a game or a lobby is requested by every kind of reader, at every stage of
a game: people who had no seat get exactly the answer for a table that does not exist.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import urls
from games.models import Game, Lobby
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.chat import say
from games.services.result import record_result
from tests.games import talk
from tests.games.lobbies import registered
from tests.games.visits import browser, player_path
from tests.sockets import tab

STAGES = ("running", "ended", "abandoned")
SAID = "what nobody else may read"
TABLE_NAME = "Behind closed doors"
NO_GAME, NO_LOBBY = "zzzzzzzzzzzz", "ZZZZZZ"
NO_PAGE = f"/games/{NO_GAME}/"
TOKENS = re.compile(rb'\b[A-Za-z0-9]{64}\b|nonce="[^"]+"')
ARGUMENTS = {"step": 0, "round_": 1, "seat": 0}


class Route(NamedTuple):
    """An address of a game or of a lobby."""

    name: str
    more: tuple[int, ...]

    def of(self, code: str) -> str:
        return reverse(f"games:{self.name}", args=[code, *self.more])


def routes(prefix: str) -> Iterator[Route]:
    for route in urls.urlpatterns:
        arguments = re.findall(r"<\w+:(\w+)>", str(route.pattern))
        if str(route.pattern).startswith(prefix) and arguments[:1] == ["code"]:
            assert route.name
            yield Route(route.name, tuple(ARGUMENTS[each] for each in arguments[1:]))


GAME_ROUTES = tuple(routes("games/"))
LOBBY_ROUTES = (*routes("lobbies/"), *routes("j/"))


def a_table(stage: str, **kind: Any) -> tuple[Game, list[User]]:
    """A table with talk, at this stage of its game."""
    moment = talk.over if stage == "ended" else talk.after_a_session
    game, users, _state = talk.at(moment, **kind)
    say(game_id=game.pk, user_id=users[0].pk, text=SAID)
    Game.objects.filter(pk=game.pk).update(name=TABLE_NAME)
    Lobby.objects.filter(game=game).update(name=TABLE_NAME)
    if stage == "ended":
        Game.objects.filter(pk=game.pk).update(
            status="finished",
            finished_at=timezone.now(),
            victory="liberal_policies",
            winner="liberal",
        )
        forget_all()
        with transaction.atomic():
            record_result(load_table(game.pk), timezone.now())
    elif stage == "abandoned":
        Game.objects.filter(pk=game.pk).update(status="abandoned", finished_at=timezone.now())
    forget_all()
    game.refresh_from_db()
    return game, users


def answer(client: Client, method: str, path: str, code: str) -> tuple[object, ...]:
    """Return everything an answer reveals, without the code itself; and the number of queries."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        response = getattr(client, method)(path)
    body = TOKENS.sub(b"", response.content).replace(code.encode(), b"CODE")
    where = response.get("Location", "").replace(code, "CODE")
    return response.status_code, where, body, len(asked)


def strangers() -> list[tuple[str, User | None]]:
    return [("visitor", None), ("guest", talk.a_spectator()), ("member", registered())]


@pytest.mark.django_db
def test_every_route_of_games_and_lobbies_is_among_those_asked() -> None:
    names = {route.name for route in (*GAME_ROUTES, *LOBBY_ROUTES)}
    assert {"table", "talk", "replay_card", "record", "rematch", "lobby_tv", "short_link"} <= names
    with_code = [each for each in urls.urlpatterns if "code" in str(each.pattern)]
    assert len(with_code) == len(GAME_ROUTES) + len(LOBBY_ROUTES)


@pytest.mark.django_db
def test_a_table_behind_a_password_does_not_exist_for_strangers() -> None:
    tables = {
        (stage, is_public): a_table(stage, password="hashed", is_public=is_public)
        for stage in STAGES
        for is_public in (True, False)
    }
    for game, users in tables.values():
        talk_page = browser(users[0]).get(reverse("games:talk", args=[game.code]))
        assert SAID in talk_page.content.decode()
    asked = {NO_GAME: GAME_ROUTES, NO_LOBBY: LOBBY_ROUTES}
    different = []
    for who, person in strangers():
        client = browser(person)
        client.get(NO_PAGE)  # A first visit differs, as the session is new then.
        nothing = {
            (method, route): answer(client, method, route.of(unknown), unknown)
            for unknown, all_routes in asked.items()
            for route in all_routes
            for method in ("get", "post")
        }
        by_code = reverse("games:join_by_code")
        assert client.get(by_code, {"code": NO_LOBBY}).status_code == 404
        for kind, (game, _users) in tables.items():
            assert game.lobby is not None
            for method, route in nothing:
                code = game.code if route in GAME_ROUTES else game.lobby.code
                found = answer(client, method, route.of(code), code)
                if found != nothing[method, route]:
                    different.append((*kind, who, method, route.name, found[0]))
            assert client.get(by_code, {"code": game.lobby.code}).status_code == 404
    assert different == []


@pytest.mark.django_db
@pytest.mark.parametrize("stage", STAGES)
def test_player_of_a_locked_table_still_finds_it(stage: str) -> None:
    game, users = a_table(stage, password="hashed")
    assert game.lobby is not None
    shown = {"table", "talk", "tv", "look_back", "player_record"}
    if stage == "ended":
        shown |= {"replay", "replay_step", "replay_card", "record"}
    for user in (users[0], users[-1]):
        client = browser(user)
        for route in GAME_ROUTES:
            if route.name in shown:
                assert client.get(route.of(game.code)).status_code == 200, route
        for name, target in (("lobby", "table"), ("lobby_tv", "tv")):
            response = client.get(reverse(f"games:{name}", args=[game.lobby.code]))
            assert response["Location"] == reverse(f"games:{target}", args=[game.code])


@pytest.mark.django_db
@pytest.mark.parametrize("stage", STAGES)
def test_the_code_of_a_table_by_link_leads_strangers_there_only_while_it_runs(stage: str) -> None:
    game, users = a_table(stage, is_public=False)
    assert game.lobby is not None
    for _who, person in strangers():
        client = browser(person)
        told = [
            route.name
            for route in LOBBY_ROUTES
            for response in [client.get(route.of(game.lobby.code))]
            if game.code in f"{response.get('Location', '')}{response.content.decode()}"
        ]
        assert told == (["lobby", "lobby_tv"] if stage == "running" else [])
        # A visitor with the address of the game itself may look.
        assert client.get(reverse("games:table", args=[game.code])).status_code == 200
    seated = browser(users[1]).get(reverse("games:lobby", args=[game.lobby.code]))
    assert seated["Location"] == reverse("games:table", args=[game.code])


@pytest.mark.django_db
@pytest.mark.parametrize("stage", STAGES)
def test_a_public_table_stays_open_to_all(stage: str) -> None:
    game, _users = a_table(stage)
    assert game.lobby is not None
    for _who, person in strangers():
        client = browser(person)
        assert client.get(reverse("games:table", args=[game.code])).status_code == 200
        way = client.get(reverse("games:lobby_tv", args=[game.lobby.code]))
        assert way["Location"] == reverse("games:tv", args=[game.code])


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [{"password": "hashed"}, {"is_public": False}])
def test_no_other_page_and_no_dump_leads_to_a_private_game(
    kind: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    game, users = a_table("ended", **kind)
    paths = ["/", "/sitemap.xml", "/leaderboard/", "/seasons/", "/community/", "/calibration/"]
    for user in users:
        paths += [player_path(user), player_path(user, "player_games")]
    listed = browser(users[0]).get(player_path(users[0], "player_games")).content.decode()
    assert game.code in listed
    for _who, person in strangers():
        client = browser(person)
        for path in paths:
            page = client.get(path).content.decode()
            for secret in (game.code, TABLE_NAME, SAID):
                assert secret not in page, path
    rows = browser().get(player_path(users[0], "player_games")).content.decode()
    # It counts, and says nothing else.
    assert rows.count("Private table") == 1
    call_command("dump_games")
    assert capsys.readouterr().out == ""


@pytest.mark.django_db
def test_a_private_game_stays_private_without_its_lobby() -> None:
    game, users = a_table("ended", password="hashed")
    assert game.lobby is not None
    game.lobby.seats.all().delete()
    game.lobby.delete()
    path = reverse("games:talk", args=[game.code])
    assert browser(users[0]).get(path).status_code == 200
    assert browser().get(path).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.parametrize("stage", STAGES)
async def test_sockets_of_locked_tables_are_closed_as_if_there_was_none(stage: str) -> None:
    run = database_sync_to_async
    game, users = await run(a_table)(stage, password="hashed")
    lobby = await run(lambda: game.lobby)()
    assert lobby is not None
    for person in (None, await run(registered)()):
        for path in (f"games/{game.code}", f"games/{NO_GAME}", f"lobbies/{lobby.code}"):
            for view in ("", "?view=tv"):
                async with tab(f"/ws/{path}/{view}", person) as one:
                    closed = await one.receive_output(3)
                assert closed == {"type": "websocket.close", "code": 4404} | (
                    {"reason": closed["reason"]} if "reason" in closed else {}
                )
    async with tab(f"/ws/games/{game.code}/", users[0]) as own:
        assert "decision" in await own.html()
