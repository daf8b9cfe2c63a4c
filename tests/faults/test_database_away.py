"""The log while the database is away: one line, not one for each health check."""

import signal
from pathlib import Path

import pytest

from tests.faults._player import request
from tests.faults._site import FaultySite, address_of, postgres, up

ASKED = 3


async def ready_statuses(site: FaultySite) -> set[int]:
    """Return the statuses of repeated health checks."""
    answers = [await request(f"{site.url}/health/ready/", "") for _ in range(ASKED)]
    return {status for status, _page in answers}


@pytest.mark.postgres
async def test_database_that_is_away_is_said_once(tmp_path: Path) -> None:
    with postgres() as server:
        site = FaultySite(tmp_path, DATABASE_URL=address_of(server))
        with up(site):
            for times in (1, 2):
                server.kill(signal.SIGQUIT)
                assert await ready_statuses(site) == {503}
                log = site.log.read_text()
                assert log.count("The database does not answer") == times
                assert "Service Unavailable: /health/" not in log
                server.start()
                await server.until_up()
                assert await ready_statuses(site) == {200}
                assert site.log.read_text().count("The database answers again") == times
