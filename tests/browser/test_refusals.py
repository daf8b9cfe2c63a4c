"""Refusals in the browser: a clear answer each time, and no change."""

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import Site

pytestmark = pytest.mark.browser


def truth_of(site: Site, code: str) -> Truth:
    return Truth.read(site.environment["DATABASE_URL"], code)


def asked(site: Site, code: str, person: Person) -> Truth:
    """Wait until the game waits for this person, and the page shows it."""
    truth = wait_for(
        lambda: truth_of(site, code),
        lambda now: now.waits_for_people and now.seat_of(person.name) in now.undecided(),
        seconds=60,
    )
    person.waits_for_version(truth.version)
    return truth


def a_game_alone(person: Person) -> str:
    person.opens_a_lobby(seats=5)
    return person.starts()


def refusal(page: Page, reason: str) -> None:
    """Return the page that shows this refusal and nothing else."""
    expect(page.locator("[data-refused]")).to_have_attribute("data-refused", reason)


def test_double_click_counts_once(site: Site, invite: Invite) -> None:
    ada = invite("Double Ada")
    code = a_game_alone(ada)
    before = asked(site, code, ada)
    seat = before.seat_of(ada.name)
    ada.page.locator("#decision form[data-action] button").first.dblclick()
    if ada.page.locator("#confirm").count():
        ada.page.locator("#confirm-choice").dblclick()
    after = wait_for_more(lambda: truth_of(site, code), than=before)
    ada.waits_for_version(after.version)
    wait_for(lambda: truth_of(site, code), lambda now: now.waits_for_people, seconds=60)
    # Whatever bots did: the log has one action for this decision of this seat.
    keys = [
        key
        for key in truth_of(site, code).action_keys
        if key and key.startswith(f"{seat}:{before.seen_by(seat).decision}-")
    ]
    assert len(keys) == 1


