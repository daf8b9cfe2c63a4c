"""Every measure has its columns, and there are no others."""

from django.db import models

from games.models import PlayerTally
from games.selectors.tally_columns import TALLY_COLUMNS, successes_of
from games.statistics import Measure


def test_every_measure_has_its_two_columns_and_there_are_no_others() -> None:
    columns = [field.name for field in PlayerTally._meta.concrete_fields]
    assert columns == ["user", "kind", "role", "size", *TALLY_COLUMNS]


def test_sums_of_milliseconds_and_millionths_have_large_columns() -> None:
    large = {
        field.name
        for field in PlayerTally._meta.concrete_fields
        if isinstance(field, models.BigIntegerField)
    }
    assert large == {successes_of(Measure.PACE), successes_of(Measure.EXPECTED)}


def test_columns_of_a_new_measure_begin_at_nothing_in_the_database_itself() -> None:
    """A process of the release before knows nothing of them."""
    fields = {field.name: field for field in PlayerTally._meta.concrete_fields}
    begins: list[object] = [fields[name].db_default for name in TALLY_COLUMNS]
    assert set(begins) == {0}
