"""Finished games for statistics: random play with stand-ins, leavers, claims, and a clock.

Each action is kept with its events, its decider and its time, so that a reference implementation
can compute the same numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from games.engine.actions import Action
from games.engine.events import Event
from games.engine.state import GameState
from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT, claimable_acts
from games.engine.vocabulary import Role
from games.statistics import FinishedGame, LoggedEvent, SeatFacts
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind
from tests.games.engine.players import play

START = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(slots=True)
class Decision:
    """One action as it was taken."""

    before: GameState
    action: Action
    by_person: bool
    at: datetime


@dataclass(slots=True)
class Played:
    """A random game, event by event and decision by decision."""

    seed: int
    events: list[Event] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    log: list[LoggedEvent] = field(default_factory=list)
    claims: list[ClaimValue] = field(default_factory=list)
    seats: list[SeatFacts] = field(default_factory=list)
    started_at: datetime = START

    @property
    def roles(self) -> tuple[Role, ...]:
        """Everybody's secret role, by seat."""
        return tuple(role for role in self.decisions[0].before.roles if role is not None)

    def finished(self, kind: GameKind = GameKind.RANKED, *, is_void: bool = False) -> FinishedGame:
        """The facts of it."""
        return FinishedGame(
            kind=kind, log=self.log, seats=self.seats, claims=self.claims, is_void=is_void
        )


def a_finished_game(
    seed: int,
    *,
    people: Sequence[int | None] | None = None,
    players: int | None = None,
    stand_ins: float = 0.15,
    started_at: datetime = START,
) -> Played:
    """A whole random game of these people (None: a bot), or of persons 0, 1, 2, ..."""
    rng = Random(seed)
    played = Played(seed=seed, started_at=started_at)
    now = started_at
    # Some go for good, a few of them at once.
    leaves_at = {
        seat: rng.choice((0, rng.randrange(200))) for seat in range(10) if rng.random() < 0.06
    }

    def watch(
        before: GameState, action: Action, events: tuple[Event, ...], after: GameState
    ) -> None:
        nonlocal now
        now += timedelta(seconds=rng.choice((1, 5, 20, 700)), milliseconds=rng.randrange(1000))
        bot = people is not None and people[action.seat] is None
        gone = len(played.decisions) >= leaves_at.get(action.seat, 10_000)
        own = not bot and not gone and rng.random() >= stand_ins
        played.decisions.append(Decision(before, action, own, now))
        played.log += [LoggedEvent(event=event, at=now, by_person=own) for event in events]
        if rng.random() < 0.25:
            seat = rng.randrange(after.ruleset.players)
            for act in claimable_acts(seat, after):
                if rng.random() < 0.5 and not (people and people[seat] is None):
                    content = rng.choice((*CLAIMABLE_CONTENTS[act.kind], NO_COMMENT))
                    played.claims.append(
                        ClaimValue(
                            seat=seat,
                            round=act.round,
                            kind=act.kind,
                            content=content,
                            target=act.target,
                        )
                    )

    events = play(seed, players=len(people) if people else players, anew=0.2, watch=watch)
    dealt = events[: len(events) - len(played.log)]
    opening = [LoggedEvent(event=event, at=started_at, by_person=False) for event in dealt]
    played.log[:0] = opening
    played.events = events
    seated = people if people is not None else range(len(played.decisions[0].before.alive))
    played.seats = [
        SeatFacts(person=person, is_leaver=person is not None and seat in leaves_at)
        for seat, person in enumerate(seated)
    ]
    return played
