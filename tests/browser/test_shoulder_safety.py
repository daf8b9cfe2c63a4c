"""A secret is covered until its box is held or tapped, even in streamer mode."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged
from tests.browser.seated import sits_at
from tests.chromium import SHORTCUTS_ON
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_secret_role_shows_while_it_is_held_or_until_tapped_again(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["president_discard"]
    person = invite("Shoulder")
    person.context.add_cookies([SHORTCUTS_ON])
    page = sits_at(person, site, game["actor"], game["code"])
    role, seal = page.locator(".secret-role-inside"), page.locator("#secret-role > summary")
    private_lines = page.locator("#log .log-private")
    assert private_lines.count() > 0
    expect(role).to_be_hidden()
    expect(private_lines.first).to_be_hidden()

    seal.hover()
    page.mouse.down()
    expect(role).to_be_visible()
    page.mouse.up()
    expect(role).to_be_hidden()

    seal.click()
    expect(role).to_be_visible()
    seal.click()
    expect(role).to_be_hidden()

    seal.focus()
    page.keyboard.down(" ")
    expect(role).to_be_visible()
    page.keyboard.up(" ")
    expect(role).to_be_hidden()
    page.keyboard.press("r")
    expect(role).to_be_visible()

    page.locator("#own-knowledge > summary").click()
    expect(private_lines.first).to_be_visible()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(role).to_be_hidden()
    expect(private_lines.first).to_be_hidden()


def test_streamer_mode_covers_hand_role_and_code_from_the_first_paint(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game, lobby = staged["president_discard"], staged["lobby"]
    person = invite("Streaming")
    person.context.add_cookies(
        [SHORTCUTS_ON, {"name": "device_streamer", "value": "on", "url": site.url}]
    )
    page = sits_at(person, site, game["actor"], game["code"])
    faces = page.locator("#decision .policy-card-name")
    assert faces.count() == 3
    backs = page.locator("#decision .policy-card").evaluate_all(
        "cards => cards.map(card => getComputedStyle(card).backgroundImage + getComputedStyle(card).color)"
    )
    assert len(set(backs)) == 1
    for face in faces.all():
        expect(face).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("#secret-role .role-card-role")).to_be_hidden()

    page.locator("#look").hover()
    page.mouse.down()
    expect(faces.first).to_be_visible()
    expect(page.locator("#secret-role .role-card-role")).to_be_visible()
    page.mouse.up()
    expect(faces.first).to_be_hidden()
    assert page.locator("#decision form[data-action] button").count() == 3

    sits_at(person, site, lobby["host"], game["code"])
    page.goto(f"/lobbies/{lobby['code']}/")
    for covered in (".invitation-code .code", "#invitation-link", ".invitation-qr"):
        expect(page.locator(covered)).to_be_hidden()
    lobby_page = page.url
    page.goto(f"{lobby_page}invitation/")
    for covered in (".invitation-code .code", ".invitation-link", ".invitation-qr"):
        expect(page.locator(covered)).to_be_hidden()
    page.goto(lobby_page)
    page.get_by_label("Streamer mode").uncheck()
    expect(page.locator(".invitation-code .code")).to_be_visible()
    page.reload()
    expect(page.locator(".invitation-code .code")).to_be_visible()


def test_a_tv_in_the_room_covers_every_hand_until_it_is_gone(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["president_discard"]
    page = sits_at(invite("Roommate"), site, game["actor"], game["code"])
    face = page.locator("#decision .policy-card > .symbol").first
    expect(face).to_be_visible()

    tv = invite("TV")
    tv.page.goto(f"/games/{game['code']}/tv/")
    expect(page.locator("#table-state[data-has-tv]")).to_have_count(1)
    expect(face).to_have_css("visibility", "hidden")
    # All cards look alike, whatever they are.
    cards = page.locator("#decision .policy-card")
    assert (
        len({each.evaluate("e => getComputedStyle(e).backgroundColor") for each in cards.all()})
        == 1
    )
    page.locator("#look").hover()
    page.mouse.down()
    expect(face).to_have_css("visibility", "visible")
    page.mouse.up()
    expect(face).to_have_css("visibility", "hidden")

    tv.page.close()
    expect(page.locator("#table-state[data-has-tv]")).to_have_count(0)
    expect(face).to_have_css("visibility", "visible")


@pytest.mark.parametrize(("choice", "seen"), [("on", "hidden"), ("off", "visible")])
def test_a_device_says_itself_whether_others_could_look(
    site: Site, staged: Staged, invite: Invite, choice: str, seen: str
) -> None:
    game = staged["president_discard"]
    person = invite(f"Chooser {choice}")
    person.context.add_cookies([{"name": "device_room", "value": choice, "url": site.url}])
    page = sits_at(person, site, game["actor"], game["code"])
    expect(page.locator("#decision .policy-card > .symbol").first).to_have_css("visibility", seen)
