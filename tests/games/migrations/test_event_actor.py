"""A migration stores the actor of earlier releases' events."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import GameEvent
from games.values.actor import Actor
from tests.games.mixed_games import play_mixed_game

# To migrate back and forth takes a minute: once is enough.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]

BEFORE = ("games", "0009_names_at_tables")
FILLED = ("games", "0011_fill_event_actor")


def migrate(*targets: tuple[str, str]) -> None:
    MigrationExecutor(connection).migrate(list(targets))


@pytest.fixture
def earlier() -> Iterator[Any]:
    """The tables of the release before; afterwards they are migrated again."""
    yield lambda: migrate(BEFORE)
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())


def facts() -> list[tuple[Any, ...]]:
    rows = GameEvent.objects.order_by("game_id", "seq")
    return list(rows.values_list("game_id", "seq", "kind", "actor", "acting_seat", "action_key"))


def columns() -> set[str]:
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, "games_gameevent")
    return {column.name for column in described}


def test_old_events_get_the_actor_that_new_ones_are_written_with(
    earlier: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    filling = import_module("games.migrations.0011_fill_event_actor")
    monkeypatch.setattr(filling, "GAMES_AT_ONCE", 2)
    monkeypatch.setattr(filling, "ROWS_AT_ONCE", 3)
    for seed in range(3):
        play_mixed_game(seed)
    written = facts()
    assert {row[3] for row in written} == set(Actor)
    earlier()
    assert not {"actor", "acting_seat"} & columns()
    migrate(FILLED)
    assert facts() == written
