"""A game night of 24 people with real sockets, from the announcement to the final standing, under a site that is killed.

People do what browsers do: forms over HTTP, the live page every moment, the table by its socket. Only the time of the
night is moved nearer, and the organiser begins each round as soon as it is drawn.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from html import unescape
from http import HTTPStatus
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from tests.browser.truth import query
from tests.faults._player import Player, request
from tests.faults._scale import LONG, of, report
from tests.faults._site import FaultySite, migrated, until, up
from tests.faults._truth import assert_whole
from tests.running_site import manage

PEOPLE = 24
TABLES = 3
_OWN_TABLE = re.compile(r'id="own-table"[^>]*href="/games/([a-z0-9]+)/"')
_STANDING_ROW = re.compile(
    r'<tr[^>]*><td class="number">(\d+)</td><th scope="row">.*?</th><td class="number">(\d+)</td><td class="number">(\d+)</td>',
    re.DOTALL,
)


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]
)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FaultySite]:
    with migrated(request.param, tmp_path) as site, up(site):
        yield site


def staged(site: FaultySite, code: str) -> str:
    """Run this beside the site; the last line that it prints."""
    done = manage(
        "shell",
        "-c",
        f"from tests.faults import _night_stage; _night_stage.{code}",
        environment=site.environment,
    )
    assert done.returncode == 0, done.stderr
    return (done.stdout.splitlines() or [""])[-1]


class Evening:
    """A night on this site, and its people, the organiser first."""

    def __init__(self, site: FaultySite, code: str, cookies: list[str]) -> None:
        self.site, self.code, self.cookies = site, code, cookies
        self.players: list[Player] = []
        self.kills = 0

    def number(self, sql: str) -> int:
        """Return a number from the database; {} is the code of the night."""
        [(found,)] = query(self.site.database, sql, self.code)
        return int(found)

    def rounds_ended(self) -> int:
        """How many rounds have ended."""
        return self.number(
            "select count(*) from nights_nightround r join nights_night n on n.id = r.night_id"
            " where n.code = {} and r.ended_at is not null"
        )

    def drawn(self) -> int:
        """How many rounds are drawn or have begun."""
        return self.number(
            "select count(*) from nights_nightround r join nights_night n on n.id = r.night_id where n.code = {}"
        )

    def acknowledged(self) -> int:
        """How many actions people know to have counted."""
        return sum(len(set(player.acknowledged)) for player in self.players)

    async def asks(self, cookies: str, path: str, form: dict[str, str] | None = None) -> str:
        """Ask until the site answers; the body."""
        async with asyncio.timeout(60):
            while True:
                with suppress(OSError):
                    status, answer = await request(
                        f"{self.site.url}/nights/{self.code}/{path}", cookies, form
                    )
                    # Right after the start so many ask at once that some are told to come again.
                    if status != HTTPStatus.SERVICE_UNAVAILABLE:
                        assert status in (200, 204, 302), (path, status)
                        return answer
                await asyncio.sleep(0.1)

    async def everybody(self, path: str) -> None:
        """Everybody sends this form."""
        await asyncio.gather(*(self.asks(each, path, {}) for each in self.cookies))

    async def own_table(self, cookies: str) -> str:
        """Look at the live page until it leads to the own table; its code."""
        async with asyncio.timeout(90):
            while True:
                found = _OWN_TABLE.search(await self.asks(cookies, "live/"))
                if found:
                    return found[1]
                await asyncio.sleep(0.2)

    async def plays(self, cookies: str, chance: Random) -> str:
        """Go to the own table, and play its game to the end; its code."""
        code = await self.own_table(cookies)
        with suppress(OSError):
            await request(f"{self.site.url}/games/{code}/", cookies)
        player = Player(self.site.url, code, cookies, chance)
        self.players.append(player)
        staying = asyncio.create_task(player.stay())
        await player.play(pause=0.2)
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        return code

    async def kill_after(self, actions: int) -> None:
        """Kill the site once so many more actions have counted, and start it again."""
        enough = self.acknowledged() + actions
        await until(lambda: self.acknowledged() >= enough, 90)
        self.site.kill()
        self.kills += 1
        self.site.start()
        await self.site.until_up()


async def announced(site: FaultySite) -> Evening:
    """Announce a night over HTTP; 24 people come and say that they are there."""
    people = json.loads(staged(site, f"people({PEOPLE})"))
    cookies = [each for _number, each in people]
    form = {
        "name": "Killed night", "starts": f"{timezone.now() + timedelta(hours=2):%Y-%m-%dT%H:%M}", "zone": "UTC",
        "languages": "en", "places": str(PEOPLE), "round_count": str(of(2, 4)), "pace": "relaxed", "talk": "free",
    }  # fmt: skip
    status, answer = await request(f"{site.url}/nights/new/", cookies[0], form)
    assert status == 302, answer
    [code] = re.findall(r"(?i)location: /nights/([a-z0-9]+)/", answer)
    evening = Evening(site, code, cookies)
    await evening.everybody("join/")
    # Far enough away that all forms arrive before it.
    staged(site, f"let_it_begin({code!r}, 10)")
    await evening.everybody("ready/")
    return evening


async def test_night_survives_two_kills_and_every_game_counts_once(site: FaultySite) -> None:
    evening, rounds = await announced(site), of(2, 4)
    chance, codes = Random(5), set[str]()
    for number in range(1, rounds + 1):
        async with asyncio.timeout(of(240, 900)):
            await until(lambda wanted=number: evening.drawn() >= wanted, 60)  # type: ignore[misc]
            await evening.asks(evening.cookies[0], "manage/", {"act": "begin"})
            playing = [
                asyncio.create_task(evening.plays(each, Random(chance.random())))
                for each in evening.cookies
            ]
            # In the first round amid play, in the last one right after the beginning.
            await evening.kill_after(40 if number == 1 else 1)
            seated = await asyncio.gather(*playing)
            await until(lambda wanted=number: evening.rounds_ended() >= wanted, 60)  # type: ignore[misc]
        assert {seated.count(code) for code in seated} == {8}
        assert len(set(seated)) == TABLES
        assert not set(seated) & codes
        codes |= set(seated)
    assert evening.kills == rounds >= 2

    for code in codes:
        truth = assert_whole(site.database, code)
        assert truth.is_over
        lost = {
            key
            for player in evening.players
            if player.code == code
            for key in player.acknowledged
            if not any(each and each.endswith(f":{key}") for each in truth.action_keys)
        }
        assert lost == set()
    page = unescape(await evening.asks("", ""))
    assert "This night is over." in page
    assert "Winner of the night" in page
    rows = [tuple(map(int, row)) for row in _STANDING_ROW.findall(page)]
    assert len(rows) == PEOPLE
    assert {games for _rank, _wins, games in rows} == {rounds}
    assert [rank for rank, _wins, _games in rows] == sorted(rank for rank, _wins, _games in rows)
    won = [row for code in codes for row in winners(site, code)]
    assert sum(wins for _rank, wins, _games in rows) == len(won)
    assert site.errors() == []
    report(
        f"{site.database.partition(':')[0]}: a night of {PEOPLE} people and {rounds} rounds, killed {evening.kills} times,"
        f" {evening.acknowledged()} actions acknowledged, none lost"
    )
    assert LONG or rounds == 2


def winners(site: FaultySite, code: str) -> list[tuple[int]]:
    """Return the people who won this game, from the database."""
    return query(
        site.database,
        "select s.user_id from games_seatresult s join games_game g on g.id = s.result_id where s.won and g.code = {}",
        code,
    )
