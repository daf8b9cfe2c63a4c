"""Three people with phones and four bots play a whole game by touch, with the stage on.

The driver taps points of the screen, as a thumb does: nothing is scrolled, nothing is pressed that lies under
something else or outside the window. It looks for what the page offers and knows no addresses.
"""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS, Person

pytestmark = pytest.mark.browser

PHONES = (
    {"width": 360, "height": 740},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
)
NAMES = ("Wilhelmina van Oranje-Na", "Brzęczyszczykiewiczówna", "Оксана")
MOST_TURNS = 4000

# What one person sees: a moment's headline, and the buttons that may be pressed next.
LOOK = """() => {
    const visible = (found) => found.checkVisibility({ visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)].filter(visible).map((found) => found.id);
    const has_voted = all("#decision form[data-action=vote] button[aria-pressed=true]").length > 0;
    const confirm = all("#confirm-choice");
    return {
        deal: Boolean(document.querySelector("#deal[open]")),
        moment: document.querySelector("#moments > [data-shown] .moment-headline")?.textContent.trim() ?? "",
        buttons: has_voted ? [] : confirm.length ? confirm : all("#decision form[data-action] button"),
        is_over: all("#final-reveal-heading").length > 0,
    };
}"""
# Where a thumb meets a button: its middle, or what is wrong with it, or null if it has gone meanwhile.
MEET = """id => {
    const button = document.getElementById(id);
    if (!button?.checkVisibility()) return null;
    const box = button.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (document.scrollingElement.scrollTop > 0) return { wrong: "the page has scrolled" };
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        return { wrong: `${id} is outside the window: ${JSON.stringify(box)}` };
    if (Math.min(box.width, box.height) < 43.5) return { wrong: `${id} is too small: ${box.width} by ${box.height}` };
    const met = document.elementFromPoint(x, y);
    const isFree = met && (button.contains(met) || met.contains(button) || met.closest("#moments"));
    return isFree ? { x, y } : { wrong: `${id} lies under ${met?.outerHTML.slice(0, 200)}` };
}"""


def taps(page: Page, button: str) -> bool:
    """Tap the middle of the button with this id, which has to lie free in the window; False if it has gone."""
    met = page.evaluate(MEET, button)
    if met is None:
        return False
    assert "wrong" not in met, met["wrong"]
    page.touchscreen.tap(met["x"], met["y"])
    return True


class Thumb:
    """What one person sees and taps."""

    def __init__(self, person: Person, chance: Random) -> None:
        self.page: Page = person.page
        self.chance = chance
        self.seen: list[str] = []
        """The headlines of the moments that were seen, in order."""
        self.taps = 0
        self.is_over = False

    def does_what_is_next(self) -> None:
        """Look at a moment, or tap what is offered, or wait a little."""
        sight = self.page.evaluate(LOOK)
        self.is_over = sight["is_over"]
        if sight["deal"]:
            self._looks_at_the_role()
        elif sight["moment"]:
            if sight["moment"] not in self.seen[-1:]:
                self.seen.append(sight["moment"])
        elif sight["buttons"]:
            # What has just come takes no taps.
            self.page.wait_for_timeout(SETTLED_MS)
            self.taps += taps(self.page, self.chance.choice(sight["buttons"]))
        self.page.wait_for_timeout(100)

    def _looks_at_the_role(self) -> None:
        page = self.page
        page.wait_for_timeout(SETTLED_MS)
        page.touchscreen.tap(*middle(page, "#deal-seal > summary"))
        expect(page.locator(".deal-role")).to_be_visible()
        page.wait_for_timeout(SETTLED_MS)
        page.touchscreen.tap(*middle(page, "#deal-seen"))
        expect(page.locator("#deal")).to_be_hidden()


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Where the middle of an element is, in pixels of the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
def test_three_people_play_a_whole_game_on_phones_by_touch(invite: Invite) -> None:
    people = [
        invite(name, viewport=size, has_touch=True, is_mobile=True)
        for name, size in zip(NAMES, PHONES, strict=True)
    ]
    for person in people:
        person.context.add_cookies(
            [{"name": "device_stage", "value": "full", "url": person.site_url}]
        )
    host, *others = people
    lobby = host.opens_a_lobby(seats=7)
    for person in others:
        person.follows_link(lobby)
        person.is_ready()
    host.starts()
    for person in others:
        person.arrives()

    chance = Random(3)
    thumbs = [Thumb(person, chance) for person in people]
    for thumb in thumbs:
        thumb.page.wait_for_selector("#table[data-live]")
    for _turn in range(MOST_TURNS):
        if all(thumb.is_over for thumb in thumbs):
            break
        for thumb in thumbs:
            thumb.does_what_is_next()

    for thumb in thumbs:
        assert thumb.is_over
        # Even the shortest game has four ballots for whoever lives, and more moments than that.
        assert thumb.taps >= 3
        assert len(thumb.seen) > 4
        # Not one of them was scrolled on the way.
        assert thumb.page.evaluate("scrollY") == 0
