"""Fixtures of the tests of moderation."""

import pytest

from accounts.models import User
from tests.factories import a_person


@pytest.fixture
def ana(db: None) -> User:
    """A member."""
    return a_person("Ana", is_guest=False)
