"""The end of a game as its players see it, and as the reloaded page shows it."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import press, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

DESK, PHONE, PHONE_ON_ITS_SIDE = (1440, 900), (390, 844), (844, 390)
ENDS = [
    (DESK, "ending"),
    (DESK, "ending-ranked"),
    (PHONE, "ending"),
    (PHONE, "ending-ranked"),
    (PHONE_ON_ITS_SIDE, "ending"),
]
OWN_RATING = re.compile(r"^Your rating: \d+ → \d+ \([+−-]?\d+\)$")
BUTTONS = "#rematch, .final-reveal a.button, #put-poster-away"
# The parts of the page: their visibility, texts and positions.
LOOK = """() => {
    const parts = [...document.querySelectorAll(`
        .table-title, .decision, .decision > *, .final-reveal, .final-reveal > *, .boards, .boards > *,
        .seat, .own-strip > *, .table-talk-place > *, .table-talk-place form, .table-side > *`)];
    return [...parts.filter(part => part.checkVisibility({visibilityProperty: true})).map(part => {
        const box = part.getBoundingClientRect();
        const isFixed = getComputedStyle(part.closest('.decision, .final-reveal') ?? part).position === 'fixed';
        return [part.id || part.className.replace(/ ?moves|htmx-\\w+/g, ''), part.innerText.replace(/\\s+/g, ' ').trim(),
            ...[box.x + scrollX, box.y + (isFixed ? 0 : scrollY), box.width, box.height].map(Math.round)];
    }), ['page', '', document.documentElement.scrollWidth, document.documentElement.scrollHeight]];
}"""


def look(person: Person) -> list[Any]:
    """Return the parts of the page, once everything has settled at the top."""
    person.page.evaluate("document.activeElement.blur(); scrollTo({top: 0, behavior: 'instant'})")
    person.page.wait_for_timeout(300)
    found: list[Any] = person.page.evaluate(LOOK)
    return found


def hidden_buttons(person: Person) -> list[str]:
    """Return the buttons of the end that are outside the window."""
    found: list[str] = person.page.locator(BUTTONS).evaluate_all(
        """buttons => buttons.filter(button => {
            const {left, right, top, bottom} = button.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
                || !button.contains(document.elementFromPoint(x, y));
        }).map(button => button.innerText)"""
    )
    return found


def both_sit(site: Site, invite: Invite, game: Mapping[str, str], size: tuple[int, int]) -> Any:
    """Open a staged game as the player whose turn it is, and as a spectator."""
    screen = {"width": size[0], "height": size[1]}
    player, watcher = invite("Player", viewport=screen), invite("Watcher", viewport=screen)
    sits_at(player, site, game["actor"], game["code"])
    watcher.page.goto(f"/games/{game['code']}/")
    for person in (player, watcher):
        while not person.frames:
            person.page.wait_for_timeout(50)
    return player, watcher


def told_own_rating(person: Person, *, is_player: bool) -> None:
    """On the poster, and to nobody who has only watched."""
    said = person.page.locator("#own-rating")
    if is_player:
        expect(said).to_have_text(OWN_RATING)
    else:
        expect(said).to_have_count(0)


@pytest.mark.parametrize(("size", "kind"), ENDS, ids=str)
def test_end_of_a_game_looks_as_when_it_is_loaded_anew(
    site: Site, invite: Invite, size: tuple[int, int], kind: str
) -> None:
    game = stage(site, kind)[kind]
    player, watcher = both_sit(site, invite, game, size)
    player.clicks(player.options().index(("execute", game["hitler"])))
    for person in (player, watcher):
        person.page.locator("#final-reveal-heading").wait_for()
        if kind == "ending-ranked":
            person.page.locator(".rating-changes li").first.wait_for(state="attached")
            told_own_rating(person, is_player=person is player)
        # The poster has moved in.
        person.page.wait_for_timeout(2500)
        outcome = r"^You (won|lost)$" if person is player else r"^(Liberals|Fascists) win$"
        expect(person.page.locator("#final-reveal-heading")).to_have_text(re.compile(outcome))
        own = person.page.locator(".role-card-own")
        expect(own).to_have_count(1 if person is player else 0)
        assert 1 <= person.page.locator(".final-reveal-acts li").count() <= 3
        assert hidden_buttons(person) == [], person.name
        lived = look(person)
        person.reloads()
        if kind == "ending-ranked":
            told_own_rating(person, is_player=person is player)
        assert hidden_buttons(person) == [], person.name
        assert lived == look(person), person.name


@pytest.mark.parametrize("size", [DESK, PHONE, PHONE_ON_ITS_SIDE], ids=str)
def test_finished_table_is_a_whole_screen_with_roles_at_the_seats(
    site: Site, invite: Invite, size: tuple[int, int]
) -> None:
    game = stage(site, "game_over")["game_over"]
    ada = invite("Ada", viewport={"width": size[0], "height": size[1]})
    page = sits_at(ada, site, game["actor"], game["code"])
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#put-poster-away").click()
    poster, back = page.locator("#final-reveal"), page.locator("#show-poster")
    expect(poster).to_be_hidden()
    expect(back).to_be_focused()
    expect(page.get_by_role("button", name="Rematch with the same people")).to_be_in_viewport()
    roles = page.locator(".seat .seat-role")
    expect(roles).to_have_count(page.locator(".round-table > .seat").count())
    assert roles.locator("xpath=self::*[contains(., 'Hitler')]").count() == 1
    fills = "[document.documentElement.scrollHeight - innerHeight, scrollY]"
    assert page.evaluate(fills) == [0, 0]
    if size != DESK:
        page.locator(".chip-talk").click()
        expect(page.locator("#talk")).to_be_visible()
        assert page.evaluate(fills) == [0, 0]
        expect(page.locator(".boards")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
    press(page, back)
    expect(poster).to_be_visible()
    expect(page.locator("#final-reveal-heading")).to_be_focused()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=str)
def test_abandoned_game_looks_as_when_it_is_loaded_anew(
    invite: Invite, size: tuple[int, int]
) -> None:
    screen = {"width": size[0], "height": size[1]}
    player, watcher = invite(f"Last {size[0]}", viewport=screen), invite("Fan", viewport=screen)
    player.opens_a_lobby(seats=5)
    code = player.starts()
    watcher.page.goto(f"/games/{code}/")
    while not player.page.locator("#decision .ballot-ja").count():
        if player.options():
            player.clicks(0)
        player.page.wait_for_timeout(200)
    assert player.page.locator(".placard-candidate").count() == 2
    player.page.locator(".chip-more").click()
    player.page.locator("#proposals-heading").click()
    player.page.locator("#propose-abandon").click()
    for person in (player, watcher):
        person.page.locator("#table-state[data-ended]").wait_for(state="attached")
        person.page.wait_for_timeout(1000)
        assert person.page.locator(".placard-candidate").count() == 0
        lived = look(person)
        person.reloads()
        assert lived == look(person), person.name
