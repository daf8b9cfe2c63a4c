"""New elements ignore presses for a moment, and irreversible actions need a confirmation."""

import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import press, sits_at, watches
from tests.browser.truth import Truth
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
# The speed of a double tap, a little slower than a table answers.
TAPS_APART_MS = 450
# Presses a card at the moment it appears.
AT_ONCE = """() => {
    window.pressed = 0;
    new MutationObserver(() => {
        const card = document.querySelector('#decision button.policy-card');
        if (card && !window.pressed) { window.pressed += 1; card.click(); }
    }).observe(document.body, {subtree: true, childList: true});
}"""


# What has blinked, by its id, in this order.
BLINKS = """() => {
    window.blinks = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (timing.id === 'not-yet') { window.blinks.push(this.id); }
        return animate.call(this, frames, timing);
    };
}"""
NEW_BUTTON = """() => {
    const button = document.createElement('button');
    button.id = 'new';
    button.style = 'position: fixed; inset: 100px auto auto 20px; width: 200px; height: 100px; z-index: 9';
    button.onclick = () => window.blinks.push('pressed');
    document.querySelector('main').append(button);
}"""


def truth_of(site: Site, code: str) -> Truth:
    return Truth.read(site.environment["DATABASE_URL"], code)


def taps(page: Page, place: Locator, *, times: int = 1) -> None:
    """Tap on an element, and again on the same spot."""
    box = place.bounding_box()
    assert box is not None
    for tap in range(times):
        if tap:
            page.wait_for_timeout(TAPS_APART_MS)
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def at_a(site: Site, person: Person, phase: str) -> tuple[Page, str]:
    """Open a game of its own in that phase, with its buttons settled; return the code."""
    game = stage(site, phase)[phase]
    # First-game hints would cover the head of the page.
    person.page.add_init_script("localStorage.setItem('hints', JSON.stringify({off: true}))")
    page = sits_at(person, site, game["actor"], game["code"])
    while not person.frames:
        page.wait_for_timeout(50)
    page.wait_for_timeout(SETTLED_MS)
    return page, game["code"]


def test_double_tap_on_the_last_ballot_discards_nothing(site: Site, invite: Invite) -> None:
    ada = invite("Two Taps", **PHONE)
    page, code = at_a(site, ada, "last_ballot")
    page.evaluate(AT_ONCE)
    taps(page, page.locator("#act-vote-true"), times=2)
    expect(page.locator("#decision .policy-card")).to_have_count(3)
    # There was something to press.
    page.wait_for_function("window.pressed > 0")
    page.wait_for_timeout(500)

    assert truth_of(site, code).phase == "president_discard"
    expect(page.locator("#confirm-choice")).to_be_hidden()


def test_what_refuses_a_press_blinks(invite: Invite) -> None:
    page = invite("Too Early", **PHONE).page
    page.goto("/accounts/preferences/")
    page.evaluate(BLINKS)
    page.evaluate(NEW_BUTTON)
    page.touchscreen.tap(120, 150)
    assert page.evaluate("window.blinks") == ["new"]
    page.wait_for_timeout(SETTLED_MS)
    page.touchscreen.tap(120, 150)
    assert page.evaluate("window.blinks") == ["new", "pressed"]

    # A key reaches it, and is refused.
    page.evaluate("document.getElementById('new').remove()")
    page.evaluate(NEW_BUTTON)
    page.locator("#new").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("window.blinks") == ["new", "pressed", "new"]

    page.evaluate("document.getElementById('new').remove()")
    page.evaluate(NEW_BUTTON)
    page.evaluate("""() => {
        const dialog = document.createElement('dialog');
        document.querySelector('main').append(dialog);
        dialog.append(document.getElementById('new'));
        dialog.showModal();
    }""")
    page.touchscreen.tap(120, 150)
    assert page.evaluate("window.blinks") == ["new", "pressed", "new", "new"]


@pytest.mark.parametrize(
    "phase",
    [
        "president_discard",
        "chancellor_enact",
        "investigate",
        "special_election",
        "execute",
        "veto_answer",
    ],
)
def test_irreversible_action_is_chosen_and_confirmed(
    site: Site, invite: Invite, phase: str
) -> None:
    ada = invite(f"Careful {phase}", **PHONE)
    page, code = at_a(site, ada, phase)
    before = truth_of(site, code)
    confirm = page.locator("#confirm-choice")
    choices = page.locator("#decision form[data-action] button")
    taps(page, choices.first, times=3)
    expect(confirm).to_be_focused()
    expect(choices.first).to_have_attribute("aria-pressed", "true")
    # Another choice, and no choice.
    choices.last.tap()
    expect(choices.first).not_to_have_attribute("aria-pressed", "true")
    expect(choices.last).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(confirm).to_be_hidden()
    expect(choices.last).to_be_focused()
    choices.last.tap()
    page.locator("#take-back").tap()
    expect(confirm).to_be_hidden()
    assert len(truth_of(site, code).events) == len(before.events)

    choices.last.tap()
    # A key too early does nothing; nor does a held key.
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert len(truth_of(site, code).events) == len(before.events)
    confirm.tap()
    ada.waits_for_version(before.version + 1)
    assert truth_of(site, code).phase != phase


