"""Plain values about table talk, shared by all layers; they know no table and no page.

TalkRequest is what a person asks to say, SaidLine one line as it was said, ClaimValue the content
of a claim, Notes a person's private notes; TalkMode and SlowMode are a table's settings, Mark a
private suspicion.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from games.engine.vocabulary import Channel, ClaimKind, SeatNumber

TEXT_MAX_LENGTH = 300


class TalkMode(StrEnum):
    """A table's setting for talk."""

    FREE = "free"
    PHRASES = "phrases"
    NONE = "none"


class SlowMode(StrEnum):
    """A table's setting for the time between two sentences of one person, in seconds."""

    OFF = "0"
    SHORT = "5"
    MEDIUM = "15"
    LONG = "30"

    @property
    def seconds(self) -> int:
        """How long a person waits before the next sentence."""
        return int(self.value)


def mode_for(mode: TalkMode, *, is_public: bool, guests_write: bool, is_guest: bool) -> TalkMode:
    """Return how a person talks at a table with these settings.

    Where strangers come, a guest chooses ready-made sentences, until the host lets guests write.
    """
    is_restricted = is_guest and is_public and not guests_write
    return TalkMode.PHRASES if mode is TalkMode.FREE and is_restricted else mode


class Mark(StrEnum):
    """A person's private opinion of a player."""

    NONE = "none"
    TRUST = "trust"
    UNSURE = "unsure"
    SUSPECT = "suspect"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimValue:
    """The content of a claim, true or not (R-100)."""

    seat: SeatNumber
    round: int
    """The round of the act, which may be long ago."""
    kind: ClaimKind
    content: str
    target: SeatNumber | None = None
    by_person: bool = True
    """Not for a bot's claim, its own or one for a person who is away."""


def seat_key(seat: SeatNumber) -> str:
    """Return the key of the person in this seat, where people choose whom to mute."""
    return f"seat-{seat}"


def seat_of_key(key: str) -> SeatNumber | None:
    """Return the seat of this key; None for a spectator's."""
    number = key.removeprefix("seat-")
    return int(number) if key == f"seat-{number}" and number.isdecimal() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """One line of table talk: free text, a phrase, or a claim."""

    number: int
    channel: Channel
    seat: SeatNumber | None
    name: str
    """A spectator's name; players are named by their seats."""
    face: str = ""
    """The emblem of a spectator."""
    speaker: str = ""
    """A spectator's key at this table: several may have one name."""
    round: int
    version: int = 0
    """The game's number of events when it was said."""
    text: str = ""
    phrase: str = ""
    about: SeatNumber | None = None
    """The player the phrase is about."""
    claim: ClaimValue | None = None

    @property
    def author(self) -> str:
        """The speaker's key at this table."""
        return self.speaker if self.seat is None else seat_key(self.seat)


SaidLines: TypeAlias = tuple[SaidLine, ...]
"""The table talk of a game, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """A person's notes at a table, and the people muted by them."""

    text: str = ""
    marks: Mapping[SeatNumber, Mark] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    """The keys of the muted, see SaidLine.author."""


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
