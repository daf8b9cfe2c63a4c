"""The sheets of talk, log and record go on with the game, and nothing hides what is read, written or chosen there."""

import json
import math
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import press, watches
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Levels of grey between paper and what has all but faded.
BARELY_SEEN = 40
# For the outcome of a round, and for the next one.
MOST_REQUESTS = 3
PHONE = {"width": 390, "height": 844}
NOMINATES = """
from tests.browser import stage
stage.nominated(stage.Game.objects.get(code={code!r}))
"""
VOTES = """
from tests.browser import stage
game = stage.Game.objects.get(code={code!r})
for seat in stage.load_table(game.pk).undecided():
    stage.play(game, stage.CastBallot(seat=seat, vote=stage.Vote.JA))
"""
LOSES = VOTES.replace("JA", "NEIN")
ENACTS = """
from tests.browser import stage
game = stage.Game.objects.get(code={code!r})
for _discards in ("President", "Chancellor"):
    table = stage.load_table(game.pk)
    stage.play(game, stage.legal_actions(table.state, table.undecided()[0])[0])
"""
# Until the stage has shown its moment: what was told, and what of the sheet was hidden meanwhile.
WATCHES = """() => {
    const seen = window.seen = { told: [], hidden: [] };
    (function look() {
        const moment = document.querySelector('#moments > [data-shown]');
        if (moment?.checkVisibility()) {
            const words = moment.querySelector('.moment-headline');
            if (words.checkVisibility({ opacityProperty: true }) && !seen.told.includes(words.textContent)) {
                seen.told.push(words.textContent);
            }
            for (const each of document.querySelectorAll('#talk .drawer-close, .claim-answer, #say-text, #say')) {
                const { left, top, width, height } = each.getBoundingClientRect();
                const found = document.elementFromPoint(left + width / 2, top + height / 2);
                if (height && !found?.closest('.drawer')) {
                    seen.hidden.push(`${each.id || each.className} by ${found?.className}`);
                }
            }
        }
        requestAnimationFrame(look);
    })();
}"""


@pytest.fixture
def claims(site: Site) -> dict[str, Any]:
    """A game in which the seats of a government may say what they saw."""
    printed = site.runs("from tests.browser import talk_stage; talk_stage.main('claims')")
    game: dict[str, Any] = json.loads(printed)["claims"]
    return game | {"own": game["seats"][game["first"][0]]}


def test_a_moment_hides_nothing_of_the_talk_of_a_phone(
    site: Site, invite: Invite, claims: dict[str, Any]
) -> None:
    site.runs(NOMINATES.format(code=claims["code"]))
    page = watches(invite("Claims", viewport=PHONE), site, claims, "own")
    page.locator(".chip-talk").click()
    expect(page.locator(".claim-answer").first).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(SETTLED_MS)
    page.evaluate(WATCHES)

    site.runs(VOTES.format(code=claims["code"]))
    page.wait_for_function(
        "() => window.seen.told.some(words => words.startsWith('Elected with 7 to 0'))"
    )
    expect(page.locator("#moments > *")).to_have_count(0)
    site.runs(ENACTS.format(code=claims["code"]))
    page.wait_for_function("() => window.seen.told.some(words => words.includes('policy'))")
    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator("#talk")).to_be_visible()
    assert page.evaluate("window.seen.hidden") == []


def test_an_offer_folds_away_when_the_round_after_it_is_over(
    site: Site, invite: Invite, claims: dict[str, Any]
) -> None:
    site.runs(NOMINATES.format(code=claims["code"]))
    desk = {"width": 1440, "height": 900}
    page = watches(invite("Claims", viewport=desk), site, claims, "own", how="text")
    expect(page.locator(".claim-answer:visible")).to_have_count(5)

    site.runs(LOSES.format(code=claims["code"]))

    expect(page.locator("#log > .round-entry")).to_have_count(3)
    expect(page.locator(".claim-answer:visible")).to_have_count(0)
    press(page, page.locator("#other-claims"))
    press(page, page.locator(".claim-others .claim-offer > summary").first)
    press(page, page.locator("#claim-1-drew-LFF"))
    expect(page.locator("#claims-1 .claim")).to_have_count(1)


