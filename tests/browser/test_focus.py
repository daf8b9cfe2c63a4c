"""The focus at a running table: it stays where it is, and moves only when what had it is gone."""

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect

from games.engine.vocabulary import Phase
from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Counts how often the page itself moves the focus; a driver focuses in another world.
COUNT_MOVES = """() => {
    window.moves = [];
    const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function (...options) {
        const before = document.activeElement;
        focus.apply(this, options);
        if (document.activeElement !== before) window.moves.push(this.id);
    };
    window.sentence = document.getElementById('phase-sentence');
}"""
STAYED = "document.getElementById('phase-sentence') === window.sentence"
FOCUSABLE = "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex]"


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


# Waits for no answer: a game that stand-ins play without pauses can be over before it.
LEAVE = """code => {
    const headers = JSON.parse(document.body.getAttribute('hx-headers'));
    fetch(`/games/${code}/leave/`, { method: 'POST', headers });
}"""
WATCH_PHASES = """() => {
    window.phases = new Set();
    const table = document.getElementById('table');
    table.addEventListener('table:updated', () => window.phases.add(table.dataset.phase));
}"""


def test_focus_on_the_sentence_is_left_alone_until_the_game_ends(invite: Invite) -> None:
    ada = invite("Staying")
    ada.opens_a_lobby(seats=7)
    code = ada.starts()
    page = ada.page
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.evaluate(WATCH_PHASES)
    page.locator("#phase-sentence").focus()
    page.evaluate(COUNT_MOVES)
    page.evaluate(LEAVE, code)
    page.wait_for_selector("#table[data-phase=game_over]", timeout=90_000)

    assert len(page.evaluate("[...window.phases]")) > 3
    assert page.evaluate("window.moves") == ["final-reveal-heading"]
    assert page.evaluate(STAYED)


def test_focus_goes_to_the_sentence_once_the_decision_is_made(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("Deciding")
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.evaluate(COUNT_MOVES)
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#decision form[data-action] button").first.press("Enter")
    page.wait_for_timeout(SETTLED_MS)
    version = person.version()
    page.locator("#confirm-choice").press("Enter")
    person.waits_for_version(version + 1)

    assert focused(page) == "phase-sentence"
    assert page.evaluate("window.moves") == ["confirm-choice", "phase-sentence"]


def test_focus_stays_on_a_pile_that_changes(site: Site, invite: Invite) -> None:
    game = stage(site, "president_discard")["president_discard"]
    person = invite("At the piles")
    page = sits_at(person, site, game["actor"], game["code"])
    other = sits_at(invite("Deciding"), site, game["actor"], game["code"])
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    link = page.get_by_role("link", name="Discard pile")
    link.focus()
    counted = page.locator(".pile-discard .pile-cards").inner_text()
    other.locator("#decision form[data-action] button").first.click()
    other.locator("#confirm-choice").click()

    expect(page.locator(".pile-discard .pile-cards")).not_to_have_text(counted)
    expect(link).to_be_focused()


def test_everything_in_a_swapped_region_can_have_its_focus_back(
    site: Site, staged: Staged, invite: Invite
) -> None:
    checked = set[str]()
    for phase in Phase:
        for who in ("actor", "waiter"):
            person = invite("Ids")
            sits_at(person, site, staged[phase][who], staged[phase]["code"])
            while not person.frames:
                person.page.wait_for_timeout(20)
            regions = BeautifulSoup(person.frames[0], "html.parser").find_all(
                True, recursive=False
            )
            found = [each for region in regions for each in region.select(FOCUSABLE)]
            assert [str(each) for each in found if not each.get("id")] == []
            checked |= {str(each["id"]) for each in found}
    assert {
        "piles-draw",
        "election-tracker-rule",
        "fascist-track-zone",
        "why-not-asked",
    } <= checked