def test_ballot_may_be_changed_without_delay(site: Site, invite: Invite) -> None:
    ada = invite("Wavering", **PHONE)
    page, code = at_a(site, ada, "vote")
    version = ada.version()
    for ballot in ("true", "false", "true"):
        started = time.monotonic()
        taps(page, page.locator(f"#act-vote-{ballot}"))
        expect(page.locator(f"#act-vote-{ballot}")).to_have_attribute("aria-pressed", "true")
        assert time.monotonic() - started < SETTLED_MS / 1000 * 3
        page.wait_for_timeout(100)
    assert truth_of(site, code).version > version


def test_press_ends_on_what_it_has_begun_on_though_that_moves(site: Site, invite: Invite) -> None:
    page, _code = at_a(site, invite("Slow Finger"), "president_discard")
    box = page.locator("#decision button.policy-card").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("""() => {
        document.querySelector('#decision .hand').style.translate = '0 20px';
        document.body.append(document.createElement('p'));
    }""")
    page.wait_for_timeout(100)
    page.mouse.up()
    expect(page.locator("#confirm-choice")).to_be_visible()


def test_lobby_button_that_changes_its_meaning_is_pressed_once(invite: Invite) -> None:
    host, ada = invite("Guarding Host"), invite("Ready Twice", **PHONE)
    ada.follows_link(host.opens_a_lobby(seats=5))
    ready = ada.page.locator("#ready[value='1']")
    ada.page.wait_for_timeout(SETTLED_MS)
    taps(ada.page, ready, times=2)
    ada.page.wait_for_timeout(600)
    expect(ada.page.locator("#ready[value='0']")).to_be_visible()


def test_dialog_that_opens_takes_no_second_tap(site: Site, invite: Invite) -> None:
    ada = invite("Dialog Ada", **PHONE)
    page, _code = at_a(site, ada, "nominate")
    page.locator(".chip-more").tap()
    page.wait_for_timeout(SETTLED_MS)
    taps(page, page.locator("[data-opens=shortcuts]"), times=2)
    expect(page.locator("#shortcuts")).to_be_visible()
    # Closed, it uncovers elements that ignore the dialog's second tap.
    page.wait_for_timeout(SETTLED_MS)
    page.evaluate("""() => {
        window.taps = [];
        document.addEventListener('click', event => window.taps.push(event.target.id));
    }""")
    close = page.locator("#shortcuts").get_by_role("button", name="Close")
    close.scroll_into_view_if_needed()
    taps(page, close, times=2)
    expect(page.locator("#shortcuts")).to_be_hidden()
    assert [each for each in page.evaluate("window.taps") if each.startswith("act-")] == []


def test_press_after_scrolling_counts_in_the_place_of_the_one_before(invite: Invite) -> None:
    page = invite("Wheel Wim", viewport={"width": 390, "height": 500}).page
    page.goto("/accounts/preferences/")
    first, second = page.get_by_label("Light", exact=True), page.get_by_role("radio").nth(4)
    first.click()
    # Both presses fall on one spot, faster than a double tap may be.
    place, other = first.bounding_box(), second.bounding_box()
    assert place is not None
    assert other is not None
    page.mouse.wheel(0, other["y"] - place["y"])
    page.wait_for_function(
        "([radio, y]) => Math.abs(radio.getBoundingClientRect().y - y) < 3",
        arg=[second.element_handle(), place["y"]],
    )
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(second).to_be_checked()


SHORT_CLOCK = """() => {
    const clock = document.createElement('time');
    clock.dataset.deadline = '';
    clock.dateTime = new Date(Date.now() + 3000).toISOString();
    document.getElementById('decision-clock').append(clock);
}"""


def test_a_marked_choice_is_confirmed_before_the_time_is_up(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    page = watches(invite("Undecided"), site, game, "actor", how="text")
    target = page.locator("#decision div.target button").last
    chosen = target.inner_text()
    press(page, target)
    expect(page.locator("#confirm-choice")).to_be_visible()
    page.evaluate(SHORT_CLOCK)
    expect(page.locator("#table")).to_have_attribute("data-phase", "vote")
    expect(page.locator("#phase-sentence")).to_contain_text(chosen)


def test_nothing_is_confirmed_that_was_taken_back(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    page = watches(invite("Takes back"), site, game, "actor", how="text")
    press(page, page.locator("#decision div.target button").last)
    press(page, page.locator("#take-back"))
    page.evaluate(SHORT_CLOCK)
    expect(page.locator("#decision-clock time")).to_have_text("0:00")
    expect(page.locator("#table")).to_have_attribute("data-phase", "nominate")
