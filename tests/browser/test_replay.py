"""The replay in the browser: keys, swipes, perspectives, deep links; an imported record alike."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.games.recordings import played_record
from tests.running_site import Site

pytestmark = pytest.mark.browser

# A game whose first government is elected, and whose first two seats are liberals, who know of nobody.
STAGE = """
from games.engine.events import GovernmentElected, GovernmentRejected, SecretRoleDealt
from tests.games.recordings import played_log, store_game
def fits(log):
    outcomes = (each for each in log if isinstance(each, GovernmentElected | GovernmentRejected))
    roles = [each.role for each in log if isinstance(each, SecretRoleDealt)]
    return isinstance(next(outcomes), GovernmentElected) and roles[:2] == ["liberal", "liberal"]
print(store_game(next(log for seed in range(3, 99) if fits(log := played_log(7, seed)))).code)
"""

SWIPE = """([from, to]) => {
  const board = document.querySelector("[data-swipe]");
  const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
  board.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch(from)] }));
  board.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [touch(to)] }));
}"""


@pytest.fixture(scope="module")
def code(site: Site) -> str:
    """A finished game on the running site."""
    return site.runs(STAGE)


def test_first_page_of_a_replay_shows_who_won_and_all_roles(invite: Invite, code: str) -> None:
    page = invite(viewport={"width": 390, "height": 844}).page
    page.goto(f"/games/{code}/replay/")
    expect(page.locator("#final-reveal-heading")).to_be_visible()
    expect(page.locator(".final-reveal-roles .role-card:visible")).to_have_count(7)


LONG_GAME = """
from tests.games.recordings import played_log, store_game
print(store_game(max((played_log(7, seed) for seed in range(20)), key=len)).code)
"""


def test_rounds_of_a_long_game_leave_a_narrow_page_as_wide_as_it_is(
    site: Site, invite: Invite
) -> None:
    long_game = site.runs(LONG_GAME)
    page = invite(viewport={"width": 320, "height": 640}).page
    for path in ("", "9/"):
        page.goto(f"/games/{long_game}/replay/{path}")
        rounds = page.locator(".replay-rounds").first
        assert rounds.evaluate("bar => bar.scrollWidth > bar.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_steps_by_key_swipe_and_link(invite: Invite, code: str) -> None:
    page = invite(viewport={"width": 390, "height": 844}, has_touch=True).page
    page.goto(f"/games/{code}/replay/")
    page.get_by_role("link", name="Watch it from the start").click()
    page.wait_for_url("**/replay/0/#play")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/1/")
    page.evaluate(SWIPE, [300, 80])
    page.wait_for_url("**/replay/9/")
    expect(page.locator("#replay-sentence")).to_contain_text("Elected")
    # The stage shows what it showed at the table, dressed with the faces of the seats.
    expect(page.locator(".replay-table .moments .moment-stamp")).to_have_text("Elected")
    for plate in page.locator(".replay-table .moments .plate").all():
        expect(plate.locator(".seat-name")).not_to_be_empty()
    expect(page.locator('.seat[data-part="president"]')).to_have_count(1)
    page.evaluate(SWIPE, [80, 300])
    page.wait_for_url("**/replay/1/")
    page.keyboard.press("End")
    expect(page.locator("#replay-sentence")).to_contain_text("win")
    page.go_back()
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")

    page.goto(f"/games/{code}/replay/10/")
    assert page.locator(".replay-hand .policy-card").count() == 3
    assert page.locator(".seat-role").count() == 7
    page.locator(".replay-options > summary").click()
    page.locator("#replay-view").select_option("1")
    page.wait_for_url("**/replay/10/?view=1*")
    expect(page.locator(".seat-role")).to_have_count(1)
    assert page.locator(".replay-hand").count() == 0
    page.locator("#replay-next").click()
    page.wait_for_url("**/replay/11/?view=1")


PARTS = """() => [...document.querySelectorAll(".boards, .round-table > .seat, .replay-table > .decision, .replay-bar")]
    .map(part => { const {left, top, right, bottom} = part.getBoundingClientRect();
        return [left, top, right, bottom].map(Math.round); })"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1440, 900)])
def test_replay_is_the_table_and_nothing_moves_between_its_steps(
    invite: Invite, code: str, width: int, height: int
) -> None:
    page = invite(viewport={"width": width, "height": height}).page
    page.goto(f"/games/{code}/replay/0/")
    # A font that comes late moves lines.
    page.evaluate("document.fonts.ready.then(() => null)")
    places = page.evaluate(PARTS)
    # Everybody, the boards, the stage and the steps lie inside the window.
    assert len(places) == 7 + 3
    for left, top, right, bottom in places:
        assert min(left, top) >= 0
        assert (max(right, width), max(bottom, height)) == (width, height)
    for press in range(1, 12):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-place")).to_contain_text(f"step {press} of")
        assert page.evaluate(PARTS) == places, press


def test_each_step_is_said_once_from_a_region_that_stays(invite: Invite, code: str) -> None:
    page = invite().page
    page.goto(f"/games/{code}/replay/0/")
    page.wait_for_load_state("load")
    page.evaluate("window.announcer = document.getElementById('replay-announcer')")
    step = "0"
    for press in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).not_to_have_attribute("data-step", step)
        step = page.locator("#replay").get_attribute("data-step") or ""
        said = page.locator("#replay-announcer > p")
        expect(said.first).to_contain_text(f"step {press} of")
        sentence = page.locator("#replay-sentence").text_content()
        assert said.evaluate_all("all => all.map(each => each.textContent)").count(sentence) == 1
        assert page.evaluate("window.announcer === document.getElementById('replay-announcer')")
    assert page.locator("#replay [role=status]").count() == 0


def test_imported_record_is_walked_through(invite: Invite) -> None:
    # It does not play by itself where less motion is asked for.
    page = invite(reduced_motion="reduce").page
    page.goto("/replay/import/")
    page.locator("textarea").fill(json.dumps(played_record(7, 3)))
    page.get_by_role("button", name="Show the game").click()
    page.get_by_role("button", name="Watch it from the start").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "0")
    # Its scripts hear keys from then on.
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    page.locator(".replay-options > summary").click()
    page.locator("#replay-view").select_option("spectator")
    expect(page.locator(".seat-role")).to_have_count(0)
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")


def test_the_picture_of_a_game_is_seen_whole_on_a_phone(site: Site, invite: Invite) -> None:
    long_game = site.runs(LONG_GAME)
    page = invite(viewport={"width": 390, "height": 844}).page
    page.goto(f"/games/{long_game}/replay/")
    picture = page.locator("#replay-graph .graph").bounding_box()
    assert picture is not None
    assert picture["x"] >= 0
    assert picture["x"] + picture["width"] <= 390


def test_replay_plays_by_itself_until_it_is_paused(invite: Invite) -> None:
    page = invite().page
    page.goto("/replay/import/")
    page.locator("textarea").fill(json.dumps(played_record(7, 3)))
    page.get_by_role("button", name="Show the game").click()
    page.get_by_role("button", name="Watch it from the start").click()
    page.wait_for_load_state("load")
    # Whoever asked to watch it has pressed once.
    expect(page.locator("#replay")).not_to_have_attribute(
        "data-step", re.compile("^[01]$"), timeout=20_000
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    step = page.locator("#replay").get_attribute("data-step")
    page.wait_for_timeout(9000)
    assert page.locator("#replay").get_attribute("data-step") == step
