"""A broken row is reported once, retried more and more rarely, and does not hold up other work."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Game, GameEvent, Lobby
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services import clock, lobby, lobby_start, rating_rebuild, turn_notices
from games.services.clock import run_due
from games.services.lobby_seats import close
from games.services.setbacks import LONGEST_PAUSE
from tests.factories import a_game, a_lobby

pytestmark = pytest.mark.django_db(transaction=True)

SWEEP = timedelta(seconds=0.25)


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    """Clear the failures of other tests' games with the same ids."""
    yield
    for module in (clock, lobby, lobby_start, turn_notices):
        module._broken.known.clear()
    rating_rebuild.setbacks.known.clear()


def a_broken_game() -> tuple[Game, object]:
    """A game of bots with an unreadable log, and its former payload."""
    game, _users = a_game(people=0, bots=5)
    first = GameEvent.objects.filter(game=game).earliest("seq")
    payload = first.payload
    GameEvent.objects.filter(pk=first.pk).update(payload={"kind": "nonsense"})
    # It was due before all others.
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(hours=1))
    forget_all()
    return game, payload


def sweeps(since: datetime, seconds: float) -> None:
    """Let the clock run for so long."""
    for number in range(int(seconds / SWEEP.total_seconds())):
        run_due(since + number * SWEEP)


def test_many_broken_games_do_not_keep_a_sound_one_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "GAMES_A_SWEEP", 10)
    for _number in range(10):
        a_broken_game()
    sound, _users = a_game(people=0, bots=5)
    before = load_table(sound.pk).version
    now = timezone.now() + timedelta(seconds=5)
    sweeps(now, 2)
    assert load_table(sound.pk).version > before


def test_broken_game_is_reported_once_and_played_once_it_is_mended(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    game, payload = a_broken_game()
    now = timezone.now() + timedelta(seconds=5)
    sweeps(now, 20)
    about = [each for each in caplog.records if each.name == "games.services.clock"]
    assert [each.getMessage() for each in about] == [f"Game {game.pk} could not be advanced"]
    assert about[0].exc_info
    first = GameEvent.objects.filter(game=game).earliest("seq")
    GameEvent.objects.filter(pk=first.pk).update(payload=payload)
    forget_all()
    assert run_due(now + timedelta(seconds=20) + LONGEST_PAUSE) > 0
    assert caplog.records[-1].getMessage() == (
        f"Game {game.pk} could not be advanced, but now it could"
    )


def test_broken_game_is_still_heard_of_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    game, _payload = a_broken_game()
    now = timezone.now() + timedelta(seconds=5)
    for quarter in range(4 * 6):
        run_due(now + quarter * timedelta(minutes=15))
    told = [each for each in caplog.records if each.name == "games.services.clock"]
    assert told[-1].getMessage() == f"Game {game.pk} could not be advanced, still"
    assert told[-1].exc_info is None
    assert 2 < len(told) < 8


def test_broken_lobby_does_not_keep_others_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, stale = a_lobby(), a_lobby()
    long_ago = timezone.now() - timedelta(days=1)
    Lobby.objects.update(changed_at=long_ago)

    def breaks(one: Lobby) -> None:
        if one.pk == broken.pk:
            raise ValueError("cannot be closed")
        close(one)

    monkeypatch.setattr("games.services.lobby.close", breaks)
    now = timezone.now()
    assert lobby.close_stale(now) == 1
    assert lobby.close_stale(now + SWEEP) == 0
    stale.refresh_from_db()
    assert stale.status == Lobby.Status.CLOSED
    assert [each.getMessage() for each in caplog.records] == [
        f"Lobby {broken.pk} could not be closed"
    ]
