"""What a finished game was made of: hands, claims that were not true and what became of them, luck of the draw.

From the log and the claims alone, so an imported record gives the same as the game it was written from.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.events import (
    DrawPileArranged,
    Event,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PolicyEnacted,
    PresidencyPassed,
    VetoGranted,
)
from games.engine.state import RoundRecord
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import ClaimKind, Party, Policy, PresidentialPower, SeatNumber
from games.presenters.table.knowledge import SMALLER_HAND
from games.presenters.view import view_model
from games.values.chat import ClaimValue


class Fate(StrEnum):
    """What became of somebody after a claim that was not true."""

    ELECTED = "elected"
    REJECTED = "rejected"
    EXECUTED = "executed"
    UNKNOWN = "unknown"
    """The game gave no further chance."""


@view_model
class Lie:
    """A claim that was not true."""

    claim: ClaimValue
    truth: str
    step: int
    """Where the truth of it came to its end: the policy, or the investigation."""
    fate: Fate
    fate_round: int = 0
    times: int = 0
    """How often the table rejected them, if it did nothing else."""

    @property
    def hides_liberal(self) -> bool:
        """Whether it denies a Liberal policy that was there."""
        if self.claim.kind is ClaimKind.INVESTIGATED:
            return False
        liberal = Policy.LIBERAL.value
        return self.claim.content.count(liberal) < self.truth.count(liberal)


@view_model
class GameFacts:
    """All of it."""

    claims: int
    lies: tuple[Lie, ...]
    """In the order of the rounds they are about."""
    drawn: int
    liberals_drawn: int
    liberals_expected: float
    """As many as each pile would have given on average, from its policies when it was shuffled."""
    thrown: tuple[tuple[int, SeatNumber], ...]
    """Rounds and seats in which a Liberal policy was discarded although a Fascist one could have been."""


@dataclass(slots=True)
class _Reader:
    """The game as far as it was read."""

    round: int = 0
    share: float = 0
    drawn: list[Policy] = field(default_factory=list)
    expected: float = 0
    hand: tuple[Policy, ...] = ()
    passed: tuple[Policy, ...] = ()
    offices: tuple[SeatNumber, SeatNumber] = (0, 0)
    thrown: list[tuple[int, SeatNumber]] = field(default_factory=list)
    truths: dict[tuple[int, ClaimKind, SeatNumber], tuple[str, int]] = field(default_factory=dict)

    def draw(self, policies: Sequence[Policy]) -> None:
        self.drawn += policies
        self.expected += len(policies) * self.share

    def settle(self, step: int) -> None:
        """The session is over: what was seen in it may be claimed from now on."""
        president, chancellor = self.offices
        self.truths[self.round, ClaimKind.DREW, president] = "".join(self.hand), step
        self.truths[self.round, ClaimKind.RECEIVED, chancellor] = "".join(self.passed), step

    def has_thrown(self, seat: SeatNumber) -> None:
        self.thrown.append((self.round, seat))


def read_game(
    told: Iterable[tuple[int, Event]],
    rounds: Sequence[RoundRecord],
    claims: Iterable[ClaimValue],
) -> GameFacts:
    """Return the facts of a finished game from its events, each with its step, and what was claimed."""
    reader = _Reader()
    for step, event in told:
        _read(reader, step, event)
    # Of several claims about one act the last one counts.
    said = {
        (claim.round, claim.kind, claim.seat): claim
        for claim in claims
        if claim.content != NO_COMMENT
    }
    known = sorted(key for key in said if key in reader.truths)
    lies = (_lie(said[key], *reader.truths[key], rounds) for key in known)
    return GameFacts(
        claims=len(known),
        lies=tuple(lie for lie in lies if lie is not None),
        drawn=len(reader.drawn),
        liberals_drawn=reader.drawn.count(Policy.LIBERAL),
        liberals_expected=reader.expected,
        thrown=tuple(reader.thrown),
    )


def _read(reader: _Reader, step: int, event: Event) -> None:
    match event:
        case DrawPileArranged(draw_pile=pile):
            reader.share = pile.count(Policy.LIBERAL) / len(pile)
        case PresidencyPassed():
            reader.round = event.round
        case HandShown(policies=policies) if len(policies) > SMALLER_HAND:
            reader.hand, reader.offices = policies, (event.seat, event.seat)
            reader.draw(policies)
        case HandShown(policies=policies):
            reader.passed, reader.offices = policies, (reader.offices[0], event.seat)
            liberals = reader.hand.count(Policy.LIBERAL) - policies.count(Policy.LIBERAL)
            if liberals and Policy.FASCIST in reader.hand:
                reader.has_thrown(reader.offices[0])
        case PolicyEnacted(chancellor=None):
            reader.draw([event.policy])
        case PolicyEnacted():
            if event.policy is Policy.FASCIST and Policy.LIBERAL in reader.passed:
                reader.has_thrown(reader.offices[1])
            reader.settle(step)
        case VetoGranted():
            reader.settle(step)
        case PartyMembershipShown():
            act = reader.round, ClaimKind.INVESTIGATED, event.seat
            reader.truths[act] = event.party.value, step
        case PeekShown():
            act = reader.round, ClaimKind.PEEKED, event.seat
            reader.truths[act] = "".join(event.policies), step
        case _:
            # Nobody's secret, or told in the rounds.
            pass


def _lie(claim: ClaimValue, truth: str, step: int, rounds: Sequence[RoundRecord]) -> Lie | None:
    is_in_order = claim.kind is ClaimKind.PEEKED
    is_true = (
        claim.content == truth
        if is_in_order or claim.kind is ClaimKind.INVESTIGATED
        else Counter(claim.content) == Counter(truth)
    )
    if is_true:
        return None
    fate, round_, times = _fate(_whom_it_helps(claim), claim.round, rounds)
    return Lie(claim=claim, truth=truth, step=step, fate=fate, fate_round=round_, times=times)


def _whom_it_helps(claim: ClaimValue) -> SeatNumber | None:
    """Return who is better off if it is believed: the speaker, or a Fascist who is called Liberal."""
    if claim.kind is not ClaimKind.INVESTIGATED:
        return claim.seat
    return claim.target if claim.content == Party.LIBERAL else None


def _fate(
    seat: SeatNumber | None, since: int, rounds: Sequence[RoundRecord]
) -> tuple[Fate, int, int]:
    """Return the first thing that showed whether they were believed, its round, and all rejections."""
    times = last = 0
    for record in rounds:
        if seat is None or record.round < since:
            continue
        if record.round > since and seat in (record.president, record.chancellor):
            if record.elected:
                return Fate.ELECTED, record.round, 0
            times += record.elected is False
            last = record.round
        if record.power is PresidentialPower.EXECUTION and record.target == seat:
            return Fate.EXECUTED, record.round, 0
    return (Fate.REJECTED, last, times) if times else (Fate.UNKNOWN, 0, 0)
