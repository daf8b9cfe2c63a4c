"""The standings of seasons in the database, set right after all ratings were computed again."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from games.models import SeasonStanding
from games.services.many_rows import parts_of, replace_rows
from games.services.season_tallies import SeasonTallyRow, rows_of

_PEOPLE_A_STATEMENT = 500


def write_seasons(rows: Iterable[SeasonTallyRow]) -> None:
    """Create or replace these standings."""
    replace_rows(
        SeasonStanding,
        2,
        ("season", "user_id", "games", "wins", "expected", "over_expectation"),
        (
            (season, person, games, wins, expected, wins - expected)
            for season, person, games, wins, expected in rows
        ),
    )


def season_corrections(season: str, packed: bytes, parts: int = 1) -> Iterator[Callable[[], None]]:
    """Yield what sets the rows of a season right, to be called one after the other, each in a transaction.

    `packed`: how they ought to be, as SeasonTallies packs it. Rows that are as they ought to be are not written: whoever
    ends a game waits meanwhile, and after a correction most are.
    """
    in_season = SeasonStanding.objects.filter(season=season)
    columns = in_season.values_list("user_id", "games", "wins", "expected", "over_expectation")
    stored = {person: tally for person, *tally in columns.iterator()}
    differing = []
    for row in rows_of(season, packed):
        _season, person, games, wins, expected = row
        if stored.pop(person, None) != [games, wins, expected, wins - expected]:
            differing.append(row)
    for part in range(parts):
        if rows := differing[part::parts]:
            yield partial(write_seasons, rows)
    if stored:
        yield partial(_delete, season, list(stored))


def _delete(season: str, people: Collection[int]) -> None:
    for part in parts_of(people, _PEOPLE_A_STATEMENT):
        SeasonStanding.objects.filter(season=season, user_id__in=part).delete()
