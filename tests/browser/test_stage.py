"""The stage: everybody sees what happens when it happens, once, and nobody is held up by it."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser


def watches(
    person: Person, site: Site, game: Mapping[str, str], who: str, how: str = "full"
) -> Page:
    """Open a staged game on a device that shows what happens; the deal has been seen."""
    person.context.add_cookies(
        [{"name": "device_stage", "value": how, "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game[who], game["code"])
    page.wait_for_selector("#table[data-live]")
    if page.locator("#deal[open]").count():
        page.locator("#deal-seen").click()
    return page


def test_a_role_is_shown_once_on_the_whole_screen_and_only_when_its_seal_is_broken(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Dealt")
    person.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    deal, inside = page.locator("#deal"), page.locator(".deal-inside")

    expect(deal).to_be_visible()
    expect(inside).to_be_hidden()
    window = page.viewport_size
    assert window is not None
    box = deal.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (window["width"], window["height"])

    page.locator("#deal-seal > summary").click(delay=50)
    expect(page.locator(".deal-role")).to_have_text(
        re.compile("^You are (Hitler|a Liberal|a Fascist)$")
    )
    page.locator("#deal-seen").click()
    expect(deal).to_be_hidden()
    expect(page.locator("#phase-sentence")).to_be_visible()

    page.reload()
    page.wait_for_selector("#table[data-live]")
    expect(deal).to_be_hidden()


def test_a_stream_never_shows_a_role_that_is_not_held_open(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Streaming")
    cookies = {"device_stage": "full", "device_streamer": "on"}
    person.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    page.locator("#deal-seal > summary").click(delay=50)
    role, inside = page.locator(".deal-role"), page.locator(".deal-inside")
    expect(role).to_have_css("visibility", "hidden")
    expect(inside).to_have_css("background-color", "rgb(20, 17, 14)")
    expect(inside).to_have_css("background-image", "none")

    page.locator("#deal .look").hover()
    page.mouse.down()
    expect(role).to_have_css("visibility", "visible")
    page.mouse.up()
    expect(role).to_have_css("visibility", "hidden")


def test_a_vote_ends_before_everybodys_eyes_and_by_itself(site: Site, invite: Invite) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    president = watches(invite("President"), site, game, "actor")
    stranger = invite("Stranger")
    stranger.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    stranger.page.goto(f"/games/{game['code']}/")
    stranger.page.wait_for_selector("#table[data-live]")
    president.locator("#act-vote-true").click()

    said = []
    for page in (stranger.page, president):
        moment = page.locator("#moments > [data-shown]")
        expect(moment).to_have_attribute("data-kind", "elected")
        expect(moment.locator("i.ja")).to_have_count(7)
        said.append(moment.locator(".moment-headline").inner_text())
        # What it says is read out by the announcements.
        expect(moment).to_have_attribute("aria-hidden", "true")
    assert said[0] == said[1]
    assert re.fullmatch(r"Elected with 7 to 0: President .+, Chancellor .+\.", said[0])

    for page in (stranger.page, president):
        expect(page.locator("#moments > *")).to_have_count(0)
    president.reload()
    president.wait_for_selector("#table[data-live]")
    expect(president.locator("#moments > *")).to_have_count(0)


@pytest.mark.parametrize("by", ["tap", "key"])
def test_a_moment_is_put_away_and_the_decision_under_it_is_open(
    site: Site, invite: Invite, by: str
) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite(f"Hasty {by}"), site, game, "actor")
    page.locator("#act-vote-true").click()
    moment = page.locator("#moments > [data-shown]")
    expect(moment).to_be_visible()
    # Longer than any moment lasts, so that only the press can have ended it.
    page.evaluate("window.setTimeout = () => 0")
    if by == "tap":
        moment.click()
    else:
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Escape")
    expect(moment).to_have_count(0)
    expect(page.locator("#decision .policy-card").first).to_be_visible()


def test_who_wants_text_only_sees_the_decision_at_once(site: Site, invite: Invite) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite("Reader"), site, game, "actor", how="text")
    page.locator("#act-vote-true").click()
    expect(page.locator("#decision .policy-card")).to_have_count(3)
    expect(page.locator("#moments > *")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Elected 7 : 0")


def test_what_an_investigation_shows_stays_until_its_president_puts_it_away(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "investigate")["investigate"]
    president = watches(invite("Investigator"), site, game, "actor")
    other = watches(invite("Bystander"), site, game, "waiter")
    president.wait_for_timeout(SETTLED_MS)
    president.locator("#decision button").first.click()
    president.locator("#confirm-choice").click()

    expect(other.locator("#moments > [data-shown]")).to_have_attribute("data-kind", "investigated")
    shown = president.locator("#moments > .moment-private[data-shown]")
    expect(shown.locator(".moment-headline")).to_have_text(
        re.compile(r"^The party membership of .+: (Liberal|Fascist)\.$")
    )
    assert other.locator(".moment-private").count() == 0
    expect(other.locator("#moments > *")).to_have_count(0)
    president.wait_for_timeout(3000)
    expect(shown).to_be_visible()
    shown.get_by_role("button").click()
    expect(president.locator("#moments > *")).to_have_count(0)


def test_a_tab_that_was_out_of_sight_shows_the_present_and_no_backlog(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "last_ballot")["last_ballot"]
    page = watches(invite("Away"), site, game, "actor")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.locator("#act-vote-true").click()
    expect(page.locator("#decision .policy-card")).to_have_count(3)
    expect(page.locator("#moments > *")).to_have_count(0)
