"""A vote on the stage: nothing tells its result before the ballots have turned, and all can be read meanwhile."""

from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import watches
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Every instant at which something has just changed, once the stage shows: what lies where, and what can be seen.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const moment = document.querySelector('#moments > [data-shown]');
        if (moment) {
            const {x, y, width, height} = document.querySelector('.decision').getBoundingClientRect();
            const stamp = moment.querySelector('.moment-stamp');
            const marks = [...document.querySelectorAll('.seat-marks')];
            window.seen.push({
                covered: Boolean(document.elementFromPoint(x + width / 2, y + 9)?.closest('#moments')),
                stamped: stamp ? getComputedStyle(stamp).opacity > 0 : true,
                marks: marks.map(seat => seat.textContent.trim()).join(),
            });
        }
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize(("name", "press_on"), [("last_ballot", "true"), ("lost_ballot", "false")])
def test_no_office_and_no_sentence_gives_a_vote_away(
    site: Site, invite: Invite, name: str, press_on: str
) -> None:
    game = stage(site, name)[name]
    page = watches(invite(f"Voter {press_on}"), site, game, "actor")
    page.evaluate(WATCH)
    marks = (
        "[...document.querySelectorAll('.seat-marks')].map(seat => seat.textContent.trim()).join()"
    )
    before = page.evaluate(marks)
    page.locator(f"#act-vote-{press_on}").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    expect(page.locator("#moments > *")).to_have_count(0)
    seen = page.evaluate("seen")
    assert len(seen) > 10
    assert all(each["covered"] for each in seen)
    assert {each["marks"] for each in seen if not each["stamped"]} == {before}
    assert page.evaluate(marks) != before


# The least contrast of what is read on seats; how far the ballots have turned is the test's.
CONTRASTS = """() => {
    const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const paint = colour => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = rgb => {
        const [r, g, b] = rgb.slice(0, 3).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = element => {
        for (let each = element; each; each = each.parentElement) {
            const rgb = paint(getComputedStyle(each).backgroundColor);
            if (rgb[3] > 250) return rgb;
        }
        return [255, 255, 255];
    };
    return [...document.querySelectorAll('.seat .seat-name, .seat .seat-number, .seat .placard, .seat-marks > .badge')]
        .filter(each => each.checkVisibility({visibilityProperty: true}))
        .map(each => {
            const [one, two] = [light(paint(getComputedStyle(each).color)), light(ground(each))].sort((a, b) => b - a);
            return [each.closest('.seat').querySelector('[class^=vote-]')?.className, each.className, (one + 0.05) / (two + 0.05)];
        });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["last_ballot", "lost_ballot"])
def test_names_and_offices_are_read_on_the_ballots_while_they_turn(
    site: Site, invite: Invite, scheme: Literal["light", "dark"], name: str
) -> None:
    """For everybody, and for the next candidate, whose choice lies under the seats already."""
    game = stage(site, name)[name]
    page = watches(invite(f"Elector {scheme}"), site, game, "actor")
    page.emulate_media(color_scheme=scheme)
    # Movement is stopped at instants of the test's choice; whoever is next chooses under the seats.
    page.locator("#act-vote-true" if name == "last_ballot" else "#act-vote-false").click()
    expect(page.locator("#moments > [data-shown]")).to_have_count(1)
    page.evaluate("window.setTimeout = () => 0")
    faint = []
    for is_next in (False, True):
        if is_next:
            page.evaluate(
                "document.getElementById('decision').innerHTML = '<ul class=decision-players></ul>'"
            )
        for instant in (0, 300, 700, 1200, 2500):
            page.evaluate(
                "at => document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; })",
                instant,
            )
            found = page.evaluate(CONTRASTS)
            assert len(found) >= 14
            faint += [(instant, is_next, *each) for each in found if each[2] < 4.5]
    assert faint == []


# Movement stands still from the moment's first instant on, however busy the machine is: what has ended is listed no more.
STANDS_STILL = """() => new MutationObserver(() => document.getAnimations().forEach(each => each.pause()))
    .observe(document.getElementById('moments'), {attributes: true, childList: true, subtree: true})"""
# How many ballots have been counted, and where the row of Ja ends, from the middle of its row.
COUNTED = """at => {
    document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; });
    const row = document.querySelector('#moments > [data-shown] > .moment-ballots');
    const faces = [...row.querySelectorAll('.emblem')].filter(each => each.checkVisibility({visibilityProperty: true}));
    const ends = [...row.querySelectorAll('.ja')].map(each => each.getBoundingClientRect().right);
    const {left, width} = row.getBoundingClientRect();
    return [faces.length, Math.max(...ends) - left - width / 2];
}"""


@pytest.mark.parametrize(
    ("name", "press_on"), [("close_ballot", "true"), ("close_ballot", "false")]
)
def test_ballots_are_counted_one_by_one_and_ja_must_pass_the_middle(
    site: Site, invite: Invite, name: str, press_on: str
) -> None:
    game = stage(site, name)[name]
    page = watches(invite(f"Counter {press_on}"), site, game, "actor")
    page.evaluate(STANDS_STILL)
    page.locator(f"#act-vote-{press_on}").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment).to_have_count(1)
    page.evaluate("window.setTimeout = () => 0")
    # Each voter's face is on a ballot of its own.
    expect(moment.locator(".moment-turning > i > .emblem")).to_have_count(7)
    seen = [page.evaluate(COUNTED, instant) for instant in range(0, 2000, 40)]
    counted = [each for each, _ in seen]
    assert (counted[0], counted[-1]) == (0, 7)
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(counted))
    assert (seen[-1][1] > 0) == (moment.get_attribute("data-kind") == "elected")
