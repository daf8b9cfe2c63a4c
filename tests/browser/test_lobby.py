"""The lobby in a browser: acts in place, who comes and goes, a full table, and screens of every size."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser

JOIN = """
from games.models import Lobby
from tests.factories import a_person
from tests.games.lobbies import join
lobby = Lobby.objects.get(code={code!r})
for name in {names!r}:
    join(lobby, a_person(is_guest=True, guest_name=name))
"""
LEAVE = """
from games.models import Lobby
from games.services.lobby_seats import leave_lobby
lobby = Lobby.objects.get(code={code!r})
leave_lobby(lobby_id=lobby.pk, user=lobby.seats.exclude(user=lobby.host).first().user)
"""


FIVE = ("Ursa", "Doris", "Tristan", "Quentin", "Vida")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def presses(page: Page, css: str) -> None:
    page.wait_for_timeout(SETTLED_MS)
    page.locator(css).focus()
    page.keyboard.press("Enter")


def test_filling_with_bots_leaves_the_focus_and_the_page_in_their_place(invite: Invite) -> None:
    host = invite("Focus Fay")
    page = host.page
    host.opens_a_lobby(seats=8)
    page.evaluate("window.isSamePage = true")
    for size, seated in ((7, 7), (5, 5), (6, 6)):
        presses(page, f"#size-{size}")
        expect(page.locator(".lobby-seat-name")).to_have_count(seated)
        expect(page.locator(f"#size-{size}")).to_have_attribute("aria-pressed", "true")
        assert focused(page) == f"size-{size}"
    presses(page, "#add-bot")
    expect(page.locator(".lobby-seat-name")).to_have_count(7)
    assert focused(page) == "add-bot"
    presses(page, "#add-bot")
    # The last free seat is gone, and its button with it: the focus stays with the seats.
    expect(page.locator("#add-bot")).to_have_count(0)
    assert focused(page) == "lobby-seats-title"
    assert page.evaluate("window.isSamePage")


def test_filling_with_bots_works_in_place_without_a_socket(site: Site, invite: Invite) -> None:
    host = invite("Deaf Dora")
    page = host.page
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    host.opens_a_lobby(seats=7)
    page.evaluate("window.isSamePage = true")
    presses(page, "#fill-with-bots")
    expect(page.locator(".lobby-seat-name")).to_have_count(7)
    assert (focused(page), page.evaluate("window.isSamePage")) == ("fill-with-bots", True)
    page.route("**/add-bot/", lambda route: route.abort())
    presses(page, "#size-5")
    expect(page.get_by_role("alert")).to_have_text(
        "Not sent: there is no connection. Please try again."
    )


def test_five_who_come_at_once_are_all_announced(site: Site, invite: Invite) -> None:
    host = invite("Host Hana")
    page = host.page
    code = host.opens_a_lobby(seats=10)
    page.wait_for_function("() => isLive")
    page.locator("#fill-with-bots").focus()
    page.evaluate(
        """() => {
            window.said = [];
            const heard = new MutationObserver((changes) => changes.forEach((change) =>
                change.addedNodes.forEach((line) => window.said.push(line.textContent))));
            heard.observe(document.getElementById("lobby-announcer"), { childList: true });
        }"""
    )
    site.runs(JOIN.format(code=code, names=list(FIVE)))
    page.wait_for_function("() => window.said.join(' ').includes('Vida')")
    said = " ".join(page.evaluate("window.said"))
    assert [said.count(name) for name in FIVE] == [1] * 5
    # Nothing else speaks of it, and nothing moves the focus: that would cut the line short.
    assert page.locator("main [role=status]:not(.talk-answer), main [aria-live]").count() == 1
    assert focused(page) == "fill-with-bots"


def test_seat_that_gets_free_calls_those_who_wait(site: Site, invite: Invite) -> None:
    host, late = invite("Busy Bea"), invite("Late Leo")
    code = host.opens_a_lobby(seats=5)
    site.runs(JOIN.format(code=code, names=["Wa", "Wb", "Wc", "Wd"]))
    late.page.goto(f"/lobbies/{code}/")
    expect(late.page.get_by_text("whoever sits down first has it")).to_be_visible()
    expect(late.page.locator("[name=guest-name]")).to_be_hidden()
    late.page.wait_for_function("() => isLive")
    # A socket that has just opened still has its first look at the table.
    late.page.wait_for_timeout(SETTLED_MS)
    site.runs(LEAVE.format(code=code))
    expect(late.page.locator("[name=guest-name]")).to_be_visible()
    expect(late.page.locator("#lobby-announcer")).to_contain_text("A seat is free")
    assert late.page.title().startswith("● A seat is free")
    late.sits_down()
    expect(late.page.locator(".lobby-seat-own")).to_contain_text("Late Leo")


WIDE = """() => document.documentElement.scrollWidth > innerWidth"""
SMALL = """() => [...document.querySelectorAll("main button, main summary, main a.button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < 44)
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_lobby_fits_every_screen(site: Site, invite: Invite, language: str) -> None:
    host = invite("Maximilian von Gutenberg")
    code = host.opens_a_lobby("Wwwwwwwwwwwwwwwwwwww", seats=10)
    names = ["Wwwwwwmmmmmmwwwwwwmmmmmm", "Анастасия Александровна", "Yo"]
    site.runs(JOIN.format(code=code, names=names))
    page = host.page
    host.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    for width, height in ((360, 740), (390, 844), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        # Four who are here, one whom the game needs, and one place for all who may come besides.
        expect(page.locator(".lobby-seat")).to_have_count(6)
        # What the game waits for is in sight at once, and still there further down a phone.
        if height > width:
            expect(page.locator("#start-game")).to_be_in_viewport(ratio=1)
            page.locator(".lobby-talk").scroll_into_view_if_needed()
            expect(page.locator("#start-game")).to_be_in_viewport(ratio=1)
        assert not page.evaluate(WIDE), (width, height)
        assert page.evaluate(SMALL) == [], (width, height)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_ten_seats_leave_the_start_of_the_game_in_sight_on_a_desk(
    site: Site, invite: Invite, language: str
) -> None:
    host = invite("Desk Dana", viewport={"width": 1440, "height": 900})
    host.opens_a_lobby(seats=10)
    page = host.page
    presses(page, "#fill-with-bots")
    expect(page.locator(".lobby-seat-name")).to_have_count(10)
    host.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    for width, height in ((1440, 900), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#start-game")).to_be_in_viewport(ratio=1)
        # It covers nothing for good: the last seat is read above it.
        page.locator(".lobby-seat").last.evaluate(
            "each => each.scrollIntoView({block: 'nearest'})"
        )
        seat, controls = (
            page.locator(each).last.bounding_box() for each in (".lobby-seat", ".lobby-controls")
        )
        assert seat is not None
        assert controls is not None
        assert seat["y"] + seat["height"] <= controls["y"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_settings_are_changed_in_the_lobby(site: Site, invite: Invite, language: str) -> None:
    host, guest = invite("Setting Sue"), invite("Seated Sam")
    code = host.opens_a_lobby(seats=7)
    guest.follows_link(code)
    page = host.page
    host.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    address, panel = page.url, page.locator("#settings-panel")
    page.locator("#change-settings").click()
    expect(panel.locator(".settings-group")).to_have_count(4)
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(WIDE), (width, height)
        assert page.evaluate(SMALL) == [], (width, height)

    # What is wrong is said in place, and nothing typed is lost.
    panel.locator("[name=name]").fill("Changed in place")
    panel.locator("[name=fewest_players]").select_option("8")
    panel.locator("form button:not([type=button])").last.click()
    expect(panel.locator(".errorlist").first).to_be_visible()
    expect(panel.locator("[name=name]")).to_have_value("Changed in place")
    panel.locator("[name=fewest_players]").select_option("6")
    panel.locator("form button:not([type=button])").last.click()
    expect(panel).to_be_hidden()
    assert page.url == address
    # Everybody sees it at once, without a reload.
    for person in (host, guest):
        expect(person.page.locator("#lobby-heading h1")).to_have_text("Changed in place")
    expect(page.locator("#change-settings")).to_be_focused()


def test_talk_comes_line_by_line_and_keeps_what_is_typed(site: Site, invite: Invite) -> None:
    host, guest = invite("Talky Tess"), invite("Quiet Quin")
    code = host.opens_a_lobby()
    guest.follows_link(code)
    box = guest.page.locator("#lobby-say")
    box.press_sequentially("I am still")
    host.page.locator("#lobby-say").press_sequentially("Hello there")
    host.page.keyboard.press("Enter")
    for page in (host.page, guest.page):
        expect(page.locator("#lobby-talk .chat-text")).to_have_text(["Hello there"])
    expect(host.page.locator("#lobby-say")).to_have_value("")
    assert (box.input_value(), focused(guest.page)) == ("I am still", "lobby-say")
    box.press_sequentially(" typing")
    guest.page.keyboard.press("Enter")
    expect(host.page.locator("#lobby-talk .chat-text")).to_have_text(
        ["Hello there", "I am still typing"]
    )
    # What is not sent stays in the box, and the page says so.
    guest.page.route("**/say/", lambda route: route.abort())
    box.press_sequentially("Lost")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("#lobby-talk-answer")).to_contain_text("Not sent")
    expect(box).to_have_value("Lost")


def test_a_phone_begins_with_the_invitation_and_with_what_was_said_last(invite: Invite) -> None:
    host, guest = invite("Host Hana", viewport={"width": 390, "height": 844}), invite("Guest Gus")
    code = host.opens_a_lobby(seats=10)
    guest.page.goto(f"/lobbies/{code}/")
    guest.sits_down()
    page = host.page
    expect(page.locator(".lobby-seat", has_text="Guest Gus")).to_be_visible()
    expect(page.locator(".invitation .code")).to_have_text(code)
    expect(page.locator(".invitation")).to_be_in_viewport(ratio=1)
    invitation, seats = page.locator(".invitation"), page.locator(".lobby-seat").first
    assert invitation.evaluate("each => each.getBoundingClientRect().bottom") <= seats.evaluate(
        "each => each.getBoundingClientRect().top"
    )
    said = page.locator(".lobby-said")
    expect(said).to_be_hidden()
    guest.page.fill("#lobby-say", "Hello there")
    guest.page.press("#lobby-say", "Enter")
    expect(said).to_have_text("1 Guest Gus Hello there")
    expect(said).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(SETTLED_MS)
    said.click()
    expect(page.locator("#lobby-talk .chat-text")).to_be_in_viewport(ratio=1)
    expect(said).to_be_hidden()


def test_open_menu_of_a_seat_leaves_its_mark_in_place(invite: Invite) -> None:
    host, guest = invite("Moving Mo"), invite("Gil", viewport={"width": 360, "height": 780})
    guest.follows_link(host.opens_a_lobby())
    seat = guest.page.locator(".lobby-seat").first
    mark = seat.get_by_text("Host")
    before = mark.bounding_box()
    guest.page.wait_for_timeout(SETTLED_MS)
    seat.locator("summary").click()
    expect(seat.get_by_role("link", name="Report")).to_be_visible()
    assert mark.bounding_box() == before
