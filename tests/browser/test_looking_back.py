"""The log, looking back and a player's record, over a table that goes on."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import press, watches
from tests.browser.test_every_page import findings
from tests.running_site import Site

pytestmark = pytest.mark.browser


TRIES = 10
# Chooses and confirms; true once nothing is left to choose.
CHOOSES = """() => {
    const chosen = document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice');
    const target = document.querySelector('.decision-players button');
    (chosen || target)?.click();
    return !target;
}"""


def plays_until_round(person: Person, number: int) -> None:
    """Decide when asked; every government is rejected, so that the game lasts."""
    person.page.wait_for_function(
        """number => {
            const no = document.querySelector('#act-vote-false[aria-pressed=false]');
            const chosen = document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice');
            (chosen || no || document.querySelector('#decision form[data-action] button'))?.click();
            return document.getElementById(`round-${number}`)
                || document.getElementById('table').dataset.phase === 'game_over';
        }""",
        arg=number,
        polling=100,
        timeout=60_000,
    )


def live_texts(page: Page, role: str) -> str:
    """Return the texts of live regions with this role that a screen reader can reach."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def texts(node: dict[str, Any]) -> list[str]:
        own = node.get("name", {}).get("value", "") if not node["ignored"] else ""
        below = [by_id[each] for each in node.get("childIds", ()) if each in by_id]
        return [own, *(text for child in below for text in texts(child))]

    regions = [
        node for node in nodes if not node["ignored"] and node.get("role", {}).get("value") == role
    ]
    return " | ".join(text for region in regions for text in texts(region) if text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_past_is_looked_at_without_leaving_the_table(invite: Invite, scheme: str) -> None:
    ada = invite(f"Looking {scheme}", color_scheme=scheme, reduced_motion="reduce")
    page = ada.page
    ada.opens_a_lobby(seats=7)
    ada.starts()
    address = page.url
    plays_until_round(ada, 4)

    # Entries that the reader watched stay open; after a reload older ones are closed.
    ada.reloads()
    # By keyboard: open an entry, follow its link, turn pages, and return.
    page.locator("#round-1-head").press("Enter")
    # A newly opened element ignores presses for a moment.
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#look-back-1").press("Enter")
    dialog = page.locator("#look-back")
    heading = page.locator("#look-back-heading")
    expect(heading).to_have_text("The board after round 1")
    expect(heading).to_be_focused()
    assert findings(page) == []
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#look-back-next").press("Enter")
    expect(heading).to_have_text("The board after round 2")
    expect(page.locator("#look-back-next")).to_be_focused()

    # The table goes on underneath, and the dialog stays.
    version = ada.version()
    page.wait_for_function(
        """version => {
            document.querySelector('#act-vote-false[aria-pressed=false]')?.click();
            const chosen = document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice');
            (chosen || document.querySelector('#decision form[data-action] button'))?.click();
            return Number(document.getElementById('table').dataset.version) > version + 2;
        }""",
        arg=version,
        polling=100,
    )
    expect(heading).to_have_text("The board after round 2")
    assert dialog.evaluate("dialog => dialog.open")

    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#look-back-1")).to_be_focused()
    assert page.url == address

    # A seat that may be chosen is pressed to choose it; at any other time it leads to its record.
    for _attempt in range(TRIES):
        page.wait_for_function(CHOOSES, polling=100)
        page.wait_for_timeout(SETTLED_MS)
        # Meanwhile the bots may have handed the choice back, or moved the seat: then a press does nothing.
        with suppress(TooLate):
            page.locator(".seat-record").nth(2).click(timeout=2000)
            heading.wait_for(timeout=2000)
            break
    expect(heading).to_have_text(re.compile("^ ?Record of "))
    assert findings(page) == []
    page.get_by_role("button", name="Back to the table").click()
    expect(dialog).to_be_hidden()
    assert page.url == address


def test_names_in_the_log_lead_to_the_records_of_their_players(invite: Invite) -> None:
    ada = invite("Naming", reduced_motion="reduce")
    page = ada.page
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_until_round(ada, 2)
    names = page.locator("#seats .seat-name, .round-table .seat-name").all_inner_texts()
    votes = page.locator("#round-1 .log-entry[data-about=votes]").first
    # Everybody voted, and a name is a link wherever it stands; also in lines that came over the socket.
    expect(votes.locator("a")).to_have_count(5)
    linked = votes.locator("a").evaluate_all(
        "all => all.map(each => [each.textContent, each.getAttribute('href')])"
    )
    for name, address in linked:
        assert address.endswith(f"/{names.index(name)}/"), (name, address)
    # The Tab key goes past them.
    assert page.locator("#log a.log-name:not([tabindex='-1'])").count() == 0

    address, heading = page.url, page.locator("#look-back-heading")
    name = linked[0][0]
    votes.get_by_role("link", name=name, exact=True).click()
    expect(heading).to_contain_text(name)
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("#look-back")).to_be_hidden()
    assert page.url == address
    # Without a socket the page is fetched again, and a log without news stays the same element.
    page.route_web_socket("**/ws/games/**", lambda socket: socket.close())
    page.reload()
    expect(votes.locator("a")).to_have_count(5)
    shown = page.locator("#log").element_handle()
    with page.expect_response(lambda answer: answer.url == address):
        pass
    page.wait_for_timeout(SETTLED_MS)
    assert shown is not None
    assert shown.evaluate("log => log.isConnected")
    expect(votes.locator("a")).to_have_count(5)


