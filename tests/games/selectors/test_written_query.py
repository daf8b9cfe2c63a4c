"""A query that is written once answers for each value what Django's own query answers, for one query each."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Seat
from games.selectors.written_query import WrittenQuery
from tests.factories import a_game

pytestmark = pytest.mark.django_db
CountQueries = Callable[[int], Any]


def test_answers_for_every_value(django_assert_num_queries: CountQueries) -> None:
    games = [a_game(5)[0] for _each in range(2)]

    def seats_of(code: str | None, number: int) -> Any:
        seats = Seat.objects.filter(number__lte=number).order_by("game_id", "number")
        if code is not None:
            seats = seats.filter(game__code=code)
        return seats.values_list("game_id", "number", "user_id")

    written = WrittenQuery(seats_of)
    codes = [games[0].code, games[1].code, None, "value 0", "' OR 1=1 --", "%s", ""]
    for code in codes:
        for number in (0, 3, 99):
            with django_assert_num_queries(1):
                found = written.rows(code, number)
            assert found == list(seats_of(code, number))
    assert len(written.rows(None, 99)) == 10


def test_is_written_once() -> None:
    written_for = []

    def seats_at(number: int) -> Any:
        written_for.append(number)
        return Seat.objects.filter(number=number).values_list("pk")

    written = WrittenQuery(seats_at)
    for number in range(5):
        written.rows(number)
    assert len(written_for) == 1