def test_second_tab_cannot_decide_again(site: Site, invite: Invite) -> None:
    ada = invite("Tabs Ada")
    code = a_game_alone(ada)
    # A tab with a dead socket still shows the old decision.
    late = ada.context.new_page()

    def deaf(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        heard: list[object] = []

        def first_only(message: str | bytes) -> None:
            if not heard or "notice" in str(message):
                heard.append(message)
                route.send(message)

        server.on_message(first_only)

    late.route_web_socket("**/ws/games/**", deaf)
    while (truth := asked(site, code, ada)).phase == "vote":
        # A ballot may be changed, so it is no example; pass the vote.
        ada.clicks(0)
        wait_for_more(lambda: truth_of(site, code), than=truth)
    late.goto(f"/games/{code}/")
    expect(late.locator("#decision form[data-action]").first).to_be_visible()
    late.wait_for_function("() => document.getElementById('connection-trouble').hidden")
    ada.clicks(0)
    after = wait_for_more(lambda: truth_of(site, code), than=truth)
    ada.waits_for_version(after.version)
    late.locator("#decision form[data-action] button").last.click()
    if late.locator("#confirm-choice").is_visible():
        late.locator("#confirm-choice").click()
    expect(late.locator("#notices .notice")).to_be_visible()
    assert re.search(r"decision|once|received", late.locator("#notices").inner_text())
    seat = truth.seat_of(ada.name)
    decided = [
        key
        for key in truth_of(site, code).action_keys
        if key and key.startswith(f"{seat}:{truth.seen_by(seat).decision}-")
    ]
    assert len(decided) == 1


def test_spectator_and_stranger_cannot_act(site: Site, invite: Invite) -> None:
    ada, eve = invite("Seated Ada"), invite("Eve")
    code = a_game_alone(ada)
    truth = asked(site, code, ada)
    eve.page.goto(f"/games/{code}/")
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    assert eve.options() == []
    # Another player's form, posted from this browser with its own token.
    form = ada.page.locator("#decision form[data-action]").first
    fields = form.evaluate(
        "form => Object.fromEntries(new FormData(form, form.querySelector('button')))"
    )
    eve.page.evaluate(
        """([address, fields]) => {
            const form = document.createElement('form');
            form.method = 'post';
            form.action = address;
            const token = JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken'];
            for (const [name, value] of Object.entries({...fields, csrfmiddlewaretoken: token})) {
                const input = document.createElement('input');
                input.name = name;
                input.value = value;
                form.append(input);
            }
            document.body.append(form);
            form.submit();
        }""",
        [f"/games/{code}/act/", fields],
    )
    expect(eve.page.get_by_text("You have no seat at this table.")).to_be_visible()
    assert truth_of(site, code).events == truth.events


def test_lobby_says_no_in_clear_words(site: Site, invite: Invite) -> None:
    host, guest, late, stranger = (invite(name) for name in ("Hanna", "Gita", "Lale", "Otis"))
    lobby = host.opens_a_lobby(table="Locked", seats=5, password="open sesame")
    # A wrong password, then the right one.
    guest.page.goto(f"/j/{lobby}/")
    guest.sits_down(password="wrong")
    expect(guest.page.get_by_role("alert")).to_have_text("This is not the password of this lobby.")
    guest.sits_down(password="open sesame")
    expect(guest.page.locator("#leave-lobby")).to_be_visible()
    # Seated here already, so not elsewhere.
    other = stranger.opens_a_lobby(table="Elsewhere", seats=5)
    guest.page.goto(f"/j/{other}/")
    guest.sits_down()
    refusal(guest.page, "seated_elsewhere")
    guest.page.get_by_role("link", name="Go to your table").click()
    guest.page.wait_for_url(f"**/lobbies/{lobby}/")
    # Full.
    late.page.goto(f"/j/{lobby}/")
    host.page.locator("#fill-with-bots").click()
    expect(host.page.locator(".lobby-seat-empty")).to_have_count(0)
    expect(late.page.locator(".join-full")).to_be_visible()
    expect(late.page.locator("[name=guest-name]")).to_be_hidden()
    # Removed: told at once, and not admitted again.
    host.page.get_by_label(f"What you can do: {guest.name}").click()
    host.page.get_by_role("button", name=f"Remove: {guest.name}").click()
    guest.page.wait_for_function("() => !document.getElementById('leave-lobby')")
    guest.page.goto(f"/j/{lobby}/")
    refusal(guest.page, "removed_from_lobby")
    # Started: with a password, only its people may know more.
    host.page.locator("#fill-with-bots").click()
    host.page.locator("#start-game:enabled").click()
    code = host.arrives()
    late.page.goto(f"/j/{lobby}/")
    refusal(late.page, "lobby_not_found")
    response = late.page.goto(f"/games/{code}/")
    assert response is not None
    assert response.status == 404
    expect(late.page.locator("#table")).to_have_count(0)


def test_running_game_is_shown_on_every_page(site: Site, invite: Invite) -> None:
    ada = invite("Wandering Ada")
    code = a_game_alone(ada)
    ada.page.goto("/")
    expect(ada.page.locator(".own-table")).to_have_attribute("href", f"/games/{code}/")
    for path in ("/about/", "/accounts/preferences/", "/lobbies/new/"):
        ada.page.goto(path)
        link = ada.page.get_by_role("link", name="Your game is running: Friends")
        expect(link).to_have_attribute("href", f"/games/{code}/")
    ada.page.goto("/lobbies/new/")
    ada.page.fill("[name=name]", "A second table")
    ada.page.get_by_role("button", name="Open the table").click()
    refusal(ada.page, "seated_elsewhere")


def test_refusal_goes_with_the_phase_in_which_it_was_said(site: Site, invite: Invite) -> None:
    ada = invite("Corrected Ada")
    code = a_game_alone(ada)
    truth = asked(site, code, ada)
    for decision in ("0.nominate", truth.seen_by(truth.seat_of(ada.name)).decision):
        ada.page.evaluate(
            "decision => document.querySelectorAll('#decision [name=decision]').forEach(each => { each.value = decision; })",
            decision,
        )
        said = ada.page.locator("#notices .notice")
        expect(said).to_have_count(0 if decision == "0.nominate" else 1)
        ada.clicks(0)
        if decision == "0.nominate":
            expect(said).to_be_visible()
    ada.page.wait_for_function(
        "phase => document.getElementById('table').dataset.phase !== phase", arg=truth.phase
    )
    expect(ada.page.locator("#notices")).to_be_empty()
