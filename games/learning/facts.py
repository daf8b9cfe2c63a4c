"""What one seat knows for certain, read from the events it was told of; claims are not among it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.events import (
    ChancellorCleared,
    DiscardChosen,
    Event,
    GameStarted,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    TeammateShown,
    VetoGranted,
)
from games.engine.ruleset import Ruleset, standard_ruleset
from games.engine.vocabulary import ClaimKind, Party, Policy, Role, SeatNumber

HiddenAct: TypeAlias = tuple[int, ClaimKind]
"""A hidden act: its round, and what was seen there. A round has at most one of a kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A legislative session that is over; nothing was enacted after a veto."""

    round: int
    enacted: Policy | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """A President looked at the top three policies."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chaos:
    """The top policy was enacted."""

    policy: Policy


@dataclass(frozen=True, slots=True)
class Renewal:
    """Draw pile and discard pile were shuffled together."""


DeckStep: TypeAlias = Session | Peek | Chaos | Renewal


@dataclass(frozen=True, slots=True, kw_only=True)
class CertainFacts:
    """Everything certain for one seat, or for a spectator (None)."""

    ruleset: Ruleset
    seat: SeatNumber | None
    roles: dict[SeatNumber, Role]
    parties: dict[SeatNumber, Party]
    not_hitler: frozenset[SeatNumber]
    steps: tuple[DeckStep, ...]
    """What happened to the policy deck since the first shuffle, in order."""
    seen: dict[HiddenAct, str]
    """The policies this seat saw, as a claim would name them; those of a peek in their order."""


def read_facts(told: Iterable[Event], seat: SeatNumber | None) -> CertainFacts:  # noqa: C901
    """Return what this seat knows from the events it was told of, of a game between two rounds.

    Raises ValueError if they do not begin with the start of a game.
    """
    ruleset: Ruleset | None = None
    roles, parties, seen = (
        dict[SeatNumber, Role](),
        dict[SeatNumber, Party](),
        dict[HiddenAct, str](),
    )
    not_hitler, steps = set[SeatNumber](), list[DeckStep]()
    round_, shuffled = 0, False
    for event in told:
        match event:
            case GameStarted():
                ruleset = standard_ruleset(event.players, event.edition)
            case SecretRoleDealt():
                roles[event.seat] = event.role
            case TeammateShown():
                roles[event.teammate] = event.role
            case PartyMembershipShown():
                parties[event.target] = event.party
            case PresidencyPassed():
                round_ = event.round
            case ChancellorCleared():
                not_hitler.add(event.chancellor)
            case PlayerExecuted():
                not_hitler.add(event.target)
            case PolicyEnacted(chancellor=None):
                steps.append(Chaos(policy=event.policy))
            case PolicyEnacted() | VetoGranted():
                enacted = event.policy if isinstance(event, PolicyEnacted) else None
                steps.append(Session(round=round_, enacted=enacted))
            case PoliciesPeeked():
                steps.append(Peek(round=round_))
            case PolicyDeckShuffled():
                if shuffled:
                    steps.append(Renewal())
                shuffled = True
            case HandShown() if len(event.policies) == 3:
                seen[round_, ClaimKind.DREW] = hand_of(event.policies)
            case HandShown():
                seen[round_, ClaimKind.RECEIVED] = hand_of(event.policies)
            case DiscardChosen() if (round_, ClaimKind.RECEIVED) not in seen:
                left = list(seen[round_, ClaimKind.DREW])
                left.remove(event.policy)
                seen[round_, ClaimKind.RECEIVED] = "".join(left)
            case PeekShown():
                seen[round_, ClaimKind.PEEKED] = "".join(event.policies)
            case _:
                pass
    if ruleset is None:
        raise ValueError("a game begins with GameStarted")
    return CertainFacts(
        ruleset=ruleset,
        seat=seat,
        roles=roles,
        parties=parties,
        not_hitler=frozenset(not_hitler),
        steps=tuple(steps),
        seen=seen,
    )


def hand_of(policies: Iterable[str]) -> str:
    """Return a hand as claims name it: Liberals first."""
    return "".join(sorted(policies, reverse=True))
