"""Whom a player meets at tables, in games of all kinds, and how those games went for this player."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from accounts.models import User
from games.selectors.people import person_of
from games.selectors.statistics import games_together
from games.statistics import Pairing, Tally
from games.values.player import Companion

_NOBODY = 0
"""The id that no person has."""
_ROWS_A_PERSON = 5
"""Of each kind of game two people have a row. Among so many for each that is wanted, also of people who are not shown, the others
are looked for: somebody who has played for years has met thousands."""
# The innermost query goes through the player's own rows, of which there is one for each kind of game with somebody, and finds
# those with most games; the next one adds up the kinds of these people alone. What is said of people is read in its order, until
# there are enough.
_MET = """
SELECT met.*, person.username, person.is_guest, person.guest_name, person.emblem, preferences.shows_games
FROM (
    SELECT other_id, SUM(same_games + opposite_games) AS games, SUM(same_games) AS beside, SUM(same_wins) AS won_beside,
        SUM(opposite_games) AS against, SUM(opposite_wins) AS won_against, CASE other_id WHEN %(reader)s THEN 0 ELSE 1 END AS place
    FROM games_headtohead WHERE user_id = %(player)s AND other_id IN (
        SELECT other_id FROM (
            SELECT other_id FROM games_headtohead WHERE user_id = %(player)s
            ORDER BY same_games + opposite_games DESC, other_id LIMIT %(looked_at)s
        ) AS often
        UNION ALL SELECT %(reader)s
    )
    GROUP BY other_id HAVING SUM(same_games + opposite_games) > 0 ORDER BY place, games DESC, other_id
) AS met
JOIN accounts_user AS person ON person.id = met.other_id
LEFT JOIN accounts_preferences AS preferences ON preferences.user_id = met.other_id
WHERE met.place = 0 OR (person.closed_at IS NULL AND preferences.shows_games)
ORDER BY met.place, met.games DESC, met.other_id LIMIT %(shown)s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """The people of a player's games."""

    people: tuple[Companion, ...] = ()
    """With whom the player has played most, the most games first; nobody who hides the list of games."""
    reader: Pairing | None = None
    """The player's games with whoever reads; None if they never met in one."""


def company(user_id: int, most: int, reader_id: int | None) -> Company:
    """Return so many of the people whom a player has met, and the games with the reader; one query.

    With `most` 0 only the games with the reader are read, which both people know anyway.
    """
    if not most:
        return Company(reader=None if reader_id is None else games_together(user_id, reader_id))
    # The reader comes first, in addition to the others.
    values = {
        "player": user_id,
        "reader": _NOBODY if reader_id is None else reader_id,
        "looked_at": most * _ROWS_A_PERSON,
        "shown": most + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(_MET, values)
        rows = [_Met(*row) for row in cursor]
    reader = next((row for row in rows if row.other_id == reader_id), None)
    shown = [row for row in rows if row.shows_games]
    shown.sort(key=lambda row: (-row.games, row.other_id))
    return Company(
        people=tuple(_companion(row) for row in shown[:most]),
        reader=None if reader is None else _pairing(reader),
    )


class _Met(NamedTuple):
    """Somebody whom a player has met, in the order of the columns of the query."""

    other_id: int
    games: int
    beside: int
    won_beside: int
    against: int
    won_against: int
    place: int
    username: str
    is_guest: bool
    guest_name: str
    emblem: str
    shows_games: bool | None
    """None without preferences."""


def _companion(met: _Met) -> Companion:
    person = User(
        username=met.username,
        is_guest=met.is_guest,
        guest_name=met.guest_name,
        emblem=met.emblem,
    )
    return Companion(
        person=person_of(person),
        games=met.games,
        same_games=met.beside,
        same_wins=met.won_beside,
        opposite_games=met.against,
        opposite_wins=met.won_against,
    )


def _pairing(met: _Met) -> Pairing:
    return Pairing(
        other="",
        other_id=met.other_id,
        same=Tally(met.won_beside, met.beside),
        opposite=Tally(met.won_against, met.against),
    )
