"""Updates animate, but not with reduced motion, and any key ends an animation."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged
from tests.browser.seated import plays_on, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

MOVED = """window.moved = new Set(); new MutationObserver(changes => {
    for (const {target} of changes)
        if (target.classList?.contains('moves')) window.moved.add(target.className);
}).observe(document, {subtree: true, attributes: true, attributeFilter: ['class']});"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_things_move_on_updates_but_not_where_less_motion_is_asked_for(
    invite: Invite, motion: Any
) -> None:
    ada = invite(f"Moving {motion}", reduced_motion=motion)
    ada.page.add_init_script(MOVED)
    ada.opens_a_lobby(seats=5)
    ada.starts()
    plays_on(ada, 60)
    moved = ada.page.evaluate("[...window.moved].join(' ')")

    assert ("vote-" in moved) == (motion == "no-preference")


def test_nothing_moves_on_the_first_look(site: Site, staged: Staged, invite: Invite) -> None:
    for phase in ("president_discard", "game_over"):
        person = invite(f"New in {phase}")
        person.page.add_init_script(MOVED)
        page = sits_at(person, site, staged[phase]["actor"], staged[phase]["code"])
        # The socket sends the whole table once more.
        page.wait_for_timeout(1000)
        assert person.frames
        assert page.evaluate("window.moved.size") == 0


def test_any_key_ends_a_movement(site: Site, staged: Staged, invite: Invite) -> None:
    game = staged["president_discard"]
    page = sits_at(invite("Impatient"), site, game["actor"], game["code"])
    page.wait_for_timeout(300)
    page.locator("#decision .hand > li").first.evaluate("card => card.classList.add('moves')")
    expect(page.locator(".moves")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator(".moves")).to_have_count(0)


# How many movements of the home page go on, and how far the film of a game is.
FILM = """() => {
    const moving = document.getAnimations().filter(each => each.effect.getComputedTiming().endTime > 0);
    return [moving.filter(each => each.playState === 'running').length, moving[0]?.currentTime ?? 0];
}"""


def test_film_of_home_stops_at_a_press_and_never_begins_with_reduced_motion(
    browser: Browser, site: Site
) -> None:
    """What moves by itself for longer than five seconds needs a way to stop it (WCAG 2.2.2)."""
    with browser.new_context(base_url=site.url) as context:
        page = context.new_page()
        page.goto("/")
        stop = page.get_by_role("checkbox", name="Stop the animation")
        assert page.evaluate(FILM)[0] > 20
        stop.focus()
        page.keyboard.press("Space")
        # What pauses stands still from the next frame on.
        page.evaluate(
            "() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))"
        )
        moving, at = page.evaluate(FILM)
        assert moving == 0
        page.wait_for_timeout(300)
        assert page.evaluate(FILM) == [0, at]
        stop.uncheck()
        assert page.evaluate(FILM)[0] > 20
    with browser.new_context(base_url=site.url, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto("/")
        assert page.evaluate(FILM) == [0, 0]
        expect(page.get_by_role("checkbox", name="Stop the animation")).to_be_hidden()
        # Its still picture is the question.
        shots = page.locator(".scene-shot, .scene-answer").evaluate_all(
            "all => all.filter(each => getComputedStyle(each).opacity === '1').map(each => each.innerText.trim())"
        )
        assert shots == ["Is Esra Hitler?"]


# Where the card of the film lies on its stage at an instant: below the title, above the stage's foot, and how high.
CARD_OF_THE_FILM = """part => {
    for (const each of document.getAnimations()) {
        if (!each.effect.target.closest('.home-picture')) continue;
        each.pause();
        each.currentTime = each.effect.getTiming().duration * part;
    }
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const [card, title, stage] = ['.scene-card', '.scene-enacted > .scene-kicker', '.scene-stage'].map(box);
    return [card.top - title.bottom, stage.bottom - card.bottom, card.height / stage.height];
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_card_of_the_film_turns_over_below_its_title(
    browser: Browser, site: Site, size: tuple[int, int]
) -> None:
    with browser.new_context(
        base_url=site.url, viewport={"width": size[0], "height": size[1]}
    ) as context:
        page = context.new_page()
        page.goto("/")
        for part in (0, 0.005, 0.02, 0.06, 0.07, 0.1, 0.13):
            below_title, above_foot, share = page.evaluate(CARD_OF_THE_FILM, part)
            assert below_title > 0, part
            assert above_foot > 0, part
            assert share <= 0.7, part


def test_film_of_home_moves_nothing_else_and_costs_no_layout(browser: Browser, site: Site) -> None:
    cheap = {"opacity", "translate", "scale", "rotate", "clipPath"}
    with browser.new_context(base_url=site.url) as context:
        page = context.new_page()
        page.goto("/")
        animated = page.evaluate(
            """() => [...new Set(document.getAnimations()
                .filter(each => each.effect.target.closest(".home-picture")).flatMap(each =>
                each.effect.getKeyframes().flatMap(frame => Object.keys(frame))))]"""
        )
        names = set(animated) - {"offset", "computedOffset", "easing", "composite"}
        assert names <= cheap
        assert {"opacity", "translate", "scale"} <= names
