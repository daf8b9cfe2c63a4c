"""Actions: what a player may ask for. One frozen dataclass each, in the imperative; the Action union.

An action says who asks for what. `decide` says whether it is allowed.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.engine.vocabulary import Policy, SeatNumber, Vote


@dataclass(frozen=True, slots=True, kw_only=True)
class NominateChancellor:
    """The presidential candidate names a chancellor candidate (R-020)."""

    seat: SeatNumber
    chancellor: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class CastBallot:
    """A living player votes, or changes the ballot while the vote is open (R-028, R-029)."""

    seat: SeatNumber
    vote: Vote


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardPolicy:
    """The President discards one of three (R-050)."""

    seat: SeatNumber
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class EnactPolicy:
    """The Chancellor enacts one of two (R-051)."""

    seat: SeatNumber
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestVeto:
    """The Chancellor asks to veto both policies (R-082)."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerVeto:
    """The President grants or refuses the veto (R-083)."""

    seat: SeatNumber
    grant: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestigateLoyalty:
    """The President looks at a player's party membership (R-073)."""

    seat: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSpecialElection:
    """The President appoints the next presidential candidate (R-074)."""

    seat: SeatNumber
    target: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PeekAtPolicies:
    """The President looks at the top three of the draw pile (R-077)."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutePlayer:
    """The President executes a player (R-078)."""

    seat: SeatNumber
    target: SeatNumber


Action: TypeAlias = (
    NominateChancellor
    | CastBallot
    | DiscardPolicy
    | EnactPolicy
    | RequestVeto
    | AnswerVeto
    | InvestigateLoyalty
    | CallSpecialElection
    | PeekAtPolicies
    | ExecutePlayer
)
