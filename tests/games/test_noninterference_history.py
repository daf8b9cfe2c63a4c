"""Looking back depends on nothing that a viewer may not know.

As in test_noninterference: a game, and the same game dealt anew in everything that a viewer may
not know, must give this viewer the same bytes for every past round and every player's record.
"""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine.events import Event
from games.engine.state import fold
from games.models import Game
from tests.factories import a_game
from tests.games.test_noninterference import TOKENS, flat, stage, steps_of
from tests.redeal import redeal


def pages_of_the_past(game: Game, user: User | None, rounds: int, seats: int) -> list[bytes]:
    client = Client()
    if user is not None:
        client.force_login(user)
    paths = [f"rounds/{number}" for number in range(1, rounds)]
    paths += [f"seats/{seat}" for seat in range(seats)]
    pages = []
    for path in paths:
        response = client.get(f"/games/{game.code}/{path}/", headers={"HX-Request": "true"})
        assert response.status_code == 200
        pages.append(TOKENS.sub(rb"\1", response.content))
    return pages


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", [4, pytest.param(9, marks=pytest.mark.long)])
def test_past_does_not_depend_on_what_the_viewer_may_not_know(seed: int) -> None:
    rng = Random(seed)
    log: list[Event] = flat(steps_of(seed))
    state = fold(log)
    assert state.round > 4
    players = state.ruleset.players
    game, users = a_game(people=players)
    differed = 0
    seats: list[int | None] = [None, *range(players)]
    for seat in seats:
        user = None if seat is None else users[seat]
        other = redeal(log, seat, rng)
        differed += other != tuple(log)
        stage(game, log)
        seen = pages_of_the_past(game, user, state.round, players)
        stage(game, other)
        assert seen == pages_of_the_past(game, user, state.round, players), f"viewer {seat}"
    assert differed > players // 2


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
def test_comparison_can_fail() -> None:
    """The same comparison shows a difference as soon as the viewer knew of it."""
    log = flat(steps_of(4))
    state = fold(log)
    game, users = a_game(people=state.ruleset.players)
    other = redeal(log, None, Random(2))
    shown = []
    for world in (log, other):
        stage(game, world)
        shown.append([pages_of_the_past(game, user, state.round, 0) for user in users])
    assert shown[0] != shown[1]
