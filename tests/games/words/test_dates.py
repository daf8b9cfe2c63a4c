"""Long dates are written as their readers write them."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.words.dates import written


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "1 October 2026", "2 October 2026"),
        ("es", "1 de octubre de 2026", "2 de octubre de 2026"),
        ("it", "1º ottobre 2026", "2 ottobre 2026"),
        ("pl", "1 października 2026", "2 października 2026"),
        ("nl", "1 oktober 2026", "2 oktober 2026"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_italian_alone(
    language: str, first: str, second: str
) -> None:
    with override(language):
        assert written(date(2026, 10, 1)) == first
        assert written(date(2026, 10, 2)) == second


def test_other_forms_and_templates_write_it_alike() -> None:
    moment = datetime(2026, 10, 1, 13, 8, tzinfo=UTC)
    with override("it"):
        assert written(moment, "DATETIME_FORMAT") == "1º ottobre 2026, 13:08"
        assert written(date(2026, 10, 11)) == "11 ottobre 2026"
        assert written(moment, "SHORT_DATE_FORMAT") == "01/10/2026"
        page = Template("{% load dates %}{{ day|written }}").render(Context({"day": moment}))
        assert page == "1º ottobre 2026"
