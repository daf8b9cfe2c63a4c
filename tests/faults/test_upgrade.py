"""This release plays on the games that the previous one left running."""

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from games.engine import fold
from tests.browser.truth import events_of
from tests.faults._player import Player
from tests.faults._scale import of
from tests.faults._site import EMPTY, FaultySite, address_of, postgres, up
from tests.faults._truth import assert_whole
from tests.running_site import manage


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)
async def test_games_of_the_previous_release_are_played_on(database: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        more = {}
        if database == "postgres":
            more["DATABASE_URL"] = address_of(stack.enter_context(postgres()), EMPTY)
        site = FaultySite(tmp_path, **more)
        count = of(1, 10)
        run(
            site,
            "shell",
            "-v",
            "0",
            "-c",
            f"from tests.faults._earlier import *; leave_games({count})",
        )
        codes = [f"earlier{each}" for each in range(count)]
        before = {code: events_of(site.database, code) for code in codes}
        assert all(fold(log).round > 1 for log in before.values())
        run(site, "migrate", "--verbosity", "0")
        staged = json.loads(
            run(site, "shell", "-v", "0", "-c", "from tests.faults._earlier import *; who_plays()")
        )
        assert len(staged) == count
        stack.enter_context(up(site))
        for game in staged:
            players = [Player(site.url, game["code"], each, Random(1)) for each in game["cookies"]]
            staying = [asyncio.create_task(player.stay()) for player in players]
            async with asyncio.timeout(90):
                await asyncio.gather(*(player.play(pause=0.02) for player in players))
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
            assert any("Said before the upgrade" in html for html in players[1].html)
            keys = {f"{n}:{key}" for n, each in enumerate(players) for key in each.acknowledged}
            after = assert_whole(site.database, game["code"], keys)
            assert after.is_over
            old = before[game["code"]]
            assert after.events[: len(old)] == old
        assert site.errors() == []


def run(site: FaultySite, *command: str) -> str:
    """Run one command of manage.py; return its output."""
    done = manage(*command, environment=site.environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
