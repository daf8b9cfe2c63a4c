"""Who comes back to a seat that a stand-in plays is told what it has decided meanwhile."""

from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import legal_actions
from games.engine.actions import CastBallot
from games.engine.events import ChancellorNominated
from games.engine.vocabulary import Vote
from games.models import Game
from games.selectors.game import load_table
from games.services.game import act, set_stand_in, take_seat_back
from games.values.actor import Actor
from tests.factories import a_game, play
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db

TOLD = ".decided-for-me"


def plays_for(game: Game, seat: int, actor: Actor) -> None:
    """The first thing that the rules allow this seat."""
    table = load_table(game.pk)
    action = legal_actions(table.state, seat)[0]
    assert act(table=table, action=action, actor=actor, now=timezone.now())


@pytest.fixture
def away() -> tuple[Game, list[User], int]:
    """A game whose first candidate is away; a stand-in has nominated and voted."""
    game, users = a_game(7, seed=4)
    seat = load_table(game.pk).undecided()[0]
    set_stand_in(game_id=game.pk, seat=seat, has_stand_in=True)
    for _decision in ("nominates", "votes"):
        plays_for(game, seat, Actor.STAND_IN)
    return game, users, seat


def test_person_reads_what_the_stand_in_decided(away: tuple[Game, list[User], int]) -> None:
    game, users, seat = away
    nominated = next(e for e in load_table(game.pk).log if isinstance(e, ChancellorNominated))
    names = [occupant.shown_name for occupant in load_table(game.pk).occupants]

    told = page(browser(users[seat]), f"/games/{game.code}/").select_one(TOLD)

    assert told is not None
    lines = [words(line) for line in told.select("li")]
    assert len(lines) == 2
    assert all(line.startswith("Round 1 ") for line in lines)
    assert names[nominated.chancellor] in lines[0]
    assert lines[1] in {"Round 1 Your ballot: Ja!", "Round 1 Your ballot: Nein!"}


def test_nobody_else_reads_it(away: tuple[Game, list[User], int]) -> None:
    game, users, seat = away
    others = [browser(user) for place, user in enumerate(users) if place != seat]
    for client in (*others, browser()):
        assert not page(client, f"/games/{game.code}/").select(TOLD)


def test_person_who_is_back_is_not_told(away: tuple[Game, list[User], int]) -> None:
    game, users, seat = away
    take_seat_back(game_id=game.pk, user_id=users[seat].pk)
    assert not page(browser(users[seat]), f"/games/{game.code}/").select(TOLD)


def test_only_what_came_after_the_own_last_act_is_told(
    away: tuple[Game, list[User], int],
) -> None:
    game, users, seat = away
    play(game, CastBallot(seat=seat, vote=Vote.JA))
    set_stand_in(game_id=game.pk, seat=seat, has_stand_in=True)
    assert not page(browser(users[seat]), f"/games/{game.code}/").select(TOLD)


def test_a_discard_stays_secret_from_who_looks_over_a_shoulder() -> None:
    game, users = a_game(7, seed=4)
    seat = load_table(game.pk).undecided()[0]
    rng = Random(1)
    set_stand_in(game_id=game.pk, seat=seat, has_stand_in=True)
    plays_for(game, seat, Actor.STAND_IN)
    for other in range(7):
        table = load_table(game.pk)
        vote = CastBallot(seat=other, vote=Vote.JA)
        actor = Actor.STAND_IN if other == seat else Actor.PERSON
        assert act(table=table, action=vote, actor=actor, now=timezone.now())
    table = load_table(game.pk)
    discard = rng.choice(legal_actions(table.state, seat))
    assert act(table=table, action=discard, actor=Actor.STAND_IN, now=timezone.now())

    told = page(browser(users[seat]), f"/games/{game.code}/").select_one(TOLD)

    assert told is not None
    assert len(told.select("li")) == 2
    assert not {"Liberal", "Fascist"} & set(words(told).replace(".", "").split())
