"""An update keeps what is typed, focused, opened and scrolled to."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import Site

pytestmark = pytest.mark.browser


def focused_id(person: Person) -> str:
    return str(person.page.evaluate("document.activeElement.id"))


def test_typing_on_the_home_page_survives_a_new_table(invite: Invite) -> None:
    reader, host = invite("Reader"), invite("Opening Oda")
    reader.page.goto("/")
    reader.page.locator("#id_code").press_sequentially("abc")
    code = host.opens_a_lobby(table="Seen at once")
    expect(reader.page.get_by_role("link", name="Seen at once", exact=True)).to_be_visible()
    assert focused_id(reader) == "id_code"
    reader.page.keyboard.type("def")
    assert reader.page.input_value("#id_code").lower() == "abcdef"
    host.page.locator("#leave-lobby").click()
    expect(reader.page.get_by_role("link", name="Seen at once", exact=True)).to_have_count(0)
    assert code


def test_lobby_changes_live_and_keeps_what_a_visitor_types(invite: Invite) -> None:
    host, visitor, third = invite("Live Host Lia"), invite("Slow Typist"), invite("Third")
    code = host.opens_a_lobby(table="Typing", seats=6, password="open sesame")
    visitor.page.goto(f"/j/{code}/")
    visitor.page.locator("[name=guest-name]").press_sequentially("Slow")
    third.page.goto(f"/j/{code}/")
    third.sits_down(password="open sesame")
    for person in (host, visitor):
        expect(person.page.locator(".lobby-seat-name")).to_have_text([host.name, third.name])
    visitor.page.keyboard.type(" Typist")
    assert visitor.page.input_value("[name=guest-name]") == "Slow Typist"
    # The focused button is swapped; its successor has the focus.
    third.page.locator("#ready").focus()
    host.page.locator("#add-bot").click()
    expect(third.page.locator(".lobby-seat-name")).to_have_count(3)
    assert focused_id(third) == "ready"


def test_table_keeps_focus_what_is_open_and_where_the_log_was(site: Site, invite: Invite) -> None:
    ada, bruno = invite("Steady Ada"), invite("Moving Bruno")
    bruno.follows_link(ada.opens_a_lobby(seats=5))
    bruno.is_ready()
    code = ada.starts()
    bruno.arrives()

    def read() -> Truth:
        return Truth.read(site.environment["DATABASE_URL"], code)

    def both_vote(truth: Truth) -> bool:
        seats = {truth.seat_of(ada.name), truth.seat_of(bruno.name)}
        return truth.phase == "vote" and set(truth.undecided()) == seats

    # Players decide until both are asked for their ballots.
    while not both_vote(truth := wait_for(read, lambda now: now.waits_for_people)):
        actor = ada if truth.seat_of(ada.name) in truth.undecided() else bruno
        actor.waits_for_version(truth.version)
        actor.clicks(0)
        wait_for_more(read, than=truth)
    ada.waits_for_version(truth.version)
    bruno.waits_for_version(truth.version)
    ada.page.locator("#secret-role summary").click()
    ada.page.evaluate("document.getElementById('log').scrollTop = 0")
    ada.page.locator("#act-vote-false").focus()
    ada.page.evaluate("window.notReloaded = true")
    bruno.clicks(0)
    ada.waits_for_version(wait_for_more(read, than=truth).version)
    assert focused_id(ada) == "act-vote-false"
    assert ada.page.locator("#secret-role[open]").count() == 1
    assert ada.page.evaluate("document.getElementById('log').scrollTop") == 0
    assert ada.page.evaluate("window.notReloaded") is True


def test_secret_role_closes_when_the_page_is_put_away(invite: Invite) -> None:
    ada = invite("Discreet Ada")
    ada.opens_a_lobby(seats=5)
    ada.starts()
    secret = ada.page.locator("#secret-role")
    expect(secret.locator(".role-card")).to_be_hidden()
    secret.locator("summary").click()
    expect(secret.locator(".role-card")).to_be_visible()
    ada.page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {value: true, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    expect(secret.locator(".role-card")).to_be_hidden()


def test_lost_network_is_said_at_once_and_found_again(site: Site, invite: Invite) -> None:
    person = invite("Ute Offline")
    person.opens_a_lobby("Without network", seats=5)
    page = person.page
    page.locator("#fill-with-bots").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    trouble = page.locator("#connection-trouble")
    # First wait for the socket to send the table.
    while not person.frames:
        page.wait_for_timeout(50)
    expect(trouble).to_be_hidden()
    person.context.set_offline(True)
    expect(trouble).to_be_visible()
    person.context.set_offline(False)
    expect(trouble).to_be_hidden()
