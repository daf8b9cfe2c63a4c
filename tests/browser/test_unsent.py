"""A choice without network is kept, shown as not sent, and offered again; none counts twice."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.backends import free_port
from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import Person
from tests.browser.seated import sits_at
from tests.browser.truth import Truth, wait_for_more
from tests.running_site import Site, running_site

pytestmark = pytest.mark.browser

RECONNECT_MS = 90_000
IS_LIVE = "() => document.getElementById('table').hasAttribute('data-live')"
KEPT = "() => Object.keys(sessionStorage).filter(key => key.startsWith('unsent '))"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


def truth_of(site: Site, code: str) -> Truth:
    """Return the game from the database."""
    return Truth.read(site.environment["DATABASE_URL"], code)


def sits_live(person: Person, site: Site, phase: str) -> tuple[Page, str]:
    """Open the table of the player who decides in that phase, connected; return the game's code."""
    game = stage(site, phase)[phase]
    page = sits_at(person, site, game["actor"], game["code"])
    page.wait_for_function(IS_LIVE)
    return page, game["code"]


def says(page: Page, words: str) -> None:
    """The panel beside the decision shows this."""
    expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator("#unsent p:visible")).to_contain_text(words)


@pytest.mark.parametrize("phase", ["nominate", "vote", "president_discard"])
def test_choice_without_a_network_is_kept_and_sent_by_one_press(
    site: Site, invite: Invite, phase: str
) -> None:
    ada = invite(**PHONE)
    page, code = sits_live(ada, site, phase)
    before = truth_of(site, code)
    ada.context.set_offline(True)
    ada.clicks(0)
    says(page, "Not sent")
    assert truth_of(site, code).events == before.events
    ada.context.set_offline(False)
    says(page, "There is still time for it")
    assert truth_of(site, code).events == before.events
    page.locator("#send-unsent").click()
    wait_for_more(lambda: truth_of(site, code), than=before)
    expect(page.locator("#unsent")).to_be_hidden()
    assert page.evaluate(KEPT) == []


def test_kept_choice_says_nothing_of_what_was_chosen(site: Site, invite: Invite) -> None:
    ada = invite(**PHONE)
    page, _code = sits_live(ada, site, "president_discard")
    ada.context.set_offline(True)
    ada.clicks(0)
    says(page, "Not sent")
    shown = page.locator("#unsent").inner_html()
    assert not any(word in shown for word in ("Liberal", "Fascist", 'value="L"', 'value="F"'))


def test_notice_of_a_choice_not_sent_pushes_nothing_off_a_phone(
    site: Site, invite: Invite
) -> None:
    ada = invite(**PHONE)
    page, _code = sits_live(ada, site, "vote")
    ada.context.set_offline(True)
    expect(page.locator("#connection-trouble")).to_be_visible()
    ada.clicks(0)
    says(page, "Not sent")
    # It would say that one can play on.
    expect(page.locator("#connection-trouble")).to_be_hidden()
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for part in (".own-strip", "#send-unsent", "#act-vote-true", "#act-vote-false"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, part
            assert box["height"] >= 44, part


def test_choice_of_a_decision_that_has_passed_was_not_counted(site: Site, invite: Invite) -> None:
    ada = invite(**PHONE)
    page, code = sits_live(ada, site, "nominate")
    other = ada.context.new_page()
    other.goto(page.url)
    other.wait_for_function(IS_LIVE)
    before = truth_of(site, code)
    # Only this tab has no network.
    session = ada.context.new_cdp_session(page)
    session.send("Network.enable")
    away = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {"offline": True, **away})
    ada.clicks(0, page)
    says(page, "Not sent")
    ada.clicks(1, other)
    wait_for_more(lambda: truth_of(site, code), than=before)
    session.send("Network.emulateNetworkConditions", {"offline": False, **away})
    says(page, "was not counted")
    # The new socket's frames may move the panel under a press, and a tab in the background draws
    # nothing.
    page.wait_for_function(IS_LIVE)
    page.bring_to_front()
    page.locator("#close-unsent").click()
    expect(page.locator("#unsent")).to_be_hidden()
    assert page.evaluate(KEPT) == []


