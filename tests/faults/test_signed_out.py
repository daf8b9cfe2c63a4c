"""Without any hints, sockets are still closed soon after their session has ended."""

import asyncio
import json
from collections.abc import Awaitable, Iterator
from pathlib import Path

import pytest

from tests.bench._table import Client
from tests.faults._player import request
from tests.faults._scale import report
from tests.faults._site import FaultySite, on_a_faulty_layer, until
from tests.running_site import manage

SIGNED_OUT, CLOSED_SECONDS = 4401, 5.0
PASSWORD = "only-For-Tests-91"
STAGE = f"""
import json
from tests.factories import a_game, a_person
from tests.sockets import cookies_of
game, _users = a_game(5)
people = [a_person(is_guest=False, password="{PASSWORD}") for _ in range(6)]
# A guest's account is closed at once, a member's a week later.
people[2] = a_person()
print(json.dumps({{"code": game.code, "names": [each.username for each in people],
                  "cookies": [cookies_of(each) for each in people]}}))
"""


@pytest.fixture(
    params=["one process", pytest.param("two", marks=[pytest.mark.postgres, pytest.mark.redis])]
)
def sites(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[FaultySite]]:
    with on_a_faulty_layer(tmp_path, 2 if request.param == "two" else 1, "deaf") as sites:
        yield sites


def shell(site: FaultySite, script: str) -> str:
    done = manage("shell", "-v", "0", "-c", script, environment=site.environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_sockets_close_soon_after_their_session_has_ended(sites: list[FaultySite]) -> None:
    here, there = sites[0], sites[-1]
    staged = json.loads(shell(here, STAGE).splitlines()[-1])
    tabs = [Client(there.url, staged["code"], each) for each in staged["cookies"]]
    for tab in tabs:
        await tab.open()
    await until(lambda: all(tab.version for tab in tabs))
    cookies, names = staged["cookies"], staged["names"]

    async def post(person: int, path: str, **form: str) -> None:
        status, page = await request(f"{here.url}/accounts/{path}", cookies[person], form)
        assert status == 302, page

    async def new_password(person: int) -> None:
        await post(person, "reauthenticate/", password=PASSWORD)
        new = {"password1": "another-Password-92", "password2": "another-Password-92"}
        await post(person, "password/change/", oldpassword=PASSWORD, **new)

    async def elsewhere() -> None:
        """As staff do, or an operator in a shell: in a process of its own."""
        script = (
            "from accounts.models import User\n"
            f"one, other = (User.objects.get(username=name) for name in {names[3:5]})\n"
            "one.is_active = False; one.save()\n"
            "other.set_password('another-Password-92'); other.save()"
        )
        await asyncio.to_thread(shell, here, script)

    async def closes_after(act: Awaitable[None], *people: int) -> float:
        await act
        readers = [reader for person in people if (reader := tabs[person].reader)]
        return await until(lambda: all(reader.done() for reader in readers), CLOSED_SECONDS)

    took = await asyncio.gather(
        closes_after(post(0, "logout/"), 0),
        closes_after(new_password(1), 1),
        closes_after(post(2, "close/", certain="on"), 2),
        closes_after(elsewhere(), 3, 4),
    )
    bystander = tabs.pop()
    assert [tab.socket and tab.socket.close_code for tab in tabs] == [SIGNED_OUT] * 5
    assert bystander.reader is not None
    assert not bystander.reader.done()
    await bystander.close()
    report(
        f"{len(sites)} processes, a layer on which nothing arrives: signed-out sockets closed after"
        f" at most {max(took):.1f} s"
    )
    assert [line for site in sites for line in site.errors()] == []