# Where its lines lie, and whether none is left below.
IS_AT_END = "lines => lines.scrollHeight - lines.scrollTop - lines.clientHeight < 24"
SCROLLED = (
    ((1440, 900), "#rounds"),
    ((1440, 900), "#talk"),
    ((390, 844), "#rounds"),
    ((390, 844), "#talk"),
)


@pytest.mark.parametrize(("size", "place"), SCROLLED, ids=str)
def test_who_reads_older_lines_is_led_back_to_the_newest(
    site: Site, invite: Invite, size: tuple[int, int], place: str
) -> None:
    game = stage(site, "many")["many"]
    screen = {"width": size[0], "height": size[1]}
    page = watches(invite("Reader", viewport=screen), site, game, "waiter", how="text")
    page.evaluate("place => location.hash = place", place)
    lines = page.locator(f"{place} :is(.log, .chat-scroll)")
    newest = page.locator(f"{place} .newest")
    page.wait_for_function(IS_AT_END, arg=lines.element_handle())
    expect(newest).to_be_hidden()
    room = lines.bounding_box()

    lines.evaluate("lines => lines.scrollTop = 0")

    expect(newest).to_be_in_viewport(ratio=1)
    assert lines.bounding_box() == room
    for past in range(0, 60, 7):
        lines.evaluate("(lines, past) => lines.scrollTop = past", past)
        assert not cut_lines(page, lines), past
    press(page, newest)
    expect(newest).to_be_hidden()
    assert lines.evaluate(IS_AT_END)
    expect(lines).to_be_focused()


def cut_lines(page: Page, lines: Locator) -> list[int]:
    """Return the edges, from above, at which something else than paper stands."""
    box = lines.bounding_box()
    assert box is not None
    found = []
    for edge in (math.ceil(box["y"]), math.floor(box["y"] + box["height"]) - 1):
        clip: FloatRect = {
            "x": box["x"] + 4,
            "y": edge,
            "width": box["width"] - 8,
            "height": 1,
        }
        row = Image.open(BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert("L")
        levels = row.tobytes()
        if max(levels) - min(levels) > BARELY_SEEN:
            found.append(edge)
    return found


# The page hears of it with the next picture.
SCROLLS_TO_ITS_START = """log => new Promise(done => {
    log.scrollTop = 0;
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""


def test_the_log_of_a_desk_follows_again_once_its_newest_line_is_in_sight(
    site: Site, invite: Invite, claims: dict[str, Any]
) -> None:
    low = {"width": 1440, "height": 640}
    page = watches(invite("Reader", viewport=low), site, claims, "own", how="text")
    log, newest = page.locator("#log"), page.locator("#rounds .newest")
    log.evaluate(SCROLLS_TO_ITS_START)
    site.runs(NOMINATES.format(code=claims["code"]))
    expect(page.locator("#phase-sentence.decision-sentence-own")).to_be_visible()
    assert log.evaluate("log => log.scrollTop") == 0
    press(page, newest)
    site.runs(LOSES.format(code=claims["code"]))
    expect(page.locator("#log > .round-entry")).to_have_count(3)
    page.wait_for_function(IS_AT_END, arg=log.element_handle())
    expect(newest).to_be_hidden()


@pytest.mark.parametrize("how", ["full", "text"])
def test_a_record_beside_the_table_goes_on_with_the_game(
    site: Site, invite: Invite, claims: dict[str, Any], how: str
) -> None:
    site.runs(NOMINATES.format(code=claims["code"]))
    desk = {"width": 1440, "height": 900}
    page = watches(invite("Looks", viewport=desk), site, claims, "own", how=how)
    press(page, page.locator(".seat-record").nth(1))
    record = page.locator("#record-now")
    rows, ballots = record.locator("tbody > tr"), record.locator("[class^=vote-]")
    expect(rows).to_have_count(2)
    expect(ballots).to_have_count(1)
    record.locator("#record-round-1").focus()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    site.runs(LOSES.format(code=claims["code"]))

    if how == "full":
        # What the stage is about to tell does not stand there before.
        page.wait_for_selector("#moments > [data-shown]")
        expect(ballots).to_have_count(1)
    expect(rows).to_have_count(3)
    expect(ballots).to_have_count(2)
    expect(ballots.first).to_have_text("Nein!")
    expect(record.locator("#record-round-1")).to_be_focused()
    # Once for each thing that is new in the log, at most.
    assert 1 <= len(asked) <= MOST_REQUESTS
