"""A migration makes notices of the bell from what earlier releases told of annulled games."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from accounts.notice_models import Notice
from accounts.notices import sentence_of
from games.models import Game
from tests.factories import a_game

# To migrate back and forth takes a minute: once is enough.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]

BEFORE = ("games", "0027_table_wishes")
AFTER = ("games", "0029_delete_rating_notice")


def migrate(*targets: tuple[str, str]) -> Any:
    """Return the models as they are then."""
    return MigrationExecutor(connection).migrate(list(targets)).apps


@pytest.fixture
def earlier() -> Iterator[Any]:
    """The tables of the release before; afterwards they are migrated again."""
    yield lambda: migrate(BEFORE)
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())


def rang(user: User, game: Game, **fields: Any) -> Notice:
    """What the bell told until now."""
    return Notice.objects.create(
        user=user, kind="rating", sentence="rating_corrected", path="/", key=f"rating:{game.pk}", **fields
    )


def test_each_annulled_game_is_told_by_one_notice(earlier: Any) -> None:
    game, (played, read, other, waits, *_rest) = a_game(5, is_ranked=True)
    Game.objects.filter(pk=game.pk).update(name="Friday")
    now = timezone.now()
    for person in (played, other):
        rang(person, game)
    rang(read, game, read_at=now)
    rows = earlier().get_model("games", "RatingNotice").objects
    for person, fields in (
        (played, {"took_part": True, "rating_before": 1510.4, "rating_after": 1522.1}),
        (read, {"took_part": True, "rating_before": 1500, "rating_after": 1490, "seen_at": now}),
        (other, {"took_part": False, "rating_before": 1600, "rating_after": 1601.6}),
        (waits, {"took_part": True}),
    ):
        rows.create(user_id=person.pk, game_id=game.pk, **fields)
    migrate(AFTER)
    told = {each.user_id: each for each in Notice.objects.all()}
    assert set(told) == {played.pk, read.pk, other.pk}
    own = "The ranked game “Friday” was annulled. Your rating was 1510 and is 1522 now."
    assert sentence_of(told[played.pk]) == own
    assert told[played.pk].path == f"/games/{game.code}/"
    assert (told[played.pk].read_at, told[read.pk].read_at) == (None, now)
    others = "A ranked game of other people was annulled. Your rating was 1600 and is 1602 now."
    assert sentence_of(told[other.pk]) == others
    assert told[other.pk].path == "/leaderboard/"
