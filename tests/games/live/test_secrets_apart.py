"""What a viewer gets beside the secrets is the same whatever these are: its length, which anybody on the way may see, tells nothing."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    Event,
    HandShown,
    PartyMembershipShown,
    PeekShown,
)
from games.engine.vocabulary import Party, Policy, Vote
from games.live.room import Room
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of

SECRETS = (BallotMarked, HandShown, PartyMembershipShown, PeekShown)
OTHER_VOTE = {Vote.JA: Vote.NEIN, Vote.NEIN: Vote.JA}
OTHER_POLICY = {Policy.LIBERAL: Policy.FASCIST, Policy.FASCIST: Policy.LIBERAL}
OTHER_PARTY = {Party.LIBERAL: Party.FASCIST, Party.FASCIST: Party.LIBERAL}


class Apart(Screen):
    """A connection that keeps the secrets apart from the rest, as compressed frames do."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.public: list[str] = []
        self.secret: list[str] = []

    async def send_html(self, html: str, secret: str = "") -> None:
        self.public.append(html)
        self.secret.append(secret)


def the_other_way(event: Event) -> Event:
    """Return this event with the opposite secret."""
    match event:
        case BallotMarked():
            return replace(event, vote=OTHER_VOTE[event.vote])
        case HandShown() | PeekShown():
            return replace(event, policies=tuple(OTHER_POLICY[each] for each in event.policies))
        case PartyMembershipShown():
            return replace(event, party=OTHER_PARTY[event.party])
        case _:
            return event


async def shown_after(log: Sequence[Event], events: Sequence[Event], seat: int) -> Apart:
    """Return what a seat gets when these events follow, and nothing of before."""
    room, screen = Room(1), Apart(seat)
    await room.update(table_of(log))
    await room.seat(screen)
    screen.public.clear()
    screen.secret.clear()
    await room.update(table_of([*log, *events]))
    return screen


@pytest.mark.parametrize(("seed", "players"), [(2, 5), (3, 7), (5, 10)])
def test_what_comes_beside_secrets(seed: int, players: int) -> None:
    first, *steps = a_random_game(seed, players)
    log = list(first)
    compared: Counter[str] = Counter()
    for step in steps:
        # The last ballot reveals them all: of what follows it only the hand is secret.
        is_revealing = any(isinstance(event, BallotsRevealed) for event in step)
        other = [
            event if is_revealing and isinstance(event, BallotMarked) else the_other_way(event)
            for event in step
        ]
        for place, event in enumerate(step):
            if isinstance(event, SECRETS) and event != other[place]:
                one, two = (
                    asyncio.run(shown_after(log, events, event.seat)) for events in (step, other)
                )
                assert one.public == two.public, event
                assert one.secret != two.secret, event
                compared[type(event).__name__] += 1
        log += step
    assert compared["BallotMarked"] > players
    assert compared["HandShown"] > 1
