"""Two clocks beside a process without one: everything due happens once, and all games are finished."""

import asyncio
import json
import re
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from games.records.recorder import record_of
from tests.bench._table import Client
from tests.browser.truth import Truth
from tests.faults._clock import Clock
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, address_of, postgres, redis, until, up
from tests.faults._truth import assert_whole
from tests.running_site import manage

STAGE = """
import json
from games.models import Game
from tests.factories import a_game
codes = [a_game(3, 2, seed=seed, pace="quick")[0].code for seed in range({games})]
print(json.dumps(codes))
Game.objects.update(due_at=None)
"""
# The deadline of every open decision passes; the first time of all.
TIME_IS_UP = (
    "UPDATE games_game SET deadline_at = now(), due_at = now() WHERE status = 'running' AND"
    " coalesce(deadline_at, due_at, 'infinity') > now()"
)


def decisions(truth: Truth) -> int:
    """Return how many actions made this log."""
    actions = record_of(truth.events, truth.names)["actions"]
    return sum(len(each.get("ballots", "1")) for each in actions)


@pytest.mark.postgres
@pytest.mark.redis
async def test_two_clocks_and_a_site_without_one_finish_every_game(tmp_path: Path) -> None:
    with ExitStack() as stack:
        database, hints = stack.enter_context(postgres()), stack.enter_context(redis())
        site = FaultySite(
            tmp_path,
            "--no-clock",
            DATABASE_URL=address_of(database),
            TEST_REDIS_URL=f"redis://127.0.0.1:{hints.port}/0",
            REDIS_PREFIX="clocks",
        )
        site.migrate()
        staged = manage("shell", "-c", STAGE.format(games=of(6, 60)), environment=site.environment)
        assert staged.returncode == 0, staged.stderr
        codes = json.loads(staged.stdout.splitlines()[-1])
        clocks = [Clock(tmp_path, f"clock {number}", site.environment) for number in range(2)]
        stack.enter_context(up(site, *clocks))
        spectators = [Client(site.url, code) for code in codes]
        for each in spectators:
            await each.open()
        await until(lambda: all(each.version for each in spectators))
        assert [clock.taken() for clock in clocks] == [0, 0]

        with psycopg.connect(site.database, autocommit=True) as time:
            async with asyncio.timeout(of(60, 600)):
                while not all(each.is_over for each in spectators):
                    time.execute(TIME_IS_UP)
                    await asyncio.sleep(0.1)
            seatings = time.execute("SELECT sum(seating) FROM games_game").fetchone()
            stand_ins = time.execute("SELECT count(*) FROM games_seat WHERE has_stand_in")
            assert stand_ins.fetchone() != (0,)
        for each in spectators:
            await each.close()
        truths = [assert_whole(site.database, code) for code in codes]
        assert all(truth.is_over for truth in truths)
        # The clocks' actions and their effect: each decision once, each time-out once.
        assert seatings is not None
        done = sum(decisions(truth) for truth in truths) + seatings[0]
        await until(lambda: sum(clock.taken() for clock in clocks) >= done)
        assert sum(clock.taken() for clock in clocks) == done
        report(
            f"two clocks over {len(codes)} games of absent people and bots: {clocks[0].taken()} and"
            f" {clocks[1].taken()} actions, {done} in the games"
        )
        assert all(clock.taken() for clock in clocks)
        logs = [process.log.read_text() for process in (site, *clocks)]
        assert [log for log in logs if re.search("Traceback| ERROR | WARNING ", log)] == []
