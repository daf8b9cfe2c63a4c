"""Fixtures for account tests: a person, and the real rate limits."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from accounts.models import User
from accounts.services import create_guest

PASSWORD = "correct horse battery"


@pytest.fixture
def ana(db: None) -> User:
    """A registered person with a confirmed address."""
    user = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def guest(db: None) -> User:
    return create_guest(name="Passer-by")


@pytest.fixture
def limits(settings: pytest.FixtureRequest) -> None:
    """Rate limits as in production; other tests run without."""
    from config.settings import accounts

    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS  # type: ignore[attr-defined]
