"""People who have played games, for tests of pages about players."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from tests.factories import a_person
from tests.games.statistics.stored import count_all, random_games

HERE = Path(__file__).parent


def a_crowd_that_has_played() -> list[User]:
    """Ten people, the first of whom has a name that addresses have to write otherwise."""
    names = ["Ľubica Ž", "Ana", "Bo Derek", "O'Neill", *[f"Guest {n} here" for n in range(6)]]
    people = [a_person(name, is_guest=False) for name in names]
    random_games(10, people, seed=31)
    count_all()
    return people


@pytest.fixture(scope="module")
def _played_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[int]]:
    # Each test of the module rolls back to here, and the last one all of it.
    with django_db_blocker.unblock(), transaction.atomic():
        people = [person.pk for person in a_crowd_that_has_played()]
        with django_db_blocker.block():
            yield people
        transaction.set_rollback(True)


@pytest.fixture
def crowd(_played_once: list[int], db: None) -> list[User]:
    """Ten people who have played, the same in every test of a module; not for tests with threads."""
    people = User.objects.in_bulk(_played_once)
    return [people[pk] for pk in _played_once]


@pytest.fixture
def committed_crowd(transactional_db: None) -> list[User]:
    """Ten people who have played, seen by other threads too."""
    return a_crowd_that_has_played()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages have no SQL of their own: only those that lock are tried on both databases.

    Every address is asked on both by `tests/config/test_security.py`.
    """
    for item in items:
        marker = item.get_closest_marker("django_db")
        if item.path.parent == HERE and marker and not marker.kwargs.get("transaction"):
            item.add_marker(pytest.mark.any_database)
