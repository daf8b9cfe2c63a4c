"""Over the table of a phone: a drawer never hides that something is asked, and never moves what stands around it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import press, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
STANDS_ABOVE_THE_TABS = """() => {
    const head = document.querySelector('.decision-head').getBoundingClientRect();
    const tabs = document.querySelector('#talk .drawer-tabs').getBoundingClientRect();
    const boards = document.querySelector('.boards').getBoundingClientRect();
    const strip = document.querySelector('.own-strip').getBoundingClientRect();
    return head.height > 40 && head.top >= boards.bottom && head.bottom <= tabs.top + 2
        && strip.bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight;
}"""


def writes(page: Page, draft: str) -> None:
    page.locator(".chip-talk").click()
    page.fill("#say-text", draft)


def test_a_decision_is_led_to_from_the_talk(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    president, reader, typist = (
        invite(name, viewport=PHONE) for name in ("President", "Reader", "Typist")
    )
    sits_at(president, site, game["actor"], game["code"])
    for person in (reader, typist):
        page = sits_at(person, site, game["waiter"], game["code"])
        writes(page, "what I was going to")
        # Whose turn it is stands above the talk, too.
        assert page.evaluate(STANDS_ABOVE_THE_TABS)
    reader.page.locator("#talk").focus()

    president.clicks(0)

    # A line that is being typed is left alone; the decision calls from above it.
    expect(typist.page.locator("#phase-sentence.decision-sentence-own")).to_be_visible()
    assert typist.page.evaluate(STANDS_ABOVE_THE_TABS)
    expect(typist.page.locator("#say-text")).to_be_focused()
    typist.page.locator(".back-to-stage").click()
    for page in (reader.page, typist.page):
        expect(page.locator("#talk")).to_be_hidden()
        expect(page.locator("#decision .ballot").first).to_be_in_viewport()
        expect(page.locator("#say-text")).to_have_value("what I was going to")


# Both tracks lie over it, and one's own seat beneath it.
LEAVES_THE_BOARDS = """() => {
    const { top, bottom } = document.getElementById('talk').getBoundingClientRect();
    const tracks = [...document.querySelectorAll('.policy-track')];
    return tracks.length === 2 && tracks.every((track) => track.getBoundingClientRect().bottom <= top)
        && document.querySelector('.seat-own').getBoundingClientRect().top >= bottom - 1;
}"""
IS_ON_TOP = """(button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_the_talk_leaves_the_boards_in_sight_and_closes_by_its_chip(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "vote")["vote"]
    page = sits_at(invite("Reader", viewport=PHONE), site, game["waiter"], game["code"])
    page.locator(".chip-talk").click()
    expect(page.locator("#say-text")).to_be_in_viewport(ratio=1)
    assert page.evaluate(LEAVES_THE_BOARDS)
    page.locator(".chip-talk").click()
    expect(page.locator("#talk")).to_be_hidden()


COVERS = """() => {
    const over = document.querySelector('.drawer:target').getBoundingClientRect();
    return [...document.querySelectorAll('.round-table > .seat:not(.seat-own), .decision')].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    }).length;
}"""


def test_on_its_side_the_talk_leaves_people_and_stage_in_sight(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    side = {"width": 844, "height": 390}
    president, reader = (invite(name, viewport=side) for name in ("President", "Reader"))
    sits_at(president, site, game["actor"], game["code"])
    page = sits_at(reader, site, game["waiter"], game["code"])
    page.locator(".chip-talk").click()
    for drawer in ("talk", "rounds", "notes"):
        page.locator(f".drawer:target .drawer-tabs > [href='#{drawer}']").click()
        assert page.evaluate(COVERS) == 0
        assert page.locator(f"#{drawer}").evaluate("each => each.offsetWidth") <= side["width"] / 2

    president.clicks(0)

    # Nothing is in the way of the decision, so nothing is closed.
    press(page, page.locator("#decision .ballot-ja"))
    expect(page.locator("#decision .ballot-ja[aria-pressed='true']")).to_have_count(1)
    expect(page.locator("#notes")).to_be_visible()


def test_the_log_opens_on_its_newest_lines(site: Site, invite: Invite) -> None:
    game = stage(site, "many")["many"]
    page = sits_at(invite("Reader", viewport=PHONE), site, game["waiter"], game["code"])
    page.locator(".chip-talk").click()
    page.locator("#talk .drawer-tabs > [href='#rounds']").click()
    newest = page.locator("#log > :last-child")
    expect(newest).to_be_in_viewport()
    assert page.locator("#log").evaluate("log => log.scrollHeight > log.clientHeight + 100")


def test_a_seat_that_is_taken_over_is_told_above_the_talk(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    reader, typist = (invite(name, viewport=PHONE) for name in ("Reader", "Typist"))
    for person in (reader, typist):
        page = sits_at(person, site, game["actor"], game["code"])
        # Opened while one was asked.
        page.locator(".chip-talk").click()
        expect(page.locator(".back-own")).to_be_visible()
    typist.page.fill("#say-text", "what I was going to")

    leaves = typist.context.new_page()
    leaves.goto(f"/games/{game['code']}/#more")
    leaves.locator("#leave > summary").click()
    leaves.locator("#leave button").click()

    expect(reader.page.locator("#talk")).to_be_hidden()
    for page in (reader.page, typist.page):
        back = page.locator("#take-seat-back")
        expect(back).to_be_in_viewport(ratio=1)
        page.wait_for_function(IS_ON_TOP, arg=back.element_handle())
    expect(typist.page.locator("#say-text")).to_be_focused()
    typist.page.locator("#take-seat-back").click()
    expect(typist.page.locator("#take-seat-back")).to_have_count(0)


def test_on_a_desk_notes_and_more_leave_the_decision_in_sight(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    page = sits_at(
        invite("Writes notes", viewport={"width": 1440, "height": 900}),
        site,
        game["actor"],
        game["code"],
    )
    for chip, drawer in ((".chip-notes", "#notes"), (".chip-more", "#more")):
        page.locator(chip).click()
        expect(page.locator(drawer)).to_be_visible()
        over = page.locator(drawer).bounding_box()
        stage_box = page.locator("section.decision").bounding_box()
        assert over is not None
        assert stage_box is not None
        assert over["x"] >= stage_box["x"] + stage_box["width"]
        expect(page.locator("#decision .ballot").first).to_be_visible()
    page.locator(".chip-notes").click()
    press(page, page.locator("#act-vote-true"))
    expect(page.locator("#act-vote-true[aria-pressed=true]")).to_be_visible()
    expect(page.locator("#notes")).to_be_visible()


def test_an_open_role_makes_way_for_what_is_chosen_and_for_the_talk(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "nominate")["nominate"]
    page = sits_at(invite("Looks", viewport=PHONE), site, game["actor"], game["code"])
    role, confirm = page.locator(".secret-role"), page.locator("#confirm-choice")
    role.locator("summary").click()
    expect(role).to_have_attribute("open", "")
    press(page, page.locator("#decision div.target > button").first)
    expect(role).not_to_have_attribute("open", "")
    expect(confirm).to_be_visible()
    page.wait_for_timeout(SETTLED_MS)
    assert confirm.evaluate(IS_ON_TOP)
    role.locator("summary").click()
    page.locator(".chip-talk").click()
    expect(role).not_to_have_attribute("open", "")
