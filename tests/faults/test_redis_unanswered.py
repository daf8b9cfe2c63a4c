"""Redis dies, or hangs: no more than one caller waits for it, and the log has one line."""

import re
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from bs4 import BeautifulSoup

from tests.bench._table import Client
from tests.faults._player import request
from tests.faults._scale import report
from tests.faults._site import FaultySite, Restartable, redis, stage, until, up
from tests.running_site import manage

# One time-out of a second in total, on a busy machine.
LONGEST_SECONDS = 3.0
PASSWORD = "correct horse battery staple"
TABLES = 4
BREAKS: dict[str, Callable[[Restartable], None]] = {
    "hangs": lambda server: server.send(signal.SIGSTOP),
    "dies": lambda server: server.kill(),
}


@pytest.mark.redis
@pytest.mark.parametrize("kind", BREAKS)
async def test_no_caller_waits_long_for_redis_and_the_log_says_it_once(
    tmp_path: Path, kind: str
) -> None:
    with redis() as server:
        more = {"TEST_REDIS_URL": f"redis://127.0.0.1:{server.port}/0", "RATE_LIMITS": "1"}
        site = FaultySite(tmp_path, REDIS_PREFIX="unanswered", **more)
        site.migrate()
        tables = stage(site, TABLES, people=5)
        member(site)
        with up(site):
            clients = [Client(site.url, t["code"], each) for t in tables for each in t["cookies"]]
            for client in clients:
                await client.open()
            await through_the_door(site, "Before")
            BREAKS[kind](server)
            took = await through_the_door(site, "Meanwhile")
            # Meanwhile tables open and close, and the proxy checks health.
            late = Client(site.url, tables[0]["code"])
            await late.open()
            await until(lambda: late.version > 0, 10)
            for _ in range(20):
                status, page = await request(f"{site.url}/health/ready/", "")
                assert (status, "redis does not answer" in page) == (200, True), (
                    page + site.log.read_text()
                )
            again = await through_the_door(site, "Again")
            report(f"Redis {kind}: {said(took)}; then {said(again)}")
            if kind == "hangs":
                server.send(signal.SIGCONT)
            else:
                server.start()
                await server.until_up()
            await until(lambda: "Redis answers again" in site.log.read_text(), 20)
            for client in [*clients, late]:
                await client.close()
        assert sum(took.values()) < LONGEST_SECONDS + 2
        assert sum(again.values()) < LONGEST_SECONDS
        lines = [line for line in site.log.read_text().splitlines() if "edis" in line]
        assert [re.sub(r".*: (Redis [^,:]*).*", r"\1", line) for line in lines] == [
            "Redis does not answer",
            "Redis answers again",
        ]
        assert "Traceback" not in site.log.read_text()


def said(seconds: dict[str, float]) -> str:
    """Print how long each step took."""
    return ", ".join(f"{what} {each:.2f} s" for what, each in seconds.items())


def member(site: FaultySite) -> None:
    """A person with an account."""
    script = (
        "from tests.factories import a_person\n"
        f"a_person('Member', is_guest=False, email='m@example.org', password={PASSWORD!r})"
    )
    made = manage("shell", "-c", script, environment=site.environment)
    assert made.returncode == 0, made.stderr


async def through_the_door(site: FaultySite, name: str) -> dict[str, float]:
    """Let a visitor open a table and a member log in; return the seconds each of it takes."""
    seconds = {}
    began = monotonic()
    guest = {"name": f"{name} {Random().randrange(10**6)}", "username": ""}
    status, page = await request(f"{site.url}/accounts/guest/", "", guest)
    assert status == 302
    seconds["guest"] = monotonic() - began
    began = monotonic()
    login = {"login": "Member", "password": PASSWORD}
    status, _page = await request(f"{site.url}/accounts/login/", "", login)
    assert status == 302
    seconds["login"] = monotonic() - began
    session = re.search(r"(?i)set-cookie: (sessionid=[^;]+)", page)
    assert session is not None
    status, page = await request(f"{site.url}/lobbies/new/", session[1])
    assert status == 200
    began = monotonic()
    status, _page = await request(f"{site.url}/lobbies/new/", session[1], filled_in(page))
    assert status == 302
    seconds["new table"] = monotonic() - began
    return seconds


def filled_in(page: str) -> dict[str, str]:
    """Return the form of a new table with its defaults."""
    name = BeautifulSoup(page, "html.parser").select_one("form input[name=name]")
    assert name is not None
    form = name.find_parent("form")
    assert form is not None
    fields = {
        str(each["name"]): str(each.get("value", ""))
        for each in form.select("input[name]")
        if each.get("type") not in ("checkbox", "radio") or each.has_attr("checked")
    }
    for each in form.select("select[name]"):
        chosen = each.select_one("option[selected]") or each.select_one("option")
        fields[str(each["name"])] = str(chosen["value"]) if chosen else ""
    fields.pop("csrfmiddlewaretoken", None)
    return fields
