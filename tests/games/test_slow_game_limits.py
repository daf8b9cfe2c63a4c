"""Limits for one person: slow games, tables, notes and marks."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from accounts.models import User
from config.settings import accounts
from games.models import Game, Lobby
from games.selectors.chat import notes_of
from games.services import lobby as lobbies
from games.services.game import leave_seat
from games.services.lobby_seats import add_bots
from games.services.lobby_start import start_lobby_game
from games.values.lobby import LobbySettings
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Pace
from tests.factories import a_game, a_person
from tests.games.lobbies import a_table, join, ready, registered
from tests.games.views.lobby_forms import SETTINGS, text, url
from tests.games.visits import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def limits(settings: Settings) -> Iterator[None]:
    """The limits of the public site, with no counts yet."""
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS
    yield
    cache.clear()


def play_slowly(person: User, games: int) -> list[Game]:
    """Start so many slow games, with bots."""
    started = []
    for _game in range(games):
        table = a_table(person, pace=Pace.DAYS, is_public=False)
        add_bots(lobby_id=table.pk, user=person, fill=True)
        started.append(start_lobby_game(lobby_id=table.pk, user=person))
    return started


@pytest.mark.parametrize(("is_guest", "most"), [(True, 3), (False, 12)])
def test_one_person_sits_in_so_many_slow_games_at_once(is_guest: bool, most: int) -> None:
    person = a_person() if is_guest else registered()
    games = play_slowly(person, most)
    with pytest.raises(GameError) as refused:
        a_table(person, pace=Pace.DAYS, is_public=False)
    assert refused.value.reason is ServiceReason.TOO_MANY_SLOW_GAMES
    # A stand-in keeps the seat, so leaving makes no room for more.
    leave_seat(game_id=games[0].pk, user_id=person.pk)
    with pytest.raises(GameError, match="too_many_slow_games"):
        join(a_table(pace=Pace.DAY), person)
    # Quick games do not count, and an ended one makes room.
    table = a_table(person)
    lobbies.close_lobby(lobby_id=table.pk)
    games[0].status = Game.Status.FINISHED
    games[0].save()
    a_table(person, pace=Pace.DAYS, is_public=False)


def test_table_does_not_become_slow_with_a_person_at_the_limit() -> None:
    person = a_person()
    play_slowly(person, 3)
    table = a_table()
    join(table, person)
    form = LobbySettings(name="Friday", pace=Pace.DAYS, is_public=False)
    with pytest.raises(GameError, match="too_many_slow_games"):
        lobbies.change_settings(lobby_id=table.pk, user=table.host, settings=form)
    # The start checks again, whatever has happened since they sat down.
    ready(table, [join(table) for _ in range(3)] + [person])
    Lobby.objects.filter(pk=table.pk).update(pace=Pace.DAYS.value)
    with pytest.raises(GameError, match="too_many_slow_games"):
        start_lobby_game(lobby_id=table.pk, user=table.host)


def test_refusal_is_told_in_words_in_the_readers_language() -> None:
    person = a_person()
    play_slowly(person, 3)
    table = a_table(pace=Pace.DAY)
    client = browser(person)
    page = client.post(url("lobby_join", table))
    assert page.status_code == 409
    assert "plays as many slow games already" in text(page)
    client.cookies["django_language"] = "nl"
    assert "zoveel langzame partijen" in text(client.post(url("lobby_join", table)))


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize(
    ("name", "fields"), [("notes", {"notes": "x"}), ("mark", {"seat": "1", "mark": "trust"})]
)
def test_notes_and_marks_have_a_pace_and_the_refusal_says_so(
    name: str, fields: dict[str, str]
) -> None:
    game, users = a_game(5)
    client, path = browser(users[0]), f"/games/{game.code}/{name}/"
    statuses = [client.post(path, fields).status_code for _ in range(101)]
    assert statuses == [302] * 100 + [429]
    refusal = client.post(path, {**fields, "notes": "lost?"}, headers={"HX-Request": "true"})
    assert "too much at once" in text(refusal)
    assert notes_of(game.pk, users[0].pk).text != "lost?"
    # Each person has limits of their own.
    assert browser(users[1]).post(path, fields).status_code == 302


@pytest.mark.usefixtures("limits")
def test_one_person_opens_so_many_tables_in_ten_minutes() -> None:
    person = a_person()
    client = browser(person)
    statuses = []
    for _table in range(7):
        statuses.append(client.post("/lobbies/new/", SETTINGS).status_code)
        for lobby in Lobby.objects.open():
            lobbies.close_lobby(lobby_id=lobby.pk)
    assert statuses == [302] * 6 + [429]
