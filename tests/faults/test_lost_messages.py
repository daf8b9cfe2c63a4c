"""A channel layer that loses, doubles and delays: every screen is right again in a moment."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.browser.truth import Truth
from tests.faults._player import Player
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, on_a_faulty_layer, stage
from tests.faults._truth import assert_whole

RIGHT_SECONDS = 2.0
ENOUGH = of(8, 10**9)
"""Pauses in play; the long form plays all games to the end."""


@pytest.fixture(
    params=["one process", pytest.param("two", marks=[pytest.mark.postgres, pytest.mark.redis])]
)
def sites(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[FaultySite]]:
    with on_a_faulty_layer(tmp_path, 2 if request.param == "two" else 1, "1") as sites:
        yield sites


async def right_after(players: list[Player], database: str) -> float:
    """Return the seconds until every screen shows the database's state, which does not change meanwhile."""
    truth = Truth.read(database, players[0].code)
    began = monotonic()
    while any(player.version != truth.version for player in players):
        assert monotonic() - began < 3 * RIGHT_SECONDS, [player.version for player in players]
        await asyncio.sleep(0.01)
    return monotonic() - began


async def test_every_screen_is_right_soon_after_the_last_event(sites: list[FaultySite]) -> None:
    chance = Random(4)
    took: list[float] = []

    async def play(game: dict) -> None:
        players = [
            Player(sites[seat % len(sites)].url, game["code"], each, Random(chance.random()))
            for seat, each in enumerate(game["cookies"])
        ]
        staying = [asyncio.create_task(player.stay()) for player in players]
        async with asyncio.timeout(of(120, 900)):
            while len(took) < ENOUGH and not all(player.is_over for player in players):
                # Play for a moment, then stop.
                seconds = chance.uniform(1, 4)
                await asyncio.gather(
                    *(player.play(pause=0.3, seconds=seconds) for player in players)
                )
                took.append(await right_after(players, sites[0].database))
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)
        keys = {f"{n}:{key}" for n, player in enumerate(players) for key in player.acknowledged}
        assert_whole(sites[0].database, game["code"], keys)

    await asyncio.gather(*(play(game) for game in stage(sites[0], of(2, 20))))
    assert len(took) > 5
    took.sort()
    report(
        f"{len(sites)} processes, a layer that loses 20 %, doubles 10 %, delays up to 3 s:"
        f" every screen right after p50 {took[len(took) // 2]:.2f} s,"
        f" at most {took[-1]:.2f} s, {len(took)} times"
    )
    assert took[-1] < RIGHT_SECONDS
    assert [line for site in sites for line in site.errors()] == []
