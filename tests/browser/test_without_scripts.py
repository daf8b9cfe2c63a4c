"""A whole game without JavaScript; and one with it, where sockets do not get through."""

import random

import pytest
from playwright.sync_api import WebSocketRoute, expect

from games.engine import observe
from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import Site

pytestmark = pytest.mark.browser


def truth_of(site: Site, code: str) -> Truth:
    return Truth.read(site.environment["DATABASE_URL"], code)


def its_turn(truth: Truth, name: str) -> bool:
    """Whether the game waits for this person, or is over."""
    return truth.is_over or (truth.waits_for_people and truth.seat_of(name) in truth.undecided())


def plays_to_the_end(person: Person, site: Site, code: str, *, refreshes: bool) -> Truth:
    """Play one person's decisions among bots; with `refreshes` the page is fetched again after each wait."""
    chance = random.Random(1)
    seat = truth_of(site, code).seat_of(person.name)
    while True:
        truth = wait_for(
            lambda: truth_of(site, code),
            lambda truth: its_turn(truth, person.name) or not truth.state.alive[seat],
            seconds=60,
        )
        if not truth.state.alive[seat]:
            truth = wait_for(lambda: truth_of(site, code), lambda now: now.is_over, seconds=60)
        if refreshes:
            person.page.goto(f"/games/{code}/")
        person.waits_for_version(truth.version)
        if truth.is_over:
            return truth
        options = person.options()
        person.clicks(chance.randrange(len(options)))
        wait_for_more(lambda: truth_of(site, code), than=truth)


def test_whole_game_without_javascript(site: Site, invite: Invite) -> None:
    ada = invite("Noscript", java_script_enabled=False)
    lobby = ada.opens_a_lobby(seats=5)
    ada.page.locator("#fill-with-bots").click()
    expect(ada.page.locator(".lobby-seat-empty")).to_have_count(0)
    ada.page.locator("#start-game").click()
    code = ada.arrives()
    assert lobby
    truth = plays_to_the_end(ada, site, code, refreshes=True)
    expect(ada.page.locator("#final-reveal .role-card")).to_have_count(5)
    assert truth.state.victory is not None


def test_page_without_javascript_refreshes_itself(site: Site, invite: Invite) -> None:
    ada = invite("Refreshing", java_script_enabled=False)
    ada.opens_a_lobby(seats=5)
    ada.page.locator("#fill-with-bots").click()
    ada.page.locator("#start-game").click()
    code = ada.arrives()
    truth = wait_for(lambda: truth_of(site, code), lambda truth: its_turn(truth, ada.name))
    # The page is left alone.
    expect(ada.table).to_have_attribute("data-version", str(truth.version), timeout=20_000)
    assert ada.options()


def test_game_goes_on_when_sockets_do_not_get_through(site: Site, invite: Invite) -> None:
    ada = invite("Socketless")
    refused: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        refused.append(socket.url)
        socket.close(code=1011)

    ada.context.route_web_socket("**/ws/games/**", refuse)
    ada.opens_a_lobby(seats=5)
    code = ada.starts()
    truth = wait_for(lambda: truth_of(site, code), lambda truth: its_turn(truth, ada.name))
    ada.waits_for_version(truth.version)
    expect(ada.page.locator("#connection-trouble")).to_be_visible()
    for _turn in range(2):
        truth = wait_for(lambda: truth_of(site, code), lambda truth: its_turn(truth, ada.name))
        if truth.is_over:
            break
        ada.waits_for_version(truth.version)
        shown = observe(truth.state, truth.seat_of(ada.name))
        assert len(ada.options()) >= len(shown.legal_actions)
        ada.clicks(0)
        wait_for_more(lambda: truth_of(site, code), than=truth)
    assert refused
