"""What has happened: one frozen dataclass each, past tense; the Event union; audience(event).

A fact with a public and a private side is two events. A stored kind never changes meaning.
`audience` answers SEALED for anything it does not name, so a forgotten case hides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NewType, TypeAlias

from games.engine.vocabulary import (
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
    """A table of this size sat down."""

    players: int
    edition: Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRoleDealt:
    """One player's own secret role (R-003)."""

    seat: SeatNumber
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class TeammateShown:
    """At the opening a player saw who another one is (R-010, R-011)."""

    seat: SeatNumber
    teammate: SeatNumber
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyDeckShuffled:
    """The draw pile was made, at the start or by renewal (R-005, R-061, R-065)."""

    draw_pile_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPileArranged:
    """The order nobody knows, top card first."""

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
    """A ballot was cast; how it was marked stays hidden (R-029)."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotMarked:
    """How a ballot was marked, or marked anew; the voter's own knowledge until all are in."""

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
    """Whom the term limits name from now on; nobody after chaos (R-021, R-043)."""

    president: SeatNumber | None
    chancellor: SeatNumber | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectionTrackerMoved:
    """The election tracker stands here now (R-040, R-044)."""

    tracker: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChancellorCleared:
    """Elected in the Hitler zone and not Hitler (R-033); the engine says so, nobody else can (R-101)."""

    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PoliciesDrawn:
    """The President took the top three (R-050); the veto may be in force (R-080)."""

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
    """Which policy an office discarded; that office's own knowledge (R-054)."""

    seat: SeatNumber
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyEnacted:
    """A policy lies face up: by this Chancellor, or by chaos when None."""

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
class PowerGranted:
    """The sitting President must use this power now (R-070)."""

    president: SeatNumber
    power: PresidentialPower


@dataclass(frozen=True, slots=True, kw_only=True)
class LoyaltyInvestigated:
    """Who looked at whose party membership."""

    president: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyMembershipShown:
    """What the investigation showed the President, and nobody else."""

    seat: SeatNumber
    target: SeatNumber
    party: Party


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialElectionCalled:
    """Who appointed whom."""

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
    """Who died by whose order. If the game goes on, everybody knows it was not Hitler (R-078)."""

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
"""Events told to one seat, named by their field `seat`."""

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
    """An audience that is not a list of seats."""

    PUBLIC = "public"
    SEALED = "sealed"


EventAudience: TypeAlias = Openness | SeatNumber


def audience(event: Event) -> EventAudience:
    """Who is told of this event while the game runs: everyone, one seat, or nobody."""
    if type(event) in PUBLIC_EVENTS:
        return Openness.PUBLIC
    match event:
        case (
            SecretRoleDealt()
            | TeammateShown()
            | BallotMarked()
            | HandShown()
            | DiscardChosen()
            | PartyMembershipShown()
            | PeekShown()
        ):
            return event.seat
        case _:
            return Openness.SEALED


def is_told_to(event: Event, viewer: SeatNumber | None, *, game_over: bool) -> bool:
    """Whether this viewer (a seat, or None for a spectator) may read this event.

    After the end the whole history lies open (R-114).
    """
    if game_over:
        return True
    told = audience(event)
    return told is Openness.PUBLIC or (viewer is not None and told == viewer)


Told = NewType("Told", tuple[Event, ...])
"""Events as one viewer was told of them, in order: what `told_to` has let through, and nothing else."""


def told_to(events: Iterable[Event], viewer: SeatNumber | None, *, game_over: bool) -> Told:
    """Those of these events that this viewer may read."""
    return Told(tuple([each for each in events if is_told_to(each, viewer, game_over=game_over)]))
