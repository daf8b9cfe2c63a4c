"""A migration joins the rows of single measures into one of all, and parts them again."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import PlayerTally
from games.selectors.tally_columns import TALLY_COLUMNS
from games.services.statistics import rebuild
from games.statistics import Measure
from tests.games.services.test_statistics import Snapshot, count_all, snapshot
from tests.games.statistics.stored import a_crowd, random_games

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("games", "0044_fewer_indexes")
EARLIER_COLUMNS = ("user_id", "kind", "role", "size", "measure", "successes", "instances")


def migrate(*targets: tuple[str, str]) -> Any:
    """Return the models as they are then."""
    return MigrationExecutor(connection).migrate(list(targets)).apps


def newest() -> list[tuple[str, str]]:
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


@pytest.fixture
def earlier() -> Iterator[Any]:
    """The tables of the release before; afterwards they are migrated again."""
    yield lambda: migrate(BEFORE)
    migrate(*newest())


def counted() -> Snapshot:
    random_games(25, a_crowd(), seed=21)
    count_all()
    return snapshot()


def test_no_number_is_lost_on_the_way_back_and_forth(earlier: Any) -> None:
    before = counted()
    wide = PlayerTally.objects.values_list("user_id", "kind", "role", "size", *TALLY_COLUMNS)
    expected = {
        (*key, measure.value, *pair)
        for *key, amounts in ((*row[:4], row[4:]) for row in wide)
        for measure, *pair in zip(Measure, amounts[::2], amounts[1::2], strict=True)
        if any(pair)
    }
    old = earlier().get_model("games", "PlayerTally").objects
    assert set(old.values_list(*EARLIER_COLUMNS)) == expected
    assert len(expected) > 500
    # Milliseconds and millionths of somebody who plays for years, and a row that a game taken out has left.
    some = old.filter(measure="pace").earliest("pk")
    old.filter(pk=some.pk).update(successes=2**40)
    old.create(
        user_id=some.user_id, kind="bots", measure="shots", role="hitler", size=0, successes=0, instances=0
    )  # fmt: skip

    migrate(*newest())

    row = PlayerTally.objects.get(
        user=some.user_id, kind=some.kind, role=some.role, size=some.size
    )
    assert row.pace_successes == 2**40
    assert row.pace_instances == some.instances
    after = snapshot()
    assert {name for name in before if after[name] != before[name]} == {"PlayerTally"}
    assert len(after["PlayerTally"]) == len(before["PlayerTally"])
    rebuild(from_sheets=True)
    assert snapshot() == before


def test_rebuild_stopped_before_people_met_were_added_first_goes_on(earlier: Any) -> None:
    before = counted()
    earlier_games = migrate(("games", "0047_games_of_a_season"))
    earlier_games.get_model("games", "HeadToHead").objects.all().delete()
    for table in ("PlayerTally", "PlayerStreak", "EarnedHonour", "CommunityTally", "CalibrationTally"):
        earlier_games.get_model("games", table).objects.all().delete()
    earlier_games.get_model("games", "CountedGame").objects.update(
        is_added=False, due_at=timezone.now()
    )
    migrate(*newest())
    count_all()
    assert snapshot() == before
