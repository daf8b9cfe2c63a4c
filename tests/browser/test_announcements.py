"""A screen reader's view of a game: every event once, in order, from one place."""

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.seated import plays_on, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Records the texts of the live regions, in order.
HEAR = """() => {
    window.heard = {polite: [], urgent: []};
    for (const [name, id] of [['polite', 'announcer'], ['urgent', 'announcer-urgent']]) {
        new MutationObserver(changes => {
            for (const {addedNodes} of changes)
                for (const node of addedNodes) window.heard[name].push(node.textContent);
        }).observe(document.getElementById(id), {childList: true});
    }
}"""


def test_every_event_is_announced_once_and_in_order(invite: Invite) -> None:
    ada = invite("Listening")
    ada.opens_a_lobby(seats=10)
    ada.starts()
    # All others have voted or wait as well: no update is coming.
    expect(ada.page.locator("#decision button").first).to_be_visible()
    ada.page.wait_for_timeout(1500)
    ada.page.evaluate(HEAR)
    ada.frames.clear()
    plays_on(ada, 90)
    frames = list(ada.frames)
    told = [
        (line.get_text(), line.has_attr("data-urgent"))
        for frame in frames
        for part in BeautifulSoup(frame, "html.parser").select("#announcements")
        for line in part.select("li")
    ]
    polite = [text for text, is_urgent in told if not is_urgent]
    ada.page.wait_for_function("count => window.heard.polite.length >= count", arg=len(polite))
    heard = ada.page.evaluate("window.heard")

    assert heard["polite"][: len(polite)] == polite
    assert len([text for text in polite if text.startswith("Voted: ")]) >= 10
    urgent = [text for text, is_urgent in told if is_urgent]
    assert heard["urgent"][: len(urgent)] == urgent
    assert all(text.startswith("Your decision. ") for text in urgent)
    assert ada.page.locator("#announcements > li").count() == 0


def test_nothing_but_the_announcer_is_a_live_region_of_the_game(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["vote"]
    page = sits_at(invite("Ears"), site, game["actor"], game["code"])
    live = page.evaluate(
        "[...document.querySelectorAll('[aria-live], [role=log], [role=alert], [role=status]')]"
        ".filter(each => each.getAttribute('aria-live') !== 'off').map(each => each.id)"
    )

    assert {"announcer", "announcer-urgent"} <= set(live)
    assert not {"log", "phase-sentence", "phase-aside", "notices", "decision"} & set(live)


def test_a_stand_in_is_announced_at_once_with_the_way_back(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("Replaced")
    page = sits_at(person, site, game["actor"], game["code"])
    page.wait_for_selector("#table[data-live]")
    page.evaluate(HEAR)
    address = f"/games/{game['code']}/leave/"
    page.evaluate(
        """async address => {
            const headers = JSON.parse(document.body.getAttribute('hx-headers'));
            await fetch(address, { method: 'POST', headers });
        }""",
        address,
    )

    page.wait_for_function("window.heard.urgent.length > 0")
    assert page.evaluate("window.heard.urgent") == [
        "A stand-in plays your seat. Take my seat back"
    ]
    expect(page).to_have_title("Friday night · Secret Hitler")
    expect(page.locator("#phase-sentence")).not_to_have_class("decision-sentence-own")
