"""Plain values about players, shared by all layers; they know no table and no page.

Standing and SeasonRow are rows of the boards; PastGame is one finished game in a person's list;
GameFilter selects games, Cursor says where a page begins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from functools import partial

from games.engine.board import BoardCode, kind_of
from games.engine.ruleset import FEWEST_PLAYERS, Ruleset, standard_ruleset
from games.engine.vocabulary import BoardKind, Party, SeatNumber, Victory, Vote
from games.values.game_kind import GameKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person in a list; without an address when the account is closed."""

    name: str
    face: str = ""
    address: str = ""
    """The name or handle in addresses: guests who share a name have different handles."""
    is_closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPoint:
    """The rating after one ranked game."""

    at: datetime
    rating: float
    uncertainty: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuracyPoint:
    """How well a person chose in one finished game, in hindsight."""

    at: datetime
    party: Party
    percent: float
    """From 0 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person's standing as shown at a moment; in points, uncertainties are one standard deviation."""

    user_id: int
    name: str
    face: str
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
    """The rank on the leaderboard, from 1; None for others, or if it was not asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One row of a season's table."""

    rank: int
    user_id: int
    name: str
    face: str
    games: int
    wins: int
    expected: float
    over_expectation: float


class Outcome(StrEnum):
    """The outcome of a game for one person."""

    WON = "won"
    LOST = "lost"
    LEFT = "left"
    """Lost, because the person left it for good."""
    VOID = "void"
    """It does not count, for this person or for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a finished game ended, with the names of those who brought it about; empty where there was nobody."""

    victory: Victory
    round: int
    president: str = ""
    chancellor: str = ""
    target: str = ""
    """Who was executed."""
    votes: tuple[Vote | None, ...] = ()
    """Of the last election."""
    is_chaos: bool = False
    """Whether chaos enacted the last policy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentGame:
    """A finished game, with the names and faces of those who show their games."""

    game_id: int
    code: str
    name: str
    kind: GameKind
    ending: Ending
    size: int
    seconds: int
    ended_at: datetime
    faces: tuple[str, ...]
    """Of everybody at the table, by seat."""
    names: tuple[str, ...] = ()
    """The same people; empty for somebody who is not named."""
    winners: frozenset[SeatNumber] = frozenset()
    policies: tuple[Party, ...] = ()
    """Of which party each enacted policy is, the first one first; those enacted at the start before all others."""
    rules: Ruleset = field(default_factory=partial(standard_ruleset, FEWEST_PLAYERS))
    """The numbers of the game; those that lists look at are the same on every standard board."""

    @property
    def is_on_custom_board(self) -> bool:
        """Whether it is a game of its own kind, with nothing to compare it to."""
        return kind_of(self.rules.board) is BoardKind.CUSTOM


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivePerson:
    """Somebody who plays here these days."""

    person: Person
    games: int
    """How many public games of the last weeks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """Somebody whom a player has met at tables, and how often that player won beside and against them."""

    person: Person
    games: int
    same_games: int
    same_wins: int
    opposite_games: int
    opposite_wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """Somebody on a board of all games, bots included, and the number that counts there."""

    person: Person
    count: int
    games: int = 0
    """In how many games; 0 if it is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllGamesBoard:
    """Who leads the public games of the last weeks, ranked or not."""

    games: tuple[Best, ...]
    won: tuple[Best, ...]
    streaks: tuple[Best, ...]
    """The longest series of games won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekAtTables:
    """What was played at public tables in the last seven days."""

    games: int
    people: int
    """How many different people, bots not counted."""
    liberal: int
    """How many games the liberals won."""
    fascist: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGame:
    """A public game that no other of the last weeks surpasses in something."""

    code: str
    name: str
    seconds: int
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGames:
    """The records of the last weeks; each may be held by the same game."""

    longest: RecordGame
    quickest: RecordGame
    most_rounds: RecordGame


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """One finished game, in the list of one of its players."""

    code: str
    """Empty if the table was private and the reader had no seat there."""
    name: str
    kind: GameKind
    edition: str
    board: BoardCode
    board_name: str
    """Its short name, where the reader may see the table."""
    role: str
    outcome: Outcome
    victory: str
    size: int
    ended_at: datetime
    seconds: int
    rounds: int
    mates: tuple[Person, ...]
    """The people of the same team."""
    opponents: tuple[Person, ...]
    """The people of the other team."""
    rating_before: float | None
    rating_after: float | None
    predicted: float | None
    """The own team's chance before the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """The wanted games of a list; None for any."""

    kind: str | None = None
    role: str | None = None
    size: int | None = None
    won: bool | None = None
    with_id: int | None = None
    """Another person who took part."""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place between two games of a list, and the direction to read."""

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
    """A finished ranked game's effect on one player."""

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
    """A finished ranked game: the liberals' chance before it, and its effect on all players."""

    prediction: float | None
    """None while the game is unrated, and for a game that does not count."""
    void: str
    seats: tuple[RatedSeat, ...]


Counts = Mapping[str, int]
"""Finished games by kind."""
