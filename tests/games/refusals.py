"""What a service refuses, for tests that want to see it refuse."""

from collections.abc import Callable

import pytest

from games.values.refusals import GameError, ServiceReason


def refusal(act: Callable[[], object]) -> ServiceReason:
    """Why a service will not do this."""
    with pytest.raises(GameError) as refused:
        act()
    return refused.value.reason
