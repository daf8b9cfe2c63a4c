"""Moments: what the table stops for, so that everybody sees it happen.

A moment is made of one or a few events, in their order. Most are public. Two are for one seat alone: what an
investigation showed and what a peek showed. How long a public moment lasts follows from its kind, never from
what is hidden (R-113). The words stand in presenters.table.moments, the movement in static/js/stage.js.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.events import (
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    ElectionTrackerMoved,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    LoyaltyInvestigated,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    SpecialElectionCalled,
    Told,
    TopPolicyDiscarded,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.game_state import RoundRecord
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Party, Policy, PresidentialPower, SeatNumber, Victory, Vote

DEAL_SECONDS = 7.0
"""How long people look at the role they were dealt, before the first bot acts."""

LONGEST_SECONDS = 3.0
"""By how much at most the clock of a decision starts later, whatever there is to be seen before it."""


class MomentKind(StrEnum):
    """What happens in a moment."""

    NOMINATED = "nominated"
    ELECTED = "elected"
    REJECTED = "rejected"
    NOT_HITLER = "not_hitler"
    ENACTED = "enacted"
    CHAOS = "chaos"
    CHAOS_DISCARD = "chaos_discard"
    DANGER_ZONE = "danger_zone"
    VETO_UNLOCKED = "veto_unlocked"
    LIBERALS_ONE_AWAY = "liberals_one_away"
    VETO_REQUESTED = "veto_requested"
    VETO_GRANTED = "veto_granted"
    VETO_REFUSED = "veto_refused"
    INVESTIGATED = "investigated"
    MEMBERSHIP_SHOWN = "membership_shown"
    PEEKED = "peeked"
    PEEK_SHOWN = "peek_shown"
    SPECIAL_ELECTION = "special_election"
    EXECUTED = "executed"
    RESHUFFLED = "reshuffled"
    HITLER_REVEALED = "hitler_revealed"


SECONDS: dict[MomentKind, float] = {
    MomentKind.NOMINATED: 2.4,
    MomentKind.ELECTED: 3.0,
    MomentKind.REJECTED: 3.0,
    MomentKind.NOT_HITLER: 3.0,
    MomentKind.ENACTED: 3.0,
    MomentKind.CHAOS: 3.0,
    MomentKind.CHAOS_DISCARD: 3.0,
    MomentKind.DANGER_ZONE: 3.0,
    MomentKind.VETO_UNLOCKED: 3.0,
    MomentKind.LIBERALS_ONE_AWAY: 1.6,
    MomentKind.VETO_REQUESTED: 1.8,
    MomentKind.VETO_GRANTED: 2.0,
    MomentKind.VETO_REFUSED: 1.8,
    MomentKind.INVESTIGATED: 2.0,
    MomentKind.PEEKED: 1.6,
    MomentKind.SPECIAL_ELECTION: 2.8,
    MomentKind.EXECUTED: 3.0,
    MomentKind.RESHUFFLED: 1.2,
    MomentKind.HITLER_REVEALED: 3.0,
}
"""How long each lasts. What one seat alone is shown stays until that player puts it away."""

KNOWN_SECONDS = 1.6
"""How long it is said of somebody who is known not to be Hitler: there is nothing to wait for."""

SLOW_BALLOTS = 3
"""How many ballots turn slowly, one by one, if the last one decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One thing that happens at the table, and what there is to be seen of it."""

    kind: MomentKind
    president: SeatNumber | None = None
    chancellor: SeatNumber | None = None
    target: SeatNumber | None = None
    votes: tuple[Vote | None, ...] = ()
    """By seat, of the ballots that were turned over; None for the dead."""
    tracker: int = 0
    """Where the election tracker stands after it."""
    policies: tuple[Policy, ...] = ()
    """What was enacted, or what a peek showed, top first."""
    party: Party | None = None
    """What an investigation showed."""
    power: PresidentialPower | None = None
    """What the enacted policy grants."""
    count: int = 0
    """How many policies of this party are enacted with it; of a shuffle, how many lie on the draw pile."""
    is_known: bool = False
    """Whether the table knew before that this player is not Hitler (R-033)."""
    is_last: bool = False
    """Whether the game ends with it."""

    @property
    def seconds(self) -> float:
        """How long it is shown; 0 for what stays until it is put away."""
        if self.kind is MomentKind.NOT_HITLER and self.is_known:
            return KNOWN_SECONDS
        return SECONDS.get(self.kind, 0.0)

    @property
    def slow_ballots(self) -> int:
        """How many of the last ballots turn slowly; 0 where the vote is decided before them."""
        votes = [vote for vote in self.votes if vote is not None]
        if _is_open(votes, len(votes) - 1):
            return SLOW_BALLOTS
        return SLOW_BALLOTS - 1 if _is_open(votes, len(votes) - 2) else 0

    @property
    def says_not_hitler(self) -> bool:
        """Whether it may tell of somebody that this is not Hitler."""
        return self.kind in {MomentKind.NOT_HITLER, MomentKind.EXECUTED}

    @property
    def is_private(self) -> bool:
        """Whether one seat alone is shown it."""
        return self.kind not in SECONDS


def _is_open(votes: Sequence[Vote], turned: int) -> bool:
    """Whether so many ballots, the first ones by seat, do not decide the vote yet (R-030)."""
    seen = votes[: max(0, turned)]
    needed = len(votes) // 2 + 1
    ja, nein = seen.count(Vote.JA), seen.count(Vote.NEIN)
    return bool(votes) and ja < needed and nein <= len(votes) - needed


def moments_of(
    told: Told,
    ruleset: Ruleset,
    *,
    liberal_policies: int,
    fascist_policies: int,
    rounds: Sequence[RoundRecord | None] = (),
    viewer: SeatNumber | None = None,
) -> tuple[Moment, ...]:
    """The moments of what a viewer was told, in order; of what was shown to one seat, only the viewer's own.

    The policies and the rounds are as they are once all of the events have happened. Which of the public events a
    moment follows from is public too, so that public moments are the same for every viewer.
    """
    enacted = {Policy.LIBERAL: liberal_policies, Policy.FASCIST: fascist_policies}
    for event in told:
        if isinstance(event, PolicyEnacted):
            enacted[event.policy] -= 1
    moments: list[Moment] = []
    for place, event in enumerate(told):
        after = _rest_of_round(told, place)
        if isinstance(event, PolicyEnacted):
            enacted[event.policy] += 1
            moments += _enacted(event, after, ruleset, enacted[event.policy])
            continue
        moment = _moment(event, Told(told[:place]), after, viewer)
        if isinstance(event, GameEnded):
            moment = _hitler_revealed(event, Told(told[:place]))
        if moment is not None:
            who = moment.chancellor if moment.target is None else moment.target
            if moment.says_not_hitler:
                known = _known_not_hitler(Told(told[place:]), rounds)
                moment = replace(moment, is_known=who in known)
            moments.append(moment)
    return tuple(moments)


def _known_not_hitler(told: Told, rounds: Sequence[RoundRecord | None]) -> set[SeatNumber]:
    """Whom the table knew not to be Hitler before these events; the rounds are those after them."""
    cleared = Counter(each.chancellor for each in rounds if each is not None and each.cleared)
    cleared.subtract(each.chancellor for each in told if isinstance(each, ChancellorCleared))
    return {seat for seat, times in cleared.items() if seat is not None and times > 0}


def has_private_moments(told: Told) -> bool:
    """Whether something was shown to one seat alone that has a moment of its own."""
    return any(isinstance(event, (PartyMembershipShown, PeekShown)) for event in told)


_PUBLIC_KINDS: dict[type[Event], MomentKind] = {
    ChancellorNominated: MomentKind.NOMINATED,
    GovernmentElected: MomentKind.ELECTED,
    GovernmentRejected: MomentKind.REJECTED,
    ChancellorCleared: MomentKind.NOT_HITLER,
    VetoRequested: MomentKind.VETO_REQUESTED,
    VetoGranted: MomentKind.VETO_GRANTED,
    VetoRefused: MomentKind.VETO_REFUSED,
    LoyaltyInvestigated: MomentKind.INVESTIGATED,
    PoliciesPeeked: MomentKind.PEEKED,
    SpecialElectionCalled: MomentKind.SPECIAL_ELECTION,
    PlayerExecuted: MomentKind.EXECUTED,
    PolicyDeckShuffled: MomentKind.RESHUFFLED,
    TopPolicyDiscarded: MomentKind.CHAOS_DISCARD,
}


def public_kind_of(event: Event) -> MomentKind | None:
    """The kind of the public moment in which everybody sees this event; None for what has none of its own."""
    if isinstance(event, PolicyEnacted):
        return MomentKind.CHAOS if event.chancellor is None else MomentKind.ENACTED
    return _PUBLIC_KINDS.get(type(event))


def seconds_of(moments: Sequence[Moment]) -> float:
    """How long these are shown one after the other; what one seat alone is shown takes no time."""
    return sum(moment.seconds for moment in moments)


def _enacted(event: PolicyEnacted, after: Told, ruleset: Ruleset, count: int) -> list[Moment]:
    """A policy, and what is true from now on because of it (R-033, R-080, R-090, R-091)."""
    is_chaos = event.chancellor is None
    powers = [each.power for each in after if isinstance(each, PowerGranted)]
    is_last = _has_won(after, Victory.FIVE_LIBERAL_POLICIES, Victory.SIX_FASCIST_POLICIES)
    moments = [
        Moment(
            kind=MomentKind.CHAOS if is_chaos else MomentKind.ENACTED,
            chancellor=event.chancellor,
            policies=(event.policy,),
            power=powers[0] if powers else None,
            count=count,
            is_last=is_last,
        )
    ]
    if is_last:
        return moments
    if event.policy is Policy.LIBERAL:
        if count == ruleset.liberal_goal - 1:
            moments.append(Moment(kind=MomentKind.LIBERALS_ONE_AWAY, count=count))
        return moments
    if count == ruleset.hitler_zone_at:
        moments.append(Moment(kind=MomentKind.DANGER_ZONE, count=count))
    if count == ruleset.veto_at:
        moments.append(Moment(kind=MomentKind.VETO_UNLOCKED, count=count))
    return moments


def _moment(  # noqa: C901
    event: Event, before: Told, after: Told, viewer: SeatNumber | None
) -> Moment | None:
    """What is seen of one event, beside enacted policies; None for what is no moment of its own."""
    match event:
        case ChancellorNominated():
            return Moment(
                kind=MomentKind.NOMINATED, president=event.president, chancellor=event.chancellor
            )
        case GovernmentElected() | GovernmentRejected():
            is_elected = isinstance(event, GovernmentElected)
            return Moment(
                kind=MomentKind.ELECTED if is_elected else MomentKind.REJECTED,
                president=event.president,
                chancellor=event.chancellor,
                votes=_last_votes(before),
                tracker=0 if is_elected else _next_tracker(after),
                is_last=_has_won(after, Victory.HITLER_ELECTED),
            )
        case ChancellorCleared():
            return Moment(kind=MomentKind.NOT_HITLER, chancellor=event.chancellor)
        case TopPolicyDiscarded():
            return Moment(kind=MomentKind.CHAOS_DISCARD, policies=(event.policy,))
        case VetoRequested():
            return Moment(kind=MomentKind.VETO_REQUESTED, chancellor=event.chancellor)
        case VetoGranted():
            return Moment(
                kind=MomentKind.VETO_GRANTED,
                president=event.president,
                tracker=_next_tracker(after),
            )
        case VetoRefused():
            return Moment(kind=MomentKind.VETO_REFUSED, president=event.president)
        case LoyaltyInvestigated():
            return Moment(
                kind=MomentKind.INVESTIGATED, president=event.president, target=event.target
            )
        case PartyMembershipShown() if event.seat == viewer:
            return Moment(
                kind=MomentKind.MEMBERSHIP_SHOWN,
                president=event.seat,
                target=event.target,
                party=event.party,
            )
        case PoliciesPeeked():
            return Moment(kind=MomentKind.PEEKED, president=event.president)
        case PeekShown() if event.seat == viewer:
            return Moment(
                kind=MomentKind.PEEK_SHOWN, president=event.seat, policies=event.policies
            )
        case SpecialElectionCalled():
            return Moment(
                kind=MomentKind.SPECIAL_ELECTION, president=event.president, target=event.target
            )
        case PlayerExecuted():
            return Moment(
                kind=MomentKind.EXECUTED,
                president=event.president,
                target=event.target,
                is_last=_has_won(after, Victory.HITLER_EXECUTED),
            )
        case PolicyDeckShuffled() if not any(isinstance(each, GameStarted) for each in before):
            return Moment(kind=MomentKind.RESHUFFLED, count=event.draw_pile_count)
        case _:
            return None


def _hitler_revealed(event: GameEnded, before: Told) -> Moment | None:
    """Who was Hitler, where that ended the game: the one elected or executed (R-091, R-093, R-096)."""
    for earlier in reversed(before):
        if event.victory is Victory.HITLER_ELECTED and isinstance(earlier, GovernmentElected):
            return Moment(
                kind=MomentKind.HITLER_REVEALED,
                target=earlier.chancellor,
                party=event.victory.winner,
                is_last=True,
            )
        if event.victory is Victory.HITLER_EXECUTED and isinstance(earlier, PlayerExecuted):
            return Moment(
                kind=MomentKind.HITLER_REVEALED,
                target=earlier.target,
                party=event.victory.winner,
                is_last=True,
            )
    return None


def _rest_of_round(told: Told, place: int) -> Told:
    """What follows the event at this place in its own round."""
    for later in range(place + 1, len(told)):
        if isinstance(told[later], PresidencyPassed):
            return Told(told[place + 1 : later])
    return Told(told[place + 1 :])


def _has_won(after: Told, *victories: Victory) -> bool:
    """Whether the game ends in one of these ways."""
    return any(isinstance(event, GameEnded) and event.victory in victories for event in after)


def _last_votes(before: Told) -> tuple[Vote | None, ...]:
    for event in reversed(before):
        if isinstance(event, BallotsRevealed):
            return event.votes
    return ()


def _next_tracker(after: Told) -> int:
    for event in after:
        if isinstance(event, ElectionTrackerMoved):
            return event.tracker
        if isinstance(event, ChaosStruck):
            break
    return 0
