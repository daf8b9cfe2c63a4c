"""Plain values about players that several layers speak in; they know no table and no page.

Standing and SeasonRow are what rows of the boards have; PastGame is one finished game of somebody's
list; GameFilter is which of them are wanted, Cursor from where on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from games.values.game_kind import GameKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person as lists name them; without an address when the account is closed."""

    name: str
    address: str = ""
    """What names them in addresses: guests of one name have one each."""
    is_closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPoint:
    """The rating after one ranked game."""

    at: datetime
    rating: float
    uncertainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where somebody stands, as shown at a moment; in points, uncertainties one deviation."""

    user_id: int
    name: str
    rating: float
    uncertainty: float
    liberal: float
    liberal_uncertainty: float
    fascist: float
    fascist_uncertainty: float
    games: int
    wins: int
    peak: float | None
    peak_at: datetime | None
    last_ranked_at: datetime
    is_provisional: bool
    rank: int | None = None
    """On the leaderboard, from 1; None for who is not on it or was not asked for by rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One line of a season's table."""

    rank: int
    user_id: int
    name: str
    games: int
    wins: int
    expected: float
    over_expectation: float


class Outcome(StrEnum):
    """What a game was for one person."""

    WON = "won"
    LOST = "lost"
    LEFT = "left"
    """Lost, because the person left it for good."""
    VOID = "void"
    """It counts for nobody, or not for this person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """One finished game, as the list of one of its people shows it."""

    code: str
    """Empty if the table was private and the reader did not sit at it."""
    name: str
    kind: GameKind
    edition: str
    role: str
    outcome: Outcome
    size: int
    ended_at: datetime
    seconds: int
    rounds: int
    mates: tuple[Person, ...]
    """The people of the same team."""
    rating_before: float | None
    rating_after: float | None
    predicted: float | None
    """The own team's chance before the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """Which games of a list are wanted; None for any."""

    kind: str | None = None
    role: str | None = None
    size: int | None = None
    won: bool | None = None
    with_id: int | None = None
    """Somebody else who took part."""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place between two games of a list, and which way to read from there."""

    at: datetime
    game_id: int
    is_newer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGames:
    """One page of a list, newest first."""

    games: tuple[PastGame, ...]
    newer: Cursor | None = None
    older: Cursor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSeat:
    """What a finished ranked game did to one player."""

    name: str
    team: str
    won: bool
    is_leaver: bool
    predicted: float
    """The own team's chance before the game."""
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """A finished ranked game: the liberals' chance before it, and everybody's change."""

    prediction: float | None
    """None while it is not rated, and for a game that does not count."""
    void: str
    seats: tuple[RatedSeat, ...]


Counts = Mapping[str, int]
"""Finished games by kind."""
