"""What tests of games need to go wrong, or to have happened."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.services.clock import TIDY_EVERY_SECONDS, tidy_up


@pytest.fixture
def nothing_arrives(settings: Any) -> None:
    """What processes tell each other gets lost, all of it."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.deaf_layer.DeafLayer"}}


@pytest.fixture
def clock_tidies_up_again(db: None) -> None:
    """The clock last tidied up so long ago that its next sweep does."""
    tidy_up(timezone.now() - timedelta(seconds=2 * TIDY_EVERY_SECONDS))
