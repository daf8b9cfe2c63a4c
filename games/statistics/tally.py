"""Tallies: what each seat of a finished game adds to its player's measures.

One walk over the event log. `measures` defines the measures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from games.engine.decisions import decider_of
from games.engine.events import (
    BallotCast,
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    DiscardChosen,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
)
from games.engine.ruleset import Ruleset, ruleset_of
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import (
    ClaimKind,
    Party,
    Policy,
    Role,
    SeatNumber,
    Victory,
    Vote,
)
from games.statistics.facts import FinishedGame, LoggedEvent
from games.statistics.measures import MILLION, SLOWEST_SECONDS, Measure
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind


class Tally(NamedTuple):
    """The two integers of a measure."""

    successes: int
    instances: int

    def times(self, factor: int) -> "Tally":
        """Return a multiple; -1 takes the tally out again."""
        return Tally(self.successes * factor, self.instances * factor)


NOTHING = Tally(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTally:
    """The tallies of one seat; measures without instances are left out."""

    person: int | None
    role: Role
    won: bool
    left: bool
    tallies: dict[Measure, Tally]


@dataclass(slots=True)
class _Ballot:
    vote: Vote
    by_person: bool
    first_own_at: datetime | None


LEFT_FROM: Final = 2
"""A person has left a game that is not ranked when stand-ins took so many decisions, the last ones."""


@dataclass(slots=True)
class _Walk:
    """The state of one walk over the log."""

    rules: Ruleset
    roles: list[Role]
    alive: list[bool]
    counted: list[Counter[Measure]]
    """By seat: successes."""
    asked: list[Counter[Measure]]
    """By seat: instances."""
    waits_since: datetime
    round: int = 0
    president: SeatNumber = 0
    chancellor: SeatNumber = 0
    fascist_policies: int = 0
    ballots: dict[SeatNumber, _Ballot] = field(default_factory=dict)
    own_nomination: bool = False
    hand: tuple[Policy, ...] = ()
    has_discarded: bool = False
    own_choice: bool = False
    victory: Victory | None = None
    stand_ins: Counter[SeatNumber] = field(default_factory=Counter)
    """By seat: how many decisions the person has not taken, since the last that they took."""
    truths: dict[tuple[SeatNumber, int, ClaimKind], str] = field(default_factory=dict)
    """The result of each act, in the words of a claim."""

    def count(self, seat: SeatNumber, measure: Measure, success: bool) -> None:
        self.asked[seat][measure] += 1
        self.counted[seat][measure] += success

    def decided(self, seat: SeatNumber, by_person: bool, at: datetime) -> None:
        """Note a decision of this seat."""
        self.stand_ins[seat] = 0 if by_person else self.stand_ins[seat] + 1
        self.count(seat, Measure.TIMED_OUT, not by_person)
        if by_person:
            seconds = min(max((at - self.waits_since).total_seconds(), 0), SLOWEST_SECONDS)
            self.asked[seat][Measure.PACE] += 1
            self.counted[seat][Measure.PACE] += round(seconds * 1000)

    def is_liberal(self, seat: SeatNumber) -> bool:
        return self.roles[seat] is Role.LIBERAL

    @property
    def in_danger_zone(self) -> bool:
        return self.fascist_policies >= self.rules.hitler_zone_at


def tally(game: FinishedGame) -> tuple[SeatTally, ...]:
    """Return what each seat adds, in seat order; the sheet adds the measures that need ratings.

    Raises ValueError for a running game.
    """
    walk = _walked(game)
    if walk.victory is None:
        raise ValueError("a running game changes no statistics")
    _count_claims(walk, game.claims)
    winner = walk.victory.winner
    return tuple(
        _seat_tally(walk, game, seat, won=role.party is winner and not game.seats[seat].is_leaver)
        for seat, role in enumerate(walk.roles)
    )


def _walked(game: FinishedGame) -> _Walk:
    first = game.log[0]
    started = first.event
    if not isinstance(started, GameStarted):
        raise ValueError("a game begins with GameStarted")  # noqa: TRY004
    players = started.players
    rules = ruleset_of(players, started.edition, started.board)
    walk = _Walk(
        rules=rules,
        roles=[Role.LIBERAL] * players,
        alive=[True] * players,
        counted=[Counter() for _ in range(players)],
        asked=[Counter() for _ in range(players)],
        waits_since=first.at,
        fascist_policies=rules.fascists_at_start,
    )
    for happened in game.log:
        _take(walk, happened)
        # The table goes on waiting until the last ballot is in.
        if not isinstance(happened.event, BallotMarked | BallotCast):
            walk.waits_since = happened.at
    return walk


def _take(walk: _Walk, happened: LoggedEvent) -> None:
    event, own, at = happened.event, happened.by_person, happened.at
    decider = decider_of(event)
    # A ballot may still change: it is a decision once all are revealed.
    if decider is not None and not isinstance(event, BallotMarked):
        walk.decided(decider, own, at)
    match event:
        case SecretRoleDealt():
            walk.roles[event.seat] = event.role
        case PresidencyPassed():
            walk.round, walk.president = event.round, event.president
        case ChancellorNominated():
            walk.chancellor, walk.own_nomination = event.chancellor, own
            walk.ballots = {}
        case BallotMarked():
            earlier = walk.ballots.get(event.seat)
            first_own_at = earlier.first_own_at if earlier else None
            if own and first_own_at is None:
                first_own_at = at
            walk.ballots[event.seat] = _Ballot(event.vote, own, first_own_at)
        case BallotsRevealed():
            _count_ballots(walk, at)
        case GovernmentElected() | GovernmentRejected():
            _count_trust(walk, elected=isinstance(event, GovernmentElected))
        case PlayerExecuted():
            walk.alive[event.target] = False
            if own:
                other_team = walk.is_liberal(event.president) != walk.is_liberal(event.target)
                walk.count(event.president, Measure.SHOTS, other_team)
        case GameEnded():
            walk.victory = event.victory
        case _:
            _take_session(walk, event, own)


def _take_session(walk: _Walk, event: Event, own: bool) -> None:
    match event:
        case HandShown():
            walk.hand = event.policies
            walk.has_discarded = len(event.policies) == walk.rules.hand_size - 1
            kind = ClaimKind.RECEIVED if walk.has_discarded else ClaimKind.DREW
            # Claims name Liberals first, whatever the order of a hand.
            walk.truths[event.seat, walk.round, kind] = "".join(sorted(event.policies))[::-1]
        case DiscardChosen():
            # The first event of a discard and of an enactment; it shows who chose.
            walk.own_choice = own
            if (
                not walk.has_discarded
                and own
                and _both_kinds(walk)
                and walk.is_liberal(event.seat)
            ):
                fascist = event.policy is Policy.FASCIST
                walk.count(event.seat, Measure.PASSED_LIBERAL, fascist)
        case PolicyEnacted():
            walk.fascist_policies += event.policy is Policy.FASCIST
            if event.chancellor is not None and walk.own_choice and _both_kinds(walk):
                liberal = event.policy is Policy.LIBERAL
                walk.count(event.chancellor, Measure.ENACTED_LIBERAL, liberal)
        case PeekShown():
            seen = "".join(policy.value for policy in event.policies)
            walk.truths[event.seat, walk.round, ClaimKind.PEEKED] = seen
        case PartyMembershipShown():
            walk.truths[event.seat, walk.round, ClaimKind.INVESTIGATED] = event.party.value
        case _:
            return


def _both_kinds(walk: _Walk) -> bool:
    return len(set(walk.hand)) == len(Policy)


def _count_ballots(walk: _Walk, revealed_at: datetime) -> None:
    good = walk.is_liberal(walk.president) and walk.is_liberal(walk.chancellor)
    for seat, ballot in walk.ballots.items():
        walk.decided(seat, ballot.by_person, ballot.first_own_at or revealed_at)
        if ballot.by_person and walk.in_danger_zone and walk.is_liberal(seat):
            right = (ballot.vote is Vote.JA) == good
            walk.count(seat, Measure.DANGER_VOTES, right)


def _count_trust(walk: _Walk, *, elected: bool) -> None:
    if walk.own_nomination:
        walk.count(walk.president, Measure.TRUSTED_PRESIDENT, elected)
    for seat, ballot in walk.ballots.items():
        if not ballot.by_person:
            continue
        if seat == walk.chancellor:
            walk.count(seat, Measure.TRUSTED_CHANCELLOR, elected)
        hitler_stands = walk.roles[walk.chancellor] is Role.HITLER and walk.in_danger_zone
        if hitler_stands and walk.is_liberal(seat):
            fatal = elected and ballot.vote is Vote.JA
            walk.count(seat, Measure.ELECTED_HITLER, fatal)


_OF_CARDS = frozenset({ClaimKind.DREW, ClaimKind.RECEIVED, ClaimKind.PEEKED})


def _count_claims(walk: _Walk, claims: Sequence[ClaimValue]) -> None:
    honest: dict[tuple[SeatNumber, int, ClaimKind], bool] = {}
    for claim in claims:
        act = claim.seat, claim.round, claim.kind
        if claim.content != NO_COMMENT and act in walk.truths:
            honest[act] = honest.get(act, True) and claim.content == walk.truths[act]
    for (seat, _round, kind), is_honest in honest.items():
        cards = kind in _OF_CARDS
        measure = Measure.HONEST_CLAIMS if cards else Measure.HONEST_INVESTIGATIONS
        walk.count(seat, measure, is_honest)


def _seat_tally(walk: _Walk, game: FinishedGame, seat: SeatNumber, *, won: bool) -> SeatTally:
    role, facts = walk.roles[seat], game.seats[seat]
    left = facts.is_leaver
    # A bot never leaves, and one clock that ran out is not leaving.
    if game.kind is not GameKind.RANKED and facts.person is not None:
        left = left or walk.stand_ins[seat] >= LEFT_FROM
    counted: Iterable[tuple[Measure, Tally]] = ()
    if game.is_void:
        counted = _of_result(walk, role, won=False, left=True) if facts.is_leaver else ()
    else:
        own = walk.counted[seat]
        counted = [(measure, Tally(own[measure], n)) for measure, n in walk.asked[seat].items()]
        alive = None if left else walk.alive[seat]
        counted = [*counted, *_of_result(walk, role, won=won, left=left, alive=alive)]
    return SeatTally(person=facts.person, role=role, won=won, left=left, tallies=dict(counted))


def _of_result(
    walk: _Walk, role: Role, *, won: bool, left: bool, alive: bool | None = None
) -> Iterator[tuple[Measure, Tally]]:
    yield Measure.FINISHED, Tally(int(not left), 1)
    yield Measure.WON, Tally(int(won), 1)
    if alive is None:
        return
    yield Measure.SURVIVED, Tally(int(alive), 1)
    if role is Role.HITLER:
        yield Measure.HITLER_ELECTED, Tally(int(walk.victory is Victory.HITLER_ELECTED), 1)
        yield Measure.HITLER_SHOT, Tally(int(walk.victory is Victory.HITLER_EXECUTED), 1)


def of_prediction(prediction: float, party: Party, *, won: bool) -> dict[Measure, Tally]:
    """Return the measures that need the liberals' chance before the game."""
    liberal = round(prediction * MILLION)
    own = liberal if party is Party.LIBERAL else MILLION - liberal
    return {Measure.EXPECTED: Tally(own, 1), Measure.WON_PREDICTED: Tally(int(won), 1)}
