"""The tour in the browser: played to its end by acts alone, in one window, and on to a table with bots."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
OUTSIDE = """() => {
    const page = document.documentElement;
    const outside = [...document.querySelectorAll('.tour-guide, .tour-text, .tour-task, #decision button, .claim-answer, '
        + '#tour-next, .seat, .own-strip > *, #practise')].filter(each => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility() && (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight);
    });
    return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth, outside.map(each => each.outerHTML.slice(0, 90))];
}"""


# What tracker and count show, until the moment that is shown tells what it is about, and then.
BEFORE_AND_AFTER = """async () => {
    const read = () => ['#election-tracker [aria-current]', '#fascist-track-count'].map(
        each => document.querySelector(each).textContent.replace(/\\s/g, '')).join(' ');
    const moment = document.querySelector('.moment[data-shown]');
    const before = 'told' in moment.dataset ? 'too late' : read();
    moment.click();
    return {before, after: read()};
}"""


# When the counts of a vote and its ballots began to move, in milliseconds between the first and the last.
APART = """async () => {
    const all = document.querySelector('.moment[data-shown]').getAnimations({subtree: true});
    await Promise.all(all.map(each => each.ready));
    const starts = all.filter(each => ['come-out', 'turn-over'].includes(each.animationName)).map(each => each.startTime);
    return [starts.length, Math.max(...starts) - Math.min(...starts)];
}"""


def confirm(page: Page, button: str) -> None:
    """Press a card or a seat, then confirm; a guard may refuse the first press after things moved."""
    page.wait_for_timeout(900)
    page.locator(button).click()
    expect(page.locator("#confirm-choice")).to_be_visible()
    page.wait_for_timeout(900)
    page.locator("#confirm-choice").click()


def press(page: Page, button: str) -> None:
    """Press once the page has come to rest, which takes a busy machine longer."""
    page.wait_for_timeout(2 * SETTLED_MS)
    page.locator(button).click()


@pytest.mark.parametrize("language", ["", "/pl"])
def test_plays_the_tour_in_one_window_with_choices_of_ones_own(
    invite: Invite, language: str
) -> None:
    page = invite(viewport=PHONE).page
    page.goto(f"{language}/tour/")

    def arrives_at(step: int) -> None:
        page.wait_for_url(f"**/tour/{step}/*")
        assert page.evaluate(OUTSIDE) == [0, 0, []], step

    expect(page.locator("#tour-next")).to_be_hidden()
    page.locator("#secret-role-seal").click()
    expect(page.locator(".secret-role .role-card")).to_be_visible()
    press(page, "#tour-next")
    arrives_at(2)
    press(page, "#act-vote-false")
    arrives_at(3)
    confirm(page, "#act-enact-0")
    arrives_at(4)
    page.locator("#barred-0").click()
    expect(page.locator(".target-barred[open] .target-reason")).to_be_visible()
    confirm(page, "#act-nominate-4")
    arrives_at(5)
    confirm(page, "#act-discard-1")
    arrives_at(6)
    page.go_back()
    arrives_at(5)
    page.go_forward()
    arrives_at(6)
    press(page, "#claim-4-drew-FFF")
    expect(page.locator("#tour-answer")).to_be_focused()
    press(page, "#tour-next")
    arrives_at(7)
    press(page, "#act-vote-true")
    arrives_at(8)
    # Noa was Chancellor and is not Hitler.
    page.locator("#barred-4").click()
    expect(page.locator(".target-barred[open] .target-reason")).to_be_visible()
    confirm(page, "#act-execute-3")
    arrives_at(9)
    press(page, "#practise")
    page.wait_for_url("**/games/*/")
    expect(page.locator("#table")).to_be_visible()


# Which answers do not hold their chips, are too low for a finger, or lie on another.
TIGHT = """() => {
    const box = (each) => each.getBoundingClientRect();
    const answers = [...document.querySelectorAll('#claim-offers > .claim-offer .claim-answer')];
    return answers.filter((each, place) => {
        const { left, right, top, bottom, height } = box(each);
        const parts = [...each.querySelectorAll('.claim-card')].map(box);
        const next = answers[place + 1] && box(answers[place + 1]);
        return height < 44
            || parts.some((part) => part.left < left || part.right > right || part.top < top || part.bottom > bottom)
            || (next && next.top < bottom && next.left < right);
    }).map((each) => each.id);
}"""


@pytest.mark.parametrize("language", ["", "/pl"])
def test_every_answer_of_a_claim_holds_its_chips(invite: Invite, language: str) -> None:
    page = invite(viewport=PHONE).page
    page.goto(f"{language}/tour/6/")
    expect(page.locator("#claim-offers > .claim-offer .claim-card")).to_have_count(12)
    for width, height in ((360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TIGHT) == [], (width, height)


def test_what_happened_is_shown_on_the_stage(invite: Invite, site: Site) -> None:
    person = invite(viewport=PHONE)
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    page.goto("/tour/2/")
    press(page, "#act-vote-true")
    page.wait_for_url("**/tour/3/*")
    shown = page.locator(".moment[data-shown]")
    expect(shown).to_have_attribute("data-kind", "elected")
    shown.click(position={"x": 5, "y": 5})
    expect(shown).to_have_count(0)


def test_what_happened_is_not_seen_before_the_stage_tells_it(invite: Invite, site: Site) -> None:
    """A step arrives covered, with its ballots face down: without the scripts that lift the cover."""
    person = invite(viewport=PHONE)
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    page.goto("/tour/2/")
    page.context.route(re.compile(r"/stage(\.\w+)?\.js"), lambda route: route.abort())
    press(page, "#act-vote-true")
    page.wait_for_url("**/tour/3/*")
    covers = """() => {
        const {x, y, width, height} = document.querySelector('.decision').getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2).closest('[id]').id;
    }"""
    assert page.evaluate(covers) == "moments"
    expect(page.locator(".seat > .vote-cast")).to_have_count(6)
    expect(page.locator(".seat > :is(.vote-ja, .vote-nein), .placard-chancellor")).to_have_count(0)
    page.goto("/tour/9/")
    expect(page.locator("#final-reveal")).to_have_css("opacity", "0")

    person.context.add_cookies([{"name": "device_stage", "value": "text", "url": site.url}])
    page.goto("/tour/9/")
    expect(page.locator("#final-reveal")).to_have_css("opacity", "1")


def test_the_boards_change_with_the_moment_that_tells_of_it(invite: Invite, site: Site) -> None:
    person = invite(viewport=PHONE)
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    step, count = (
        page.locator("#election-tracker [aria-current]"),
        page.locator("#fascist-track-count"),
    )
    moment = page.locator(".moment[data-shown]")

    page.goto("/tour/4/")
    expect(moment).to_have_attribute("data-kind", "enacted")
    watched = page.evaluate(BEFORE_AND_AFTER)
    assert watched == {"before": "0 2/6", "after": "0 3/6"}

    person.context.add_cookies([{"name": "device_stage", "value": "text", "url": site.url}])
    page.reload()
    expect(step).to_have_text("0")
    expect(count).to_have_text("3 / 6")


def test_a_vote_is_turned_over_by_its_moment_and_not_by_the_nomination_before_it(
    invite: Invite, site: Site
) -> None:
    person = invite(viewport=PHONE)
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    page.goto("/tour/5/")
    moment = page.locator(".moment[data-shown]")
    expect(moment).to_have_attribute("data-kind", "nominated")
    plates = moment.locator(".plate")
    expect(plates).to_have_count(2)
    for plate in plates.all():
        expect(plate.locator(".emblem")).to_be_visible()
        expect(plate.locator(".seat-name")).not_to_be_empty()
    in_office = page.locator(".placard-president, .placard-chancellor")
    expect(in_office).to_have_count(0)
    moment.click(position={"x": 5, "y": 5})
    expect(moment).to_have_attribute("data-kind", "elected")
    expect(in_office).to_have_count(2)


def test_two_votes_of_one_step_are_told_one_after_the_other(invite: Invite, site: Site) -> None:
    person = invite(viewport=PHONE)
    person.context.add_cookies([{"name": "device_stage", "value": "full", "url": site.url}])
    page = person.page
    page.goto("/tour/8/?way=j6fn")
    moment = page.locator(".moment[data-shown]")
    ballots = page.locator(".seat > .vote-ja, .seat > .vote-nein")
    expect(moment).to_have_attribute("data-kind", "rejected")
    count, milliseconds = page.evaluate(APART)
    assert count > 7
    assert milliseconds < 100
    # Of each vote the seats show its own ballots, and the tracker where it led.
    expect(page.locator(".seat > .vote-ja")).to_have_count(2)
    expect(page.locator("#election-tracker [aria-current] .visually-hidden")).to_have_text("1")
    moment.click(position={"x": 5, "y": 5})
    expect(moment).to_have_attribute("data-kind", "nominated")
    expect(moment.locator(".moment-headline")).to_contain_text("Alex")
    expect(ballots).to_have_count(0)
    moment.click(position={"x": 5, "y": 5})
    expect(moment).to_have_attribute("data-kind", "elected")
    expect(page.locator(".seat > .vote-ja")).to_have_count(4)
    expect(page.locator("#election-tracker [aria-current] .visually-hidden")).to_have_text("1")
    moment.click(position={"x": 5, "y": 5})
    expect(moment).to_have_attribute("data-kind", "enacted")
    moment.click(position={"x": 5, "y": 5})
    expect(page.locator("#election-tracker [aria-current] .visually-hidden")).to_have_text("0")


def test_where_one_player_alone_can_be_pressed_nobody_else_is_framed(invite: Invite) -> None:
    page = invite(viewport=PHONE).page
    page.goto("/tour/8/")
    expect(page.locator("div.target")).to_have_count(1)
    lit = "each => getComputedStyle(each).animationName"
    assert page.locator("#act-execute-4").evaluate(lit) == "light-up"
    others = page.locator(".decision-players .target-barred > summary")
    assert {each.evaluate(lit) for each in others.all()} == {"none"}


@pytest.mark.parametrize("language", ["", "/pl"])
def test_every_step_fits_a_small_phone(invite: Invite, language: str) -> None:
    page = invite(viewport={"width": 360, "height": 740}).page
    for step in range(1, 10):
        for way in ("j6fn", "n4lj"):
            page.goto(f"{language}/tour/{step}/?way={way}")
            assert page.evaluate(OUTSIDE) == [0, 0, []], (step, way)


@pytest.mark.parametrize("way", ["j6fn", "n4lj"])
def test_tour_is_finished_by_keys(invite: Invite, way: str) -> None:
    page = invite(viewport=PHONE).page

    def enter(button: str) -> None:
        page.wait_for_timeout(2 * SETTLED_MS)
        page.locator(button).focus()
        page.keyboard.press("Enter")

    page.goto(f"/tour/7/?way={way}")
    enter("#act-vote-false")
    page.wait_for_url("**/tour/8/*")
    enter("div.target > button")
    enter("#confirm-choice")
    page.wait_for_url("**/tour/9/*")


def test_tour_is_played_without_scripts(invite: Invite) -> None:
    page = invite(viewport=PHONE, java_script_enabled=False).page
    page.goto("/tour/4/")
    expect(page.locator(".tour-happened")).to_be_visible()
    page.locator("#act-nominate-3").click()
    page.wait_for_url("**/tour/5/*")
    page.locator("#act-discard-0").click()
    page.wait_for_url("**/tour/6/*")
    page.goto("/tour/9/")
    page.locator("#practise").click()
    page.wait_for_url("**/games/*/")
