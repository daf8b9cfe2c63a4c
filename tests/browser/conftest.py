"""The site and the people of these tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Staged, stage
from tests.browser.people import PATIENCE_MS, Person
from tests.running_site import Site, running_site

# Long enough that a person can be first, short enough for a whole game.
BOTS_ARE_QUICK = {"BOT_PAUSE_SECONDS": "0.05,0.1"}

expect.set_options(timeout=PATIENCE_MS)

Invite = Callable[..., Person]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site for all tests of a module; it must log no error."""
    with running_site(tmp_path_factory.mktemp("site"), **BOTS_ARE_QUICK) as running:
        yield running
    assert "Traceback" not in "".join(running.output)


@pytest.fixture(scope="session")
def staged(site: Site) -> Staged:
    """Games in every phase, and lobbies, to look at only: tests must not act in them."""
    return stage(site)


@pytest.fixture
def invite(site: Site, browser: Browser) -> Iterator[Invite]:
    """Open a browser context for a new person."""
    people: list[Person] = []

    def somebody(name: str = "", url: str = "", **options: Any) -> Person:
        people.append(Person(browser, url or site.url, name, **options))
        return people[-1]

    yield somebody
    for person in people:
        person.close()
