"""What one seat knows for certain, read from the events it was told of; claims are not among it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.events import (
    ChancellorCleared,
    ChancellorNominated,
    DiscardChosen,
    Event,
    GameEnded,
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
    TopPolicyDiscarded,
    VetoGranted,
)
from games.engine.ruleset import Ruleset, ruleset_of
from games.engine.vocabulary import ClaimKind, Party, Policy, Role, SeatNumber, Victory

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
    """The top policy was enacted; or it was discarded, where it would win and chaos wins no game (B-9)."""

    policy: Policy
    is_discarded: bool = False


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


class FactsReader:
    """What one seat, or a spectator (None), knows as the game goes on."""

    def __init__(self, seat: SeatNumber | None) -> None:
        self._seat = seat
        self._ruleset: Ruleset | None = None
        self._roles = dict[SeatNumber, Role]()
        self._parties = dict[SeatNumber, Party]()
        self._not_hitler = set[SeatNumber]()
        self._steps = list[DeckStep]()
        self._seen = dict[HiddenAct, str]()
        self._round = 0
        self._is_shuffled = False
        self._named: SeatNumber | None = None
        """Who was nominated or executed last: that was Hitler if the game ends with it."""

    def facts(self) -> CertainFacts:
        """Return what is certain by now. Raises ValueError before the start of a game."""
        if self._ruleset is None:
            raise ValueError("a game begins with GameStarted")
        return CertainFacts(
            ruleset=self._ruleset,
            seat=self._seat,
            roles=dict(self._roles),
            parties=dict(self._parties),
            not_hitler=frozenset(self._not_hitler),
            steps=tuple(self._steps),
            seen=dict(self._seen),
        )

    def hear(self, event: Event) -> None:
        """Take in one event that this seat was told of."""
        match event:
            case GameStarted():
                self._ruleset = ruleset_of(event.players, event.edition, event.board)
            case SecretRoleDealt():
                self._roles[event.seat] = event.role
            case TeammateShown():
                self._roles[event.teammate] = event.role
            case PartyMembershipShown():
                self._parties[event.target] = event.party
            case PresidencyPassed():
                self._round = event.round
            case ChancellorNominated():
                self._named = event.chancellor
            case ChancellorCleared():
                self._not_hitler.add(event.chancellor)
            case PlayerExecuted():
                self._named = event.target
                self._not_hitler.add(event.target)
            case GameEnded():
                self._hear_end(event.victory)
            case _:
                self._hear_of_policies(event)

    def _hear_end(self, victory: Victory) -> None:
        is_hitler_named = victory in (Victory.HITLER_ELECTED, Victory.HITLER_EXECUTED)
        if is_hitler_named and self._named is not None:
            self._not_hitler.discard(self._named)
            self._roles[self._named] = Role.HITLER

    def _hear_of_policies(self, event: Event) -> None:
        match event:
            case PolicyEnacted(chancellor=None):
                self._steps.append(Chaos(policy=event.policy))
            case TopPolicyDiscarded():
                self._steps.append(Chaos(policy=event.policy, is_discarded=True))
            case PolicyEnacted():
                self._steps.append(Session(round=self._round, enacted=event.policy))
            case VetoGranted():
                self._steps.append(Session(round=self._round, enacted=None))
            case PoliciesPeeked():
                self._steps.append(Peek(round=self._round))
            case PolicyDeckShuffled():
                if self._is_shuffled:
                    self._steps.append(Renewal())
                self._is_shuffled = True
            case HandShown() if len(event.policies) == 3:
                self._seen[self._round, ClaimKind.DREW] = hand_of(event.policies)
            case HandShown():
                self._seen[self._round, ClaimKind.RECEIVED] = hand_of(event.policies)
            case DiscardChosen() if (self._round, ClaimKind.RECEIVED) not in self._seen:
                left = list(self._seen[self._round, ClaimKind.DREW])
                left.remove(event.policy)
                self._seen[self._round, ClaimKind.RECEIVED] = "".join(left)
            case PeekShown():
                self._seen[self._round, ClaimKind.PEEKED] = "".join(event.policies)
            case _:
                pass


def read_facts(told: Iterable[Event], seat: SeatNumber | None) -> CertainFacts:
    """Return what this seat knows from the events it was told of, of a game between two rounds.

    Raises ValueError if they do not begin with the start of a game.
    """
    reader = FactsReader(seat)
    for event in told:
        reader.hear(event)
    return reader.facts()


def hand_of(policies: Iterable[str]) -> str:
    """Return a hand as claims name it: Liberals first."""
    return "".join(sorted(policies, reverse=True))
