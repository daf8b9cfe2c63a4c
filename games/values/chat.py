"""Plain values about table talk that several layers speak in; they know no table and no page.

TalkRequest is what somebody asks to say, SaidLine one line as it was said, ClaimValue what a claim says, Notes what somebody keeps for
oneself; TalkMode is a table's choice, Mark a private suspicion.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from games.engine.vocabulary import Channel, ClaimKind, SeatNumber


class TalkMode(StrEnum):
    """How a table talks."""

    FREE = "free"
    PHRASES = "phrases"
    NONE = "none"


class Mark(StrEnum):
    """What a person thinks of a player; only that person sees it."""

    NONE = "none"
    TRUST = "trust"
    UNSURE = "unsure"
    SUSPECT = "suspect"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimValue:
    """What a player says to have seen; nobody checks it (R-100)."""

    seat: SeatNumber
    round: int
    """Of the act it speaks of, which may be long ago."""
    kind: ClaimKind
    content: str
    target: SeatNumber | None = None


def seat_key(seat: SeatNumber) -> str:
    """Stands for the person in this seat, where people are marked as not to be heard."""
    return f"seat-{seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """One line of table talk: free text, a phrase, or a claim."""

    number: int
    channel: Channel
    seat: SeatNumber | None
    name: str
    """Of a spectator; players are called by their seats."""
    speaker: str = ""
    """Stands for a spectator at this table: several may bear one name, a bot's too."""
    round: int
    version: int = 0
    """How many events the game had had."""
    text: str = ""
    phrase: str = ""
    about: SeatNumber | None = None
    """Whom the phrase is about."""
    claim: ClaimValue | None = None

    @property
    def author(self) -> str:
        """Stands for the speaker, at this table."""
        return self.speaker if self.seat is None else seat_key(self.seat)


SaidLines: TypeAlias = tuple[SaidLine, ...]
"""The table talk of a game, in the order in which it was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What a person wrote down at a table, and whom they do not want to hear."""

    text: str = ""
    marks: Mapping[SeatNumber, Mark] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    """What stands for them at this table: see SaidLine.author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayRequest:
    """Free text."""

    text: str
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseRequest:
    """A ready-made sentence."""

    phrase: str
    about: SeatNumber | None
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRequest:
    """A claim about an act of one's own."""

    round: int
    kind: ClaimKind
    content: str


TalkRequest: TypeAlias = SayRequest | PhraseRequest | ClaimRequest
