"""Events: what has happened. One frozen dataclass each, in the past tense; the Event union; audience(event).

A fact with a public and a private side is two events. A stored kind never changes meaning.
`audience` answers SEALED for an event it does not name, so a forgotten case stays hidden.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NewType, TypeAlias

from games.engine.board import BoardCode
from games.engine.vocabulary import (
    BoardKind,
    Edition,
    Party,
    Policy,
    PresidentialPower,
    Role,
    SeatNumber,
    Victory,
    Vote,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """A game began at a table of this size."""

    players: int
    edition: Edition
    board: BoardCode = field(default=BoardKind.STANDARD.value, metadata={"omit_default": True})
    """Left out of stored events where it is the standard board, as in all games before there were others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRoleDealt:
    """One player's own secret role (R-003)."""

    seat: SeatNumber
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class TeammateShown:
    """The opening showed one player who another one is (R-010, R-011)."""

    seat: SeatNumber
    teammate: SeatNumber
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyDeckShuffled:
    """The draw pile was made, at the start or by renewal (R-005, R-061, R-065)."""

    draw_pile_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPileArranged:
    """The order of the draw pile, top card first; hidden from every player."""

    draw_pile: tuple[Policy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresidencyPassed:
    """A round began: the placard lies before this presidential candidate (R-007, R-014, R-074)."""

    president: SeatNumber
    round: int
    special: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancellorNominated:
    """The presidential candidate named a chancellor candidate."""

    president: SeatNumber
    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotCast:
    """A player cast a ballot; its vote stays hidden (R-029)."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotMarked:
    """The vote on a ballot, cast or changed; only the voter knows until all ballots are in."""

    seat: SeatNumber
    vote: Vote


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotsRevealed:
    """All ballots, by seat; None for the dead."""

    votes: tuple[Vote | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GovernmentElected:
    """Candidate and nominee took office (R-032)."""

    president: SeatNumber
    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class GovernmentRejected:
    """The vote was lost (R-031)."""

    president: SeatNumber
    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class TermLimitsSet:
    """The seats that term limits name from now on; none after chaos (R-021, R-043)."""

    president: SeatNumber | None
    chancellor: SeatNumber | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectionTrackerMoved:
    """The election tracker moved to this step (R-040, R-044)."""

    tracker: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancellorCleared:
    """A Chancellor elected in the Hitler zone is not Hitler (R-033); only the engine says so (R-101)."""

    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PoliciesDrawn:
    """The President drew the top three (R-050); the veto may be available (R-080)."""

    president: SeatNumber
    veto_in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """The policies one office holds: three for the President, two for the Chancellor, sorted."""

    seat: SeatNumber
    policies: tuple[Policy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyDiscarded:
    """The President discarded one face down and passed two to the Chancellor."""

    president: SeatNumber
    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardChosen:
    """The policy that an office discarded; only that office knows (R-054)."""

    seat: SeatNumber
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyEnacted:
    """A policy was turned face up: by this Chancellor, or by chaos if None."""

    policy: Policy
    chancellor: SeatNumber | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VetoRequested:
    """The Chancellor asked for a veto."""

    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class VetoGranted:
    """The President agreed; both policies were discarded unseen (R-084)."""

    president: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class VetoRefused:
    """The President refused; the Chancellor must enact (R-085)."""

    president: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ChaosStruck:
    """The election tracker reached the end (R-041)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopPolicyDiscarded:
    """Chaos turned up a policy that would win; on this board it is discarded, face up (B-9)."""

    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerGranted:
    """The sitting President must use this power now (R-070)."""

    president: SeatNumber
    power: PresidentialPower


@dataclass(frozen=True, slots=True, kw_only=True)
class LoyaltyInvestigated:
    """A President investigated a player."""

    president: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyMembershipShown:
    """The result of an investigation; only the President knows."""

    seat: SeatNumber
    target: SeatNumber
    party: Party


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialElectionCalled:
    """A President appointed the next candidate."""

    president: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PoliciesPeeked:
    """The President looked at the top three."""

    president: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PeekShown:
    """The three policies the President saw, top first."""

    seat: SeatNumber
    policies: tuple[Policy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExecuted:
    """A President executed a player. If the game goes on, that player was not Hitler (R-078)."""

    president: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """One of the four endings (R-090 to R-093)."""

    victory: Victory


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesRevealed:
    """The final reveal, by seat (R-096, R-114)."""

    roles: tuple[Role, ...]


Event: TypeAlias = (
    GameStarted
    | SecretRoleDealt
    | TeammateShown
    | PolicyDeckShuffled
    | DrawPileArranged
    | PresidencyPassed
    | ChancellorNominated
    | BallotCast
    | BallotMarked
    | BallotsRevealed
    | GovernmentElected
    | GovernmentRejected
    | TermLimitsSet
    | ElectionTrackerMoved
    | ChancellorCleared
    | PoliciesDrawn
    | HandShown
    | PolicyDiscarded
    | DiscardChosen
    | PolicyEnacted
    | VetoRequested
    | VetoGranted
    | VetoRefused
    | ChaosStruck
    | TopPolicyDiscarded
    | PowerGranted
    | LoyaltyInvestigated
    | PartyMembershipShown
    | SpecialElectionCalled
    | PoliciesPeeked
    | PeekShown
    | PlayerExecuted
    | GameEnded
    | RolesRevealed
)

PrivateEvent: TypeAlias = (
    SecretRoleDealt
    | TeammateShown
    | BallotMarked
    | HandShown
    | DiscardChosen
    | PartyMembershipShown
    | PeekShown
)
"""Events for one seat, the one in their field `seat`."""

PUBLIC_EVENTS: frozenset[type] = frozenset(
    {
        GameStarted,
        PolicyDeckShuffled,
        PresidencyPassed,
        ChancellorNominated,
        BallotCast,
        BallotsRevealed,
        GovernmentElected,
        GovernmentRejected,
        TermLimitsSet,
        ElectionTrackerMoved,
        ChancellorCleared,
        PoliciesDrawn,
        PolicyDiscarded,
        PolicyEnacted,
        VetoRequested,
        VetoGranted,
        VetoRefused,
        ChaosStruck,
        TopPolicyDiscarded,
        PowerGranted,
        LoyaltyInvestigated,
        SpecialElectionCalled,
        PoliciesPeeked,
        PlayerExecuted,
        GameEnded,
        RolesRevealed,
    }
)


class Openness(Enum):
    """An audience other than a list of seats."""

    PUBLIC = "public"
    SEALED = "sealed"


def audience(event: Event) -> Openness | SeatNumber:
    """Return who is told of this event during the game: all, one seat, or no viewer."""
    if type(event) in PUBLIC_EVENTS:
        return Openness.PUBLIC
    return event.seat if isinstance(event, PrivateEvent) else Openness.SEALED


def is_told_to(event: Event, viewer: SeatNumber | None, *, game_over: bool) -> bool:
    """Whether this viewer (a seat, or None for a spectator) may read this event.

    After the end the whole history is open (R-114).
    """
    if game_over:
        return True
    told = audience(event)
    return told is Openness.PUBLIC or (viewer is not None and told == viewer)


Told = NewType("Told", tuple[Event, ...])
"""Events that one viewer may read, in order: those that `told_to` returns."""


def seats_told(events: Iterable[Event]) -> frozenset[SeatNumber]:
    """Return the seats that are told one of these events alone; all others are told the same."""
    told = map(audience, events)
    return frozenset([each for each in told if not isinstance(each, Openness)])


def told_to(events: Iterable[Event], viewer: SeatNumber | None, *, game_over: bool) -> Told:
    """Return those of these events that this viewer may read."""
    return Told(tuple([each for each in events if is_told_to(each, viewer, game_over=game_over)]))
