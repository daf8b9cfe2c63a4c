"""Every refusal of the site has one status, wherever it is said."""

from http import HTTPStatus

import pytest

from games.engine.errors import Reason
from games.values.http_status import http_status_of
from games.values.refusals import ServiceReason


@pytest.mark.parametrize("reason", ServiceReason)
def test_every_reason_of_the_site_has_its_status(reason: ServiceReason) -> None:
    status = http_status_of(reason)
    assert 400 <= status < 500 or status is HTTPStatus.SERVICE_UNAVAILABLE


def test_illegal_action_is_a_conflict() -> None:
    assert {http_status_of(reason) for reason in Reason} == {HTTPStatus.CONFLICT}
