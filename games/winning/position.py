"""What the model knows of a finished game at one moment, and how a moment follows from another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.copies import Copyable
from games.engine.events import (
    BallotCast,
    BallotMarked,
    Event,
    GameStarted,
    PartyMembershipShown,
    PolicyEnacted,
)
from games.engine.ruleset import Ruleset
from games.engine.state import GameState, evolve, fold
from games.engine.vocabulary import Party, Policy, Role, SeatNumber

DRAWN = 3
SINGLE_BALLOTS = (BallotMarked, BallotCast)
"""The events of a ballot before all are revealed: most of a log."""


@dataclass(frozen=True, kw_only=True)
class Position(Copyable):
    """One moment of a game with everything open, in numbers."""

    rules: Ruleset
    roles: tuple[Role, ...]
    alive: tuple[bool, ...]
    records: tuple[int, ...]
    """For each seat: Liberal policies of its governments less the Fascist ones."""
    liberal: int
    fascist: int
    tracker: int
    pile: int
    """How many policies the draw pile has."""
    pile_liberals: float
    president: SeatNumber
    caller: SeatNumber | None
    """Who called a special election, to whose left the presidency returns."""
    cleared: int
    """How many of the living are known not to be Hitler."""
    seen: tuple[int, int, int]
    """Investigations: Fascists by Liberals, Liberals by Liberals, Fascists by their own."""

    @property
    def in_zone(self) -> bool:
        """Whether Hitler's election wins."""
        return self.fascist >= self.rules.hitler_zone_at

    @property
    def pool_share(self) -> float:
        """The Liberal share of all policies that are not enacted."""
        left = self.rules.liberal_policies + self.rules.fascist_policies
        return (self.rules.liberal_policies - self.liberal) / (left - self.liberal - self.fascist)

    @property
    def share(self) -> float:
        """The Liberal share of the policies that come next."""
        return self.pile_liberals / self.pile if self.pile >= DRAWN else self.pool_share

    def is_fascist(self, seat: SeatNumber) -> bool:
        """Whether this seat is on the Fascist team."""
        return self.roles[seat] is not Role.LIBERAL

    def drawn(self) -> "Position":
        """Return it after a draw of which nobody knows the policies."""
        left = max(0, self.pile - DRAWN)
        return self.but(pile=left, pile_liberals=self.share * left)

    def passed(self) -> "Position":
        """Return it with the presidency of the next round."""
        seat = self.president if self.caller is None else self.caller
        while True:
            seat = (seat + 1) % len(self.alive)
            if self.alive[seat]:
                return self.but(president=seat, caller=None)

    def enacted(self, policy: Policy, government: Sequence[SeatNumber] = ()) -> "Position":
        """Return it after a policy of this government, or of chaos."""
        is_liberal = policy is Policy.LIBERAL
        records = list(self.records)
        for seat in government:
            records[seat] += 1 if is_liberal else -1
        return self.but(
            liberal=self.liberal + is_liberal,
            fascist=self.fascist + (not is_liberal),
            tracker=0,
            records=tuple(records),
        )

    def called(self, seat: SeatNumber) -> "Position":
        """Return it with a special election of this seat."""
        return self.but(president=seat, caller=self.president)

    def investigated(self, seat: SeatNumber) -> "Position":
        """Return it after the President saw this seat's party membership."""
        is_fascist = self.is_fascist(seat)
        fascists, liberals, own = self.seen
        if self.is_fascist(self.president):
            return self.but(seen=(fascists, liberals, own + is_fascist))
        return self.but(seen=(fascists + is_fascist, liberals + (not is_fascist), own))

    def executed(self, seat: SeatNumber) -> "Position":
        """Return it after this seat's execution."""
        return self.but(alive=tuple(each and at != seat for at, each in enumerate(self.alive)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedMoment:
    """One event of the log, with the game before and after it."""

    place: int
    event: Event
    before: GameState
    after: GameState
    records: tuple[int, ...]
    """The records of the seats after the event."""
    seen: tuple[int, int, int]


def read(log: Sequence[Event]) -> Iterator[LoggedMoment]:
    """Yield the events after the first, each with the game around it; but for single ballots, which all come again together.

    No state has them, so it takes a fraction of the time: they are more than half of all events. Raises ValueError for no game.
    """
    if not log or not isinstance(log[0], GameStarted):
        raise ValueError("a game begins with GameStarted")
    state = fold(log[:1])
    records = [0] * state.ruleset.players
    seen = [0, 0, 0]
    for place, event in enumerate(log[1:], start=1):
        if isinstance(event, SINGLE_BALLOTS):
            continue
        before, state = state, evolve(state, event)
        if isinstance(event, PolicyEnacted) and event.chancellor is not None:
            for seat in (state.president, event.chancellor):
                records[seat] += 1 if event.policy is Policy.LIBERAL else -1
        elif isinstance(event, PartyMembershipShown):
            is_by_liberal = state.roles[event.seat] is Role.LIBERAL
            is_fascist = event.party is Party.FASCIST
            if is_by_liberal or is_fascist:
                seen[(0 if is_fascist else 1) if is_by_liberal else 2] += 1
        yield LoggedMoment(
            place=place,
            event=event,
            before=before,
            after=state,
            records=tuple(records),
            seen=(seen[0], seen[1], seen[2]),
        )


def position_of(state: GameState, moment: LoggedMoment) -> Position:
    """Return the position at this state, the one before or after the moment."""
    return Position(
        rules=state.ruleset,
        roles=tuple(role for role in state.roles if role is not None),
        alive=state.alive,
        records=moment.records,
        liberal=state.liberal_policies,
        fascist=state.fascist_policies,
        tracker=state.tracker,
        pile=len(state.draw_pile),
        pile_liberals=state.draw_pile.count(Policy.LIBERAL),
        president=state.president,
        caller=state.special_election_caller,
        cleared=sum(state.alive[seat] for seat in state.cleared),
        seen=moment.seen,
    )
