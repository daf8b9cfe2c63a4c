"""The page stands still while a game goes on: nothing shifts that the reader did not move."""

import pytest

from tests.browser.conftest import Invite
from tests.browser.seated import plays_on

pytestmark = pytest.mark.browser

LOUDER_THAN_THIS = 0.02
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
    for (const {value, sources} of list.getEntries())
        window.shifts.push({value, phase: document.getElementById('table')?.dataset.phase,
            inLog: sources.every(({node}) => (node?.closest ? node : node?.parentElement)?.closest('#log')),
            of: sources.map(({node}) => node?.id || node?.className || String(node))});
}).observe({type: 'layout-shift', buffered: true});"""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nothing_shifts_while_a_game_is_watched(invite: Invite, size: tuple[int, int]) -> None:
    """Until the end, which turns the page over; and the log scrolls within its own box."""
    ada = invite(f"Busy {size[0]}")
    ada.opens_a_lobby(seats=7)
    code = ada.starts()
    watcher = invite("Still", viewport={"width": size[0], "height": size[1]})
    watcher.page.add_init_script(SHIFTS)
    watcher.page.goto(f"/games/{code}/")
    while ada.table.get_attribute("data-phase") != "game_over":
        plays_on(ada, ada.version() + 10)
    watcher.waits_for_version(ada.version())
    shifts = [
        each
        for each in watcher.page.evaluate("window.shifts")
        if each["phase"] != "game_over" and not each["inLog"]
    ]

    assert sum(each["value"] for each in shifts) < LOUDER_THAN_THIS, shifts
