"""Redis dies or hangs for ten seconds during play, which goes on; afterwards everything is as before."""

import asyncio
import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.browser.truth import Truth
from tests.faults._player import TOKEN, Player, request
from tests.faults._scale import LONG, of, report
from tests.faults._site import FaultySite, address_of, postgres, redis, stage, until, up
from tests.faults._truth import assert_whole

CONVERGED_SECONDS = 10.0
PHASES = 10
"""Kinds of decisions a game may be at; the long form dies at many more moments than that."""


@pytest.mark.postgres
@pytest.mark.redis
async def test_play_goes_on_without_redis_and_is_one_again_with_it(tmp_path: Path) -> None:
    times, away = of(2, 2 * PHASES), 10 if LONG else 3
    chance = Random(2)
    with ExitStack() as stack:
        database, hints = stack.enter_context(postgres()), stack.enter_context(redis())
        more = {
            "DATABASE_URL": address_of(database),
            "TEST_REDIS_URL": f"redis://127.0.0.1:{hints.port}/0",
            "REDIS_PREFIX": "dying",
            "RATE_LIMITS": "1",
        }
        sites = [FaultySite(tmp_path, name=str(each), **more) for each in range(2)]
        sites[0].migrate()
        stack.enter_context(up(*sites))
        fresh = iter(stage(sites[0], times * 2))
        converged: list[float] = []
        phases: list[str] = []
        acted_meanwhile = 0
        game = next(fresh)
        players, staying = come_in(sites, game, chance)
        for number in range(times):
            await play(players, chance.uniform(0.5, 3))
            if players[0].is_over:
                await go(staying)
                game = next(fresh)
                players, staying = come_in(sites, game, chance)
            phases.append(Truth.read(sites[0].database, game["code"]).phase)
            # First it is dead, then it accepts everything and answers nothing.
            if hangs := number % 2 == 1:
                hints.send(signal.SIGSTOP)
            else:
                hints.kill()
            gone = monotonic()
            before = sum(len(player.acknowledged) for player in players)
            # One visitor sends a form that counts against a limit, another opens a socket.
            assert await becomes_a_guest(sites[0]) == 302
            late = Player(sites[1].url, game["code"], "", chance)
            await late.open()
            await until(lambda: late.version > 0, 10)  # noqa: B023
            await play(players, away, by_form=0.7)
            acted_meanwhile += sum(len(player.acknowledged) for player in players) - before
            for player in players:
                status, _page = await request(
                    f"{player.site}/games/{player.code}/", player.cookies
                )
                assert status == 200
            await asyncio.sleep(max(0, gone + away - monotonic()))
            if hangs:
                hints.send(signal.SIGCONT)
            else:
                hints.start()
                await hints.until_up()
            truth = Truth.read(sites[0].database, game["code"])
            converged.append(
                await until(
                    lambda: all(p.version == truth.version for p in [*players, late])  # noqa: B023
                )
            )
            await late.close()
        await play(players, 1e9 if LONG else 1)
        await go(staying)
        keys = {f"{n}:{key}" for n, player in enumerate(players) for key in player.acknowledged}
        assert_whole(sites[0].database, game["code"], keys)
        assert acted_meanwhile > times
        assert max(converged) < CONVERGED_SECONDS
        statuses = {status for player in players for status in player.statuses}
        assert statuses <= {200, 302, 409}
        report(
            f"Redis killed or stopped {times} times for {away} s, in phases {', '.join(sorted(set(phases)))}:"
            f" {acted_meanwhile} actions counted meanwhile, all screens equal at most"
            f" {max(converged):.2f} s after its return"
        )


def come_in(
    sites: list[FaultySite], game: dict, chance: Random
) -> tuple[list[Player], list[asyncio.Task[None]]]:
    """Connect the people of one game, spread over the processes."""
    players = [
        Player(sites[seat % len(sites)].url, game["code"], each, Random(chance.random()))
        for seat, each in enumerate(game["cookies"])
    ]
    return players, [asyncio.create_task(player.stay()) for player in players]


async def play(players: list[Player], seconds: float, by_form: float = 0.3) -> None:
    """Let everybody play for so long, and wait until no action is under way."""
    async with asyncio.timeout(300):
        await asyncio.gather(
            *(player.play(pause=0.3, seconds=seconds, by_form=by_form) for player in players)
        )


async def go(staying: list[asyncio.Task[None]]) -> None:
    """Disconnect everybody."""
    for task in staying:
        task.cancel()
    await asyncio.gather(*staying, return_exceptions=True)


async def becomes_a_guest(site: FaultySite) -> int:
    """Send a name; return the status of the answer."""
    form = {"name": f"Guest {Random().randrange(10**8)}", "username": ""}
    status, _page = await request(f"{site.url}/accounts/guest/", f"x={TOKEN}", form)
    return status
