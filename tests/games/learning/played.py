"""Finished public games of people with their claims, as riddles come from: played by the simulation, then stored."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random

from django.utils import timezone

from accounts.models import Preferences, User
from games.engine.events import Event
from games.engine.vocabulary import Channel, Edition
from games.models import ChatMessage, Claim, Game, GameResult
from games.services.simulated_play import Playthrough, SimulatedPlayer, play
from tests.factories import a_person
from tests.games.recordings import store_game

WITH_A_RIDDLE = 24
"""A seed whose game of seven has one."""


@cache
def simulated(seed: int, size: int = 7) -> Playthrough:
    sitters = [SimulatedPlayer(skill=0.9) for _seat in range(size)]
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    return play(edition=Edition.RETAIL, sitters=sitters, begins=begins, rng=Random(seed))[0]


def willing(name: str = "", **fields: bool) -> User:
    """A member who agrees that riddles are made of their games."""
    person = a_person(name, **{"is_guest": False} | fields)
    Preferences.objects.filter(user=person).update(gives_riddles=True)
    return person


def a_game_of(people: Sequence[User], seed: int = WITH_A_RIDDLE, **facts: bool) -> Game:
    """A finished public game of seven in which these people sat; bots have the other seats."""
    played = simulated(seed)
    game = store_game(tuple[Event, ...](played.log), tuple(people), **{"is_public": True} | facts)
    for number, said in enumerate(played.claims, start=1):
        message = ChatMessage.objects.create(
            game=game,
            number=number,
            channel=Channel.TABLE,
            user=people[said.act.seat] if said.act.seat < len(people) else None,
            seat=said.act.seat,
            round=said.act.round,
            version=said.version,
            text="Trust me, said Wenceslas",
            created_at=timezone.now(),
        )
        Claim.objects.create(
            message=message,
            round=said.act.round,
            kind=said.act.kind,
            content=said.content,
            target=said.act.target,
        )
    GameResult.objects.create(
        game=game, kind="casual", edition=game.edition, size=7, winner=game.winner,
        victory=game.victory, ended_at=timezone.now(), seconds=60, rounds=game.round,
    )  # fmt: skip
    return game