def test_choice_into_a_half_open_socket_arrives_once(site: Site, invite: Invite) -> None:
    ada = invite(**PHONE)
    is_deaf = False

    def half_open(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if is_deaf else server.send(message))
        server.on_message(lambda message: None if is_deaf else route.send(message))

    ada.context.route_web_socket("**/ws/games/**", half_open)
    page, code = sits_live(ada, site, "nominate")
    before = truth_of(site, code)
    is_deaf = True
    ada.clicks(0)
    after = wait_for_more(lambda: truth_of(site, code), than=before)
    # The answer to the POST shows the new table, without a socket.
    ada.waits_for_version(after.version)
    expect(page.locator("#unsent")).to_be_hidden()
    assert sum(key is not None for key in after.action_keys[len(before.action_keys) :]) == 1


def test_answer_that_was_lost_is_told(site: Site, invite: Invite) -> None:
    ada = invite(**PHONE)
    page, code = sits_live(ada, site, "nominate")
    before = truth_of(site, code)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    # Without a socket the choice goes by POST.
    ada.context.route("**/act/", lose)
    page.evaluate("document.getElementById('table').removeAttribute('data-live')")
    ada.clicks(0)
    wait_for_more(lambda: truth_of(site, code), than=before)
    says(page, "Not sent")
    ada.context.unroute("**/act/", lose)
    says(page, "it was counted")


def test_choice_outlives_the_server_and_the_page(tmp_path: Path, browser: Browser) -> None:
    where = ("--port", str(free_port()))
    with running_site(tmp_path, *where) as site:
        ada = Person(browser, site.url, **PHONE)
        page, code = sits_live(ada, site, "nominate")
        before = truth_of(site, code)
    # The browser has a network, but the site does not answer.
    ada.clicks(0)
    says(page, "Not sent")
    page.locator("#send-unsent").click()
    says(page, "Not sent")
    with running_site(tmp_path, *where) as site:
        page.wait_for_function(IS_LIVE, timeout=RECONNECT_MS)
        says(page, "There is still time for it")
        page.reload()
        says(page, "There is still time for it")
        page.locator("#send-unsent").click()
        wait_for_more(lambda: truth_of(site, code), than=before)
        expect(page.locator("#unsent")).to_be_hidden()
    ada.close()


def test_unsent_choice_ends_with_the_session_of_its_player(site: Site, invite: Invite) -> None:
    ada = invite(**PHONE)
    game = stage(site, "nominate")["nominate"]
    page = sits_at(ada, site, game["actor"], game["code"])
    page.wait_for_function(IS_LIVE)
    ada.context.set_offline(True)
    ada.clicks(0)
    says(page, "Not sent")
    assert len(page.evaluate(KEPT)) == 1
    ada.context.set_offline(False)
    sits_at(ada, site, game["waiter"], game["code"])
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    assert page.evaluate(KEPT) == []


def test_message_without_a_network_stays_in_the_box(site: Site, invite: Invite) -> None:
    ada = invite(viewport={"width": 1440, "height": 900})
    page, _code = sits_live(ada, site, "nominate")
    ada.context.set_offline(True)
    page.fill("#say-text", "Is anybody there?")
    page.locator("#say").click()
    expect(page.locator("#talk-answer")).to_contain_text("Not sent")
    expect(page.locator("#say-text")).to_have_value("Is anybody there?")
    ada.context.set_offline(False)
    page.wait_for_function(IS_LIVE)
    page.locator("#say").click()
    expect(page.locator("#say-text")).to_have_value("")
    expect(page.locator("#chat")).to_contain_text("Is anybody there?")
