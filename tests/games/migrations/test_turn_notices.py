"""A migration makes deliveries of the mails of slow games that earlier releases have planned; none goes out twice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.delivery_models import NoticeDelivery
from accounts.notice_models import Notice
from games.models import Game
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from tests.games.turn_mails import a_slow_game, called, mails_at, readers_at, the_president

# To migrate back and forth takes a minute: once is enough.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]

BEFORE = ("games", "0029_delete_rating_notice")

def migrate(*targets: tuple[str, str]) -> Any:
    """Return the models as they are then."""
    return MigrationExecutor(connection).migrate(list(targets)).apps


@pytest.fixture
def earlier() -> Iterator[Any]:
    """The tables of the release before; afterwards they are migrated again."""
    yield lambda: migrate(BEFORE)
    migrate(*newest())


def newest() -> list[tuple[str, str]]:
    """The last migration of every app."""
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


def test_sent_mails_are_not_sent_again_and_waiting_ones_are(earlier: Any) -> None:
    games = [a_slow_game() for _ in range(3)]
    at = [called(game) for game, _users in games]
    tables = [load_table(game.pk) for game, _users in games]
    rows = earlier().get_model("games", "TurnMail").objects
    (sent, _), (waiting, users), (needless, _) = games
    for number, fields in enumerate(
        ({"sent_at": at[0], "tries": 1}, {"due_at": at[1] + timedelta(minutes=2), "tries": 1}, {})
    ):
        rows.create(
            game_id=games[number][0].pk,
            seat=tables[number].state.president,
            decision=tables[number].decision,
            kind="call",
            opened_at=tables[number].opened_at,
            **fields,
        )
    migrate(*newest())
    forget_all()
    assert {
        each.notice.key.split(":")[1]: each.tries
        for each in NoticeDelivery.objects.select_related("notice")
    } == {str(sent.pk): 1, str(waiting.pk): 1}
    for game, called_for in Game.objects.values_list("pk", "called_for"):
        assert called_for == load_table(game).opened_at
    assert mails_at(at[1]) == []
    assert readers_at(at[1] + timedelta(minutes=3)) == [the_president(waiting, users).pk]
    assert not Notice.objects.filter(key__startswith=f"turn:{needless.pk}:").exists()
