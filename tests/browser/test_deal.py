"""The deal: a role on the whole screen, under a seal that only its owner breaks."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_a_role_is_shown_once_on_the_whole_screen_and_only_when_its_seal_is_broken(
    site: Site, invite: Invite
) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Dealt")
    person.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    # What each frame shows, from the first one.
    person.context.add_init_script(
        "window.drawn = []; const look = () => {"
        " drawn.push(document.querySelector('#deal[open]') !== null);"
        " requestAnimationFrame(look); }; requestAnimationFrame(look);"
    )
    page = sits_at(person, site, game["actor"], game["code"])
    deal, inside = page.locator("#deal"), page.locator(".deal-inside")
    # The table is not seen before the envelope.
    expect(page.locator("[data-dealing]")).to_have_count(0)
    expect(page.locator(".deal-sealed > .envelope")).to_be_visible()
    assert page.evaluate("drawn.every(each => each)")
    # Who looks at it knows what the table waits for meanwhile.
    meanwhile = page.locator("#deal-meanwhile")
    expect(meanwhile).to_contain_text("The game has begun.")
    expect(meanwhile).to_have_attribute("data-own", "")
    sentence = page.locator("#phase-sentence")
    page.wait_for_selector("#table[data-live]")
    expect(meanwhile.locator("b")).to_have_text(sentence.inner_text())
    sentence.evaluate(
        "each => { each.textContent = 'Others decide.'; each.classList.remove('decision-sentence-own'); }"
    )
    expect(meanwhile.locator("b")).to_have_text("Others decide.")
    expect(meanwhile).not_to_have_attribute("data-own", "")
    expect(page.locator("#deal-seen")).to_have_css("background-color", "rgba(0, 0, 0, 0)")

    expect(deal).to_be_visible()
    expect(inside).to_be_hidden()
    window = page.viewport_size
    assert window is not None
    box = deal.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (window["width"], window["height"])

    # What looks like the button is it, and the seal breaks before the role is seen.
    page.evaluate(
        """() => {
            window.moved = [];
            document.addEventListener('animationstart', event => moved.push(event.animationName), true);
        }"""
    )
    page.locator(".deal-break").click(delay=50)
    page.wait_for_timeout(1500)
    moved = page.evaluate("moved")
    assert moved.index("break-up") < moved.index("turn-up") < moved.index("deal-words")
    expect(page.locator(".deal-role")).to_have_text(
        re.compile("^You are (Hitler|a Liberal|a Fascist)$")
    )
    # To seal it again stands below the role.
    again, role = page.locator("#deal-seal > summary").bounding_box(), inside.bounding_box()
    assert again is not None
    assert role is not None
    assert again["y"] >= role["y"] + role["height"]
    assert again["width"] < window["width"] / 2
    # What is next is the way to the table.
    expect(page.locator("#deal-seen")).to_be_focused()
    page.locator("#deal-seen").click()
    expect(deal).to_be_hidden()
    expect(page.locator("#phase-sentence")).to_be_visible()

    page.reload()
    page.wait_for_selector("#table[data-live]")
    expect(deal).to_be_hidden()


def test_no_clock_runs_while_roles_are_read(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Reading")
    person.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    # This site's bots do not wait, so its page does not say until when.
    until = (datetime.now(UTC) + timedelta(seconds=8)).isoformat()
    person.page.route(
        f"**/games/{game['code']}/",
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace(
                'id="deal-begins"', f'id="deal-begins" data-begins="{until}"'
            ),
        ),
    )
    page = sits_at(person, site, game["actor"], game["code"])
    begins, meanwhile = page.locator("#deal-begins"), page.locator("#deal-meanwhile")
    expect(begins).to_have_text(re.compile(r"^The game begins in [1-8] s\.$"))
    expect(meanwhile).to_be_hidden()
    expect(meanwhile).to_be_visible(timeout=10000)
    expect(meanwhile).to_contain_text("The game has begun.")
    expect(begins).to_be_hidden()


def test_a_deal_that_nobody_looked_at_makes_way_for_the_end(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Late")
    person.context.add_cookies(
        [{"name": "device_stage", "value": "full", "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#deal[open]")).to_be_visible()
    page.wait_for_selector("#table[data-live]")
    site.runs(
        "from random import Random; from tests.factories import play_at_random;"
        " from tests.browser.stage import Game;"
        f" play_at_random(Game.objects.get(code={game['code']!r}), Random(2))"
    )
    expect(page.locator("#final-reveal-heading")).to_be_visible()
    expect(page.locator("#deal[open]")).to_have_count(0)


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
