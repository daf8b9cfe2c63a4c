"""Tables at a moment that matters to talk: found among random games, staged in the database."""

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.events import Event
from games.engine.state import GameState
from games.engine.vocabulary import Phase
from games.models import Game
from games.selectors.game import load_table
from tests.factories import a_game, a_person
from tests.games.engine.players import play
from tests.games.test_noninterference import stage

Moment = Callable[[GameState], bool]


@cache
def log_at(moment: Moment, players: int = 7) -> tuple[Event, ...]:
    """The log of a random game up to a moment like this."""
    for seed in range(2000):
        found = _Found(moment)
        log = play(seed, players=players, watch=found)
        if found.version:
            return tuple(log[: found.version])
    raise AssertionError("no such moment")


class _Found:
    """Watches a game for a moment."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.version = 0

    def __call__(
        self, _before: object, _action: object, _events: object, after: GameState
    ) -> None:
        if not self.version and self.moment(after):
            self.version = after.version


def at(moment: Moment, **lobby_fields: Any) -> tuple[Game, list[User], GameState]:
    """A running game of seven people at a moment like this."""
    game, users = a_game(people=7, **lobby_fields)
    stage(game, log_at(moment))
    return game, users, load_table(game.pk).state


def a_spectator() -> User:
    """A person who joined the site before these games began."""
    return a_person(date_joined=timezone.now() - timedelta(days=1))


def discarding(state: GameState) -> bool:
    return state.phase is Phase.PRESIDENT_DISCARD


def enacting(state: GameState) -> bool:
    return state.phase is Phase.CHANCELLOR_ENACT


def vetoing(state: GameState) -> bool:
    return state.phase is Phase.VETO_ANSWER


def somebody_dead(state: GameState) -> bool:
    return not all(state.alive) and state.phase is Phase.NOMINATE


def over(state: GameState) -> bool:
    return state.phase is Phase.GAME_OVER and not all(state.alive)


def after_a_session(state: GameState) -> bool:
    """A policy was enacted in the first round, and the next nomination is due."""
    return (
        state.phase is Phase.NOMINATE
        and state.round == 2
        and state.past_rounds[0].enacted is not None
    )


def after_an_investigation(state: GameState) -> bool:
    return bool(state.investigated) and state.phase is Phase.NOMINATE
