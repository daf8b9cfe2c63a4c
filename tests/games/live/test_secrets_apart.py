"""A frame beside a viewer's secrets is the same whatever they are: its length, which anybody on the way may see, tells nothing."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.events import BallotMarked, Event
from games.engine.vocabulary import Vote
from games.live.room import Room
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of


class Apart(Screen):
    """A connection that keeps the secrets apart from the rest, as compressed frames do."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.public: list[str] = []
        self.secret: list[str] = []

    async def send_html(self, html: str, secret: str = "") -> None:
        self.public.append(html)
        self.secret.append(secret)


def with_vote(events: Sequence[Event], vote: Vote) -> tuple[Event, ...]:
    return tuple(
        replace(event, vote=vote) if isinstance(event, BallotMarked) else event for event in events
    )


async def shown_after(log: Sequence[Event], events: Sequence[Event], seat: int) -> Apart:
    """Return what a seat gets when these events follow, and nothing of before."""
    room, screen = Room(1), Apart(seat)
    await room.update(table_of(log))
    await room.seat(screen)
    screen.public.clear()
    screen.secret.clear()
    await room.update(table_of([*log, *events]))
    return screen


@pytest.mark.parametrize("players", [5, 10])
def test_own_ballot(players: int) -> None:
    first, *steps = a_random_game(2, players)
    log = list(first)
    compared = 0
    for step in steps[: 4 * players]:
        ballot = step[0]
        # The last ballot reveals them all.
        if isinstance(ballot, BallotMarked) and len(step) == len(("marked", "cast")):
            ja, nein = (
                asyncio.run(shown_after(log, with_vote(step, vote), ballot.seat)) for vote in Vote
            )
            assert ja.public == nein.public
            assert "Ja!" in str(ja.secret)
            assert ja.secret != nein.secret
            compared += 1
        log += step
    assert compared > players
