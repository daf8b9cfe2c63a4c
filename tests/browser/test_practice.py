"""Practice in a browser: the coach over the table, one step of the bots for each press, and a decision taken back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser

PLAY_UNTIL_WAITING = """
from time import sleep, time_ns
from games.engine import legal_actions
from games.models import Game
from games.selectors.game import load_table
from games.services.own_pace import next_step
from tests.factories import play
game = Game.objects.get(code={code!r})
person = game.seats.get(user__isnull=False).user_id
# Everybody has voted in the first round.
while (table := load_table(game.pk)).state.round == 1 or not table.waits_for_step:
    assert not table.is_over
    if table.waits_for_step:
        next_step(game_id=game.pk, user_id=person, decision=table.decision)
    own = [seat for seat in table.undecided() if not table.plays_itself(seat)]
    if own:
        play(game, legal_actions(table.state, own[0])[0], f"own-{{time_ns()}}")
    sleep(0.1)
print(table.decision)
"""


def test_steps_the_coach_and_the_way_back(site: Site, invite: Invite) -> None:
    page = invite("Practising Pia", viewport={"width": 390, "height": 844}).page
    page.goto("/")
    page.click("#play-bots")
    page.wait_for_url("**/games/**")
    if page.locator("#deal[open]").count():
        page.locator("#deal-seen").click()
    code = page.url.split("/games/")[1].strip("/")
    page.wait_for_timeout(SETTLED_MS)
    page.locator(".chip-more").click()
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#practice-tools [value=steps]").click()
    expect(page.locator("#practice-tools [value=steps]")).to_have_attribute("aria-pressed", "true")
    decision = site.runs(PLAY_UNTIL_WAITING.format(code=code))
    page.goto(f"/games/{code}/")
    page.wait_for_timeout(SETTLED_MS)
    # The coach answers over the table, which stays where it is.
    page.locator("#ask-coach").click()
    expect(page.locator("#look-back-body")).to_contain_text("You have nothing to decide now.")
    page.keyboard.press("Escape")
    expect(page.locator("#ask-coach")).to_be_focused()
    # Switched off it is gone, and the switch is where it was.
    page.wait_for_timeout(SETTLED_MS)
    page.locator(".chip-more").click()
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#more [role=switch]").click()
    expect(page.locator("#more [role=switch]")).to_have_attribute("aria-checked", "false")
    expect(page.locator("#ask-coach")).to_have_count(0)
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#more [role=switch]").click()
    expect(page.locator("#ask-coach")).to_have_count(1)
    page.goto(f"/games/{code}/")
    # The step comes over the socket: the page is never loaded anew.
    page.evaluate("window.stayed = true")
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#next-step").click()
    expect(page.locator(f"#practice-step [value='{decision}']")).to_have_count(0)
    assert page.evaluate("window.stayed")
    page.wait_for_timeout(SETTLED_MS)
    page.locator(".chip-more").click()
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#take-decision-back").click()
    page.wait_for_url(lambda url: "/games/" in url and code not in url)
    expect(page.locator("#practice-tools [value=steps]")).to_have_attribute("aria-pressed", "true")
