"""The table that suits: language, pace, rank and how soon it begins, weighed against each other."""

from dataclasses import replace

import pytest

from games.values.lobby import LobbyEntry
from games.values.quick_seat import SeatReason, Wish, best_first, fitness, reasons_for
from games.values.table_filter import TableFilter

TABLE = LobbyEntry(
    code="TABLE1",
    name="Friday",
    host_name="Ana",
    host_address="Ana",
    host_face="",
    people=3,
    bots=0,
    fewest_players=5,
    most_players=7,
    edition="retail",
    pace="relaxed",
    talk="free",
    is_ranked=False,
    has_password=False,
    languages=("en",),
)
ENGLISH = Wish(language="en")


def wish(rating: float | None = None, **tables: str) -> Wish:
    return Wish(language="en", rating=rating, tables=TableFilter(**tables))


def better(one: LobbyEntry, other: LobbyEntry, wanted: Wish) -> bool:
    return (
        best_first([other, one], wanted)[0] is one and best_first([one, other], wanted)[0] is one
    )


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"people": 7}, ENGLISH),
        ({"has_password": True}, ENGLISH),
        ({"is_ranked": True}, ENGLISH),
        ({"is_ranked": True}, wish(kind="casual")),
        ({"is_ranked": False}, wish(kind="ranked")),
        ({"pace": "1d"}, ENGLISH),
        ({"pace": "1d"}, wish(pace="quick")),
        ({"pace": "quick"}, wish(pace="slow")),
        ({"languages": ("pl", "de")}, wish(spoken="en")),
    ],
)
def test_nobody_is_put_at_a_table_that_they_would_not_expect(
    fields: dict[str, object], wanted: Wish
) -> None:
    assert fitness(replace(TABLE, **fields), wanted) is None  # type: ignore[arg-type]


def test_table_that_begins_sooner_is_better_all_else_being_equal() -> None:
    assert better(replace(TABLE, people=4), TABLE, ENGLISH)
    assert better(replace(TABLE, fewest_players=5), replace(TABLE, fewest_players=7), ENGLISH)
    # People count for more than bots.
    assert better(replace(TABLE, people=3), replace(TABLE, people=2, bots=1), ENGLISH)


def test_own_language_outweighs_one_seat_and_a_game_that_can_begin_outweighs_the_language() -> (
    None
):
    other = replace(TABLE, languages=("pl",))
    assert better(TABLE, replace(other, people=4), ENGLISH)
    assert better(replace(other, people=5), replace(TABLE, people=1), ENGLISH)
    # A table that says nothing lies between.
    silent = replace(TABLE, languages=())
    assert better(TABLE, silent, ENGLISH)
    assert better(silent, other, ENGLISH)
    assert fitness(silent, wish(spoken="pl")) is not None


def test_chosen_pace_is_better_but_not_at_any_price() -> None:
    quick = replace(TABLE, pace="quick")
    assert better(quick, TABLE, wish(pace="quick"))
    assert better(replace(TABLE, people=5), replace(quick, people=1), wish(pace="quick"))
    # Who chose none has none that is better.
    assert fitness(quick, ENGLISH) == fitness(TABLE, ENGLISH)


def test_of_ranked_tables_the_one_of_ones_own_strength_is_better() -> None:
    near, far = (replace(TABLE, is_ranked=True, mean_rating=rating) for rating in (1550, 1900))
    assert better(near, far, wish(1500, kind="ranked"))
    assert better(far, near, wish(1900, kind="ranked"))
    assert fitness(near, wish(None, kind="ranked")) == fitness(far, wish(None, kind="ranked"))


def test_reasons_name_what_speaks_for_a_table() -> None:
    table = replace(TABLE, is_ranked=True, mean_rating=1550)
    wanted = wish(1500, kind="ranked", pace="relaxed")
    emptier = replace(table, code="TABLE2", people=1)
    assert reasons_for(table, [table, emptier], wanted) == tuple(SeatReason)
    assert SeatReason.SOONEST not in reasons_for(emptier, [table, emptier], wanted)
    far = replace(table, mean_rating=1800, languages=("pl",), pace="quick")
    assert reasons_for(far, [far], wanted) == (SeatReason.SOONEST,)
    assert reasons_for(TABLE, [TABLE], ENGLISH) == (SeatReason.LANGUAGE, SeatReason.SOONEST)
