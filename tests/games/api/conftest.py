"""People who have played games, as the tests of pages know them."""

import pytest

from accounts.models import User
from tests.games.views.conftest import a_crowd_that_has_played


@pytest.fixture
def crowd(db: None) -> list[User]:
    """Ten people who have played."""
    return a_crowd_that_has_played()


@pytest.fixture
def committed_crowd(transactional_db: None) -> list[User]:
    """Ten people who have played, seen by other threads too."""
    return a_crowd_that_has_played()
