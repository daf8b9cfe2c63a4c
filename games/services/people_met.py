"""People met, while a rebuild counts the other statistics.

A million games have some forty million pairs of people. Added game by game, each takes a look into an index that is
larger than the memory of the database; so on PostgreSQL a rebuild adds those of all games in one statement, in the order of
the index, before anything else. HeadToHead then tells more than the games that are counted so far, and `PeopleMet` follows
whom everybody has met in these.
"""

import sys
from array import array
from collections.abc import Collection, Iterable

from django.db import connection

from games.models import CountedGame, HeadToHead, SeatResult
from games.statistics import Sheet, are_people_enough
from games.values.game_kind import GameKind

_NOBODY = array("q")
_MEMORY = "64MB"
"""What PostgreSQL may take to put pairs in order; what does not fit goes to its disk."""


def add_all_pairs() -> None:
    """Add the pairs of all games that a rebuild from sheets has yet to count; on PostgreSQL, inside a transaction.

    Nobody else may count meanwhile.
    """
    left = CountedGame.objects.filter(sheet__isnull=False, is_added=False, are_pairs_added=False)
    if not left.exists():
        return
    names = [each._meta.db_table for each in (HeadToHead, CountedGame, SeatResult)]  # noqa: SLF001
    pairs, counted, seats = map(connection.ops.quote_name, names)
    sums = ("same_games", "same_wins", "opposite_games", "opposite_wins")
    on_conflict = ""
    # A row that may be there already takes half as long again to write.
    if HeadToHead.objects.exists():
        adding = ", ".join(f"{each} = {pairs}.{each} + excluded.{each}" for each in sums)
        on_conflict = f"ON CONFLICT (user_id, other_id, kind) DO UPDATE SET {adding}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('work_mem', %s, true)", [_MEMORY])
        # Only names of our own tables and columns are put into the statement.
        cursor.execute(
            f"""
            INSERT INTO {pairs} (user_id, other_id, kind, {", ".join(sums)})
            WITH game AS MATERIALIZED (
                SELECT game_id FROM {counted} WHERE sheet IS NOT NULL AND NOT is_added AND NOT are_pairs_added
                AND NOT (sheet -> 'is_void')::boolean
            )
            SELECT one.user_id, two.user_id, one.kind,
                count(*) FILTER (WHERE one.team = two.team),
                count(*) FILTER (WHERE one.team = two.team AND one.won),
                count(*) FILTER (WHERE one.team <> two.team),
                count(*) FILTER (WHERE one.team <> two.team AND one.won)
            FROM game JOIN {seats} AS one ON one.result_id = game.game_id
            JOIN {seats} AS two ON two.result_id = one.result_id AND two.user_id <> one.user_id
            GROUP BY one.user_id, two.user_id, one.kind
            ORDER BY one.user_id, two.user_id, one.kind
            {on_conflict}
            """  # noqa: S608
        )
    left.update(are_pairs_added=True)


def are_pairs_ahead() -> bool:
    """Whether HeadToHead holds games that are yet to be counted, as a rebuild was stopped."""
    ahead = CountedGame.objects.filter(due_at__isnull=False, is_added=False, are_pairs_added=True)
    return ahead.exists()


class PeopleMet:
    """Whom everybody has met in the games counted so far, without bots, until they are enough for an honour."""

    def __init__(self, counted: Iterable[Collection[int]] = ()) -> None:
        """Begin after the games `counted`: the people of each."""
        self._met: dict[int, array[int] | None] = {}
        """None for those who had met enough before the games taken last."""
        self._before: dict[int, int] = {}
        """How many the people of the games taken last had met before these."""
        for people in counted:
            self._add(people)

    def take(self, sheets: Iterable[Sheet | None]) -> None:
        """Add the next games."""
        for person in self._before:
            met = self._met[person]
            if met is not None and are_people_enough(len(met)):
                self._met[person] = None
        self._before = {}
        for sheet in sheets:
            if sheet is not None and not sheet["is_void"] and sheet["kind"] != GameKind.BOTS:
                people = [person for person, *_rest in sheet["seats"] if person is not None]
                for person in people:
                    self._before.setdefault(person, len(self._met.get(person) or ()))
                self._add(people)

    def count(self, person: int) -> int:
        """Return how many people somebody has met; no more than enough."""
        met = self._met.get(person, _NOBODY)
        return sys.maxsize if met is None else len(met)

    def before(self, person: int) -> set[int]:
        """Return whom somebody had met before the games taken last; nobody if these were enough already."""
        met = self._met.get(person)
        return set() if met is None else set(met[: self._before.get(person, len(met))])

    def _add(self, people: Collection[int]) -> None:
        for person in people:
            met = self._met.setdefault(person, array("q"))
            if met is not None and not are_people_enough(len(met)):
                met.extend([each for each in people if each != person and each not in met])
