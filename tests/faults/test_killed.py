"""SIGKILL at random moments: every acknowledged action is there, once, and everybody comes back."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.faults._player import Player
from tests.faults._scale import LONG, of, report
from tests.faults._site import FaultySite, migrated, stage, until, up
from tests.faults._truth import assert_whole

PEOPLE = 7
BACK_SECONDS = 5.0
# With other tests beside it, the start alone may take that long.
BUSY_SECONDS = 45.0


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FaultySite]:
    with migrated(request.param, tmp_path) as site, up(site):
        yield site


def acknowledged_by(players: list[Player]) -> int:
    """Return how many actions these players know to have counted."""
    return sum(len(set(player.acknowledged)) for player in players)


def is_reached(players: list[Player], enough: int) -> bool:
    """Whether so many actions have counted."""
    return acknowledged_by(players) >= enough


async def keeps_killing(
    site: FaultySite, kills: int, chance: Random, everybody: list[Player]
) -> list[float]:
    """Kill and restart so many times during play; return how long each start took."""
    starts = []
    for _kill in range(kills):
        enough = acknowledged_by(everybody) + chance.randint(1, 30)
        await until(partial(is_reached, everybody, enough), 60)
        await asyncio.sleep(chance.uniform(0, 0.1))
        site.kill()
        began = monotonic()
        site.start()
        await site.until_up()
        starts.append(monotonic() - began)
    return starts


async def test_acknowledged_actions_survive_every_kill(site: FaultySite) -> None:
    kills, games, at_once = of(3, 300), of(2, 60), of(2, 6)
    chance = Random(8)
    fresh = iter(stage(site, games))
    everybody: list[Player] = []

    async def play(code: str, cookies: list[str]) -> None:
        players = [Player(site.url, code, each, Random(chance.random())) for each in cookies]
        everybody.extend(players)
        staying = [asyncio.create_task(player.stay()) for player in players]
        await asyncio.gather(*(player.play(pause=1.0 if LONG else 0.2) for player in players))
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)

    async def keep_playing() -> None:
        for game in fresh:
            await play(game["code"], game["cookies"])

    playing = [asyncio.create_task(keep_playing()) for _ in range(at_once)]
    async with asyncio.timeout(of(120, 7200)):
        starts = await keeps_killing(site, kills, chance, everybody)
        await asyncio.gather(*playing)

    codes = {player.code for player in everybody}
    assert len(codes) == games
    for code in codes:
        seated = [each for each in everybody if each.code == code]
        keys = {f"{seat}:{key}" for seat, each in enumerate(seated) for key in each.acknowledged}
        either = [
            {f"{seat}:{key}" for key in keys}
            for seat, each in enumerate(seated)
            for keys in each.either
        ]
        assert len(keys) > 10
        truth = assert_whole(site.database, code, keys, either)
        assert truth.is_over
    back = sorted(after for player in everybody for after in player.back_after)
    p50, p95 = (back[int(len(back) * share)] for share in (0.5, 0.95))
    report(
        f"{site.database.partition(':')[0]}: {kills} kills over {games} games, {acknowledged_by(everybody)} actions"
        f" acknowledged, none lost; a start takes {sum(starts) / kills:.1f} s; back after p50"
        f" {p50:.1f} p95 {p95:.1f} s, {len(back)} times"
    )
    assert p95 < (BACK_SECONDS if LONG else BUSY_SECONDS)
    assert {status for player in everybody for status in player.statuses} <= {200, 302, 409}
    assert site.errors() == []
