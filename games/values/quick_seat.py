"""Which open table suits somebody who wants to play now: a number for each table, and what speaks for it.

Pure: the service reads the tables and takes the seat.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.board import kind_of
from games.engine.vocabulary import BoardKind
from games.values.lobby import LobbyEntry
from games.values.table_filter import TableFilter, WantedKind, WantedPace
from games.values.timing import SLOW

# A table that begins with the next person is worth as much as one in the reader's language rather than another.
NEAR_START = 4.0
EACH_PERSON = 0.2
LANGUAGE = 1.5
PACE = 1.5
# So many points of rating between two people are worth one point here; nobody is farther off than the most.
RATING_STEP = 150.0
MOST_OFF = 3.0
CLOSE = 150.0


class SeatReason(StrEnum):
    """What speaks for a table."""

    LANGUAGE = "language"
    PACE = "pace"
    RATING = "rating"
    SOONEST = "soonest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody wants of a table."""

    tables: TableFilter = field(default_factory=TableFilter)
    """What they chose for the list of tables."""
    language: str = ""
    """The language of their pages."""
    rating: float | None = None

    @property
    def spoken(self) -> str:
        """The language that they want to play in."""
        return self.tables.spoken or self.language


def fitness(table: LobbyEntry, wish: Wish) -> float | None:
    """Return how well a table suits; None for one that nobody should be put at without a word.

    That is one that is full, has a password or plays a custom board; a ranked one unless ranked games are asked for,
    and then each other; a slow one in the same way; and one that says that it speaks other languages only than the one
    that was chosen.
    """
    if table.is_full or table.has_password or kind_of(table.board) is BoardKind.CUSTOM:
        return None
    if table.is_ranked != (wish.tables.kind == WantedKind.RANKED):
        return None
    if (table.pace in SLOW) != (wish.tables.pace == WantedPace.SLOW):
        return None
    if wish.tables.spoken and table.languages and wish.tables.spoken not in table.languages:
        return None
    points = NEAR_START * min(1.0, (table.taken + 1) / table.fewest_players)
    points += EACH_PERSON * table.people
    if table.languages:
        points += LANGUAGE if wish.spoken in table.languages else -LANGUAGE
    if wish.tables.pace:
        points += PACE if wish.tables.takes_pace(table.pace) else -PACE
    off = _off(table, wish)
    if off is not None:
        points -= min(MOST_OFF, off / RATING_STEP)
    return points


def best_first(tables: Iterable[LobbyEntry], wish: Wish) -> list[LobbyEntry]:
    """Return the tables that suit, the best first; of equal ones the earlier."""
    rated = [(fitness(table, wish), table) for table in tables]
    fitting = [(points, table) for points, table in rated if points is not None]
    return [table for _points, table in sorted(fitting, key=lambda each: -each[0])]


def reasons_for(
    table: LobbyEntry, others: Iterable[LobbyEntry], wish: Wish
) -> tuple[SeatReason, ...]:
    """Return what speaks for this table, `others` being all that suit."""
    off = _off(table, wish)
    missing = max(0, table.fewest_players - table.taken)
    is_soonest = all(
        missing <= max(0, other.fewest_players - other.taken) for other in others if other != table
    )
    speaks = {
        SeatReason.LANGUAGE: wish.spoken in table.languages,
        SeatReason.PACE: bool(wish.tables.pace) and wish.tables.takes_pace(table.pace),
        SeatReason.RATING: off is not None and off <= CLOSE,
        SeatReason.SOONEST: is_soonest,
    }
    return tuple(reason for reason, is_true in speaks.items() if is_true)


def _off(table: LobbyEntry, wish: Wish) -> float | None:
    """Return how far the reader's rating is from those at the table; None unless both are known."""
    if table.mean_rating is None or wish.rating is None:
        return None
    return abs(table.mean_rating - wish.rating)
