"""People who have played games, for tests of pages about players."""

import pytest

from accounts.models import User
from tests.factories import a_person
from tests.games.statistics.stored import count_all, random_games


@pytest.fixture
def crowd() -> list[User]:
    """Ten people, the first of whom has a name that addresses have to write otherwise."""
    names = ["Ľubica Ž", "Ana", "Bo Derek", "O'Neill", *[f"Guest {n} here" for n in range(6)]]
    people = [a_person(name, is_guest=False) for name in names]
    random_games(10, people, seed=31)
    count_all()
    return people
