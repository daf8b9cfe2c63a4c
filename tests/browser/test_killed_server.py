"""The server dies in the middle of a game; the browsers come back by themselves, the game goes on."""

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.backends import free_port
from tests.browser.conftest import BOTS_ARE_QUICK
from tests.browser.people import Person
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import running_site

pytestmark = pytest.mark.browser

# htmx retries within a second, then two, then four.
RECONNECT_MS = 90_000
LIVE_AGAIN = "() => document.getElementById('connection-trouble').hidden"


@pytest.mark.parametrize("way_to_die", [signal.SIGKILL, signal.SIGTERM])
def test_game_goes_on_after_the_server_died(
    tmp_path: Path, browser: Browser, way_to_die: signal.Signals
) -> None:
    where = ("--port", str(free_port()))
    with running_site(tmp_path, *where, **BOTS_ARE_QUICK) as site:
        database = site.environment["DATABASE_URL"]
        ada, bruno = Person(browser, site.url, "Ada"), Person(browser, site.url, "Bruno")
        bruno.follows_link(ada.opens_a_lobby(seats=5))
        bruno.is_ready()
        code = ada.starts()
        bruno.arrives()
        people = (ada, bruno)
        plays(people, database, code, actions=6)
        before = plays(people, database, code, actions=1)
        site.stop(way_to_die)
    for person in people:
        person.page.wait_for_function(
            "() => !document.getElementById('connection-trouble').hidden"
        )
    with running_site(tmp_path, *where, **BOTS_ARE_QUICK) as site:
        after = Truth.read(database, code)
        assert after.events[: len(before.events)] == before.events
        for person in people:
            person.page.wait_for_function(LIVE_AGAIN, timeout=RECONNECT_MS)
        assert plays(people, database, code).is_over
        for person in people:
            expect(person.page.locator("#final-reveal .role-card")).to_have_count(5)
            person.close()


def plays(
    people: tuple[Person, ...], database: str, code: str, actions: int | None = None
) -> Truth:
    """Play so many actions of people, each acknowledged on the page; without a number, all of them."""

    def read() -> Truth:
        return Truth.read(database, code)

    def is_asked(truth: Truth) -> bool:
        return truth.is_over or truth.waits_for_people

    while True:
        truth = wait_for(read, is_asked, 60)
        if truth.is_over or actions == 0:
            return truth
        actor = next(each for each in people if truth.seat_of(each.name) in truth.undecided())
        actor.waits_for_version(truth.version)
        options = actor.options()
        place = options.index(("vote", "true")) if ("vote", "true") in options else 0
        actor.clicks(place)
        truth = wait_for_more(read, than=truth)
        actor.waits_for_version(truth.version)
        if actions is not None:
            actions -= 1
            if actions == 0:
                return truth
