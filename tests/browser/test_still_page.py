"""The page does not shift while a game goes on, except by the reader's own actions.

Browsers mark shifts within half a second of a click or key as the reader's own.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import Person
from tests.browser.seated import plays_on, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

LOUDER_THAN_THIS = 0.02
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
    for (const {value, sources, hadRecentInput, startTime} of list.getEntries())
        if (!hadRecentInput)
            window.shifts.push({value, startTime, phase: document.getElementById('table')?.dataset.phase,
                of: sources.map(({node, previousRect: then, currentRect: now}) => [
                    node?.id || node?.className || node?.parentElement?.className || String(node),
                    then.top, now.top, then.height, now.height])});
}).observe({type: 'layout-shift', buffered: true});"""


def shifts(person: Person) -> list[dict[str, float]]:
    """Return layout shifts that the reader did not cause; what moves before anything is painted is seen by nobody."""
    found: list[dict[str, float]] = person.page.evaluate(
        """() => {
            const [{startTime}] = performance.getEntriesByName('first-contentful-paint');
            return window.shifts.filter(each => each.startTime > startTime);
        }"""
    )
    return found


def test_nothing_shifts_when_a_table_with_a_hint_is_opened(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Opens", viewport={"width": 390, "height": 844})
    person.page.add_init_script(SHIFTS)
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#first-hints")).to_be_visible()
    page.wait_for_selector("#table[data-live]")
    assert sum(each["value"] for each in shifts(person)) < LOUDER_THAN_THIS


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nothing_shifts_for_players_and_spectators_of_a_whole_game(
    invite: Invite, size: tuple[int, int]
) -> None:
    screen = {"width": size[0], "height": size[1]}
    player = invite(f"Busy {size[0]}", viewport=screen)
    # A clock appears and disappears beside the sentence.
    player.opens_a_lobby(seats=7, pace="talk")
    player.page.add_init_script(SHIFTS)
    code = player.starts()
    watcher = invite("Still", viewport=screen)
    watcher.page.add_init_script(SHIFTS)
    watcher.page.goto(f"/games/{code}/")
    while player.table.get_attribute("data-phase") != "game_over":
        plays_on(player, player.version() + 10)
    watcher.waits_for_version(player.version())
    # The poster has moved in.
    for person in (player, watcher):
        person.page.locator("#put-poster-away").wait_for()
        person.page.wait_for_timeout(1500)

    for person in (player, watcher):
        moved = shifts(person)
        loudest = sorted(moved, key=lambda each: each["value"])[-5:]
        assert sum(each["value"] for each in moved) < LOUDER_THAN_THIS, f"{person.name}: {loudest}"