def test_filter_leaves_what_was_asked_for(invite: Invite) -> None:
    ada = invite("Filtering")
    page = ada.page
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_until_round(ada, 3)
    lines = page.locator("#log .log-entry:visible")

    page.get_by_label("Show", exact=True).select_option("votes")
    assert set(lines.evaluate_all("all => all.map(each => each.dataset.about)")) == {"votes"}
    # New lines are filtered, too.
    plays_until_round(ada, 4)
    expect(page.locator("#round-3 .log-entry:visible").first).to_be_visible()
    assert set(lines.evaluate_all("all => all.map(each => each.dataset.about)")) == {"votes"}

    page.get_by_label("Show", exact=True).select_option("seat-0")
    rounds = page.locator("#log .round-entry:visible")
    assert rounds.count() < page.locator("#log .round-entry").count()
    for seats in rounds.locator(".round-head").evaluate_all(
        "all => all.map(each => each.parentElement.parentElement.outerHTML)"
    ):
        assert re.search(r'data-seats="[\d ]*\b0\b', seats)

    page.get_by_label("Show", exact=True).select_option("all")
    assert (
        page.locator("#log .round-entry:visible").count()
        == page.locator("#log .round-entry").count()
    )


def test_player_who_looks_back_is_told_that_the_table_waits(invite: Invite) -> None:
    ada = invite("Absent-minded")
    page = ada.page
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_until_round(ada, 2)
    page.locator("#look-back-1").click()
    waiting = page.locator("#look-back-your-decision")
    # Sooner or later everybody votes.
    expect(waiting).to_have_text("The table waits for you.")
    expect(waiting).to_be_visible()


NOMINATES = """
from tests.browser import stage
stage.nominated(stage.Game.objects.get(code={code!r}))
"""


def test_record_makes_way_for_a_decision_of_ones_own(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    page = watches(invite("Curious"), site, game, "waiter")
    press(page, page.locator(".seat-record").nth(2))
    dialog = page.locator("#look-back")
    expect(dialog).to_be_visible()
    expect(page.locator("#look-back-your-decision")).to_be_hidden()

    site.runs(NOMINATES.format(code=game["code"]))

    expect(dialog).to_be_hidden()
    # Who opens it then is not sent away again, and knows that the table waits.
    expect(page.locator("#act-vote-true")).to_be_visible()
    press(page, page.locator(".seat-record").nth(2))
    expect(page.locator("#look-back-your-decision")).to_have_text("The table waits for you.")
    page.locator("#look-back-your-decision").click()
    expect(dialog).to_be_hidden()


def test_record_says_that_something_happens_behind_it(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Looks on")
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    page.goto(f"/games/{game['code']}/")
    page.wait_for_selector("#table[data-live]")
    press(page, page.locator(".seat-record").nth(2))
    call = page.locator("#look-back-your-decision")
    expect(call).to_be_hidden()

    site.runs(NOMINATES.format(code=game["code"]))

    expect(call).to_have_text("The table goes on: look there")
    expect(call).to_be_in_viewport(ratio=1)
    expect(call).to_be_hidden()
    expect(page.locator("#look-back")).to_be_visible()


def test_events_are_read_out_over_an_open_look_back(invite: Invite) -> None:
    ada = invite("Hearing")
    page = ada.page
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_until_round(ada, 2)
    page.locator("#look-back-1").click()
    expect(page.locator("#look-back-heading")).to_be_visible()

    # The table goes on underneath, until it waits for something new.
    page.wait_for_function(
        """() => {
            document.querySelector('#decision:not(:has([aria-pressed=true])) form button')?.click();
            document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice')?.click();
            return document.querySelector('#look-back [role=alert]').textContent.includes('Your decision. ');
        }""",
        polling=100,
    )
    assert "Your decision. " in live_texts(page, "alert")
    # What led to it is said before, some of it in the same breath.
    told = page.locator("#look-back :is([role=log], [role=alert]) p").all_text_contents()
    assert len(told) > 1
    page.keyboard.press("Escape")
    # Afterwards it is announced in the usual place.
    plays_until_round(ada, 3)
    expect(page.locator("#announcer p, #announcer-urgent p").first).to_be_attached()
    assert page.locator("#look-back").is_hidden()
