"""Helper: the refusal of a service."""

from collections.abc import Callable

import pytest

from games.values.refusals import GameError, ServiceReason


def refusal(act: Callable[[], object]) -> ServiceReason:
    """Return why a service refuses this call."""
    with pytest.raises(GameError) as refused:
        act()
    return refused.value.reason
