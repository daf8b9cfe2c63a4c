"""The open tables in a browser: live, and never away from under a pointer, a finger or the focus."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.browser.seated import press
from tests.running_site import Site

pytestmark = pytest.mark.browser

OPEN = """
from tests.factories import a_person
from tests.games.lobbies import a_table
print(a_table(a_person(is_guest=True, guest_name="Olga"), name={name!r}).code)
"""
CLOSE = """
from games.models import Lobby
from games.services.lobby import close_lobby
close_lobby(lobby_id=Lobby.objects.get(code={code!r}).pk)
"""
JOIN = """
from games.models import Lobby
from tests.factories import a_person
from tests.games.lobbies import join
join(Lobby.objects.get(code={code!r}), a_person())
"""

HIDE = """
from games.models import Lobby
listed = Lobby.objects.listed()
hidden = list(listed.values_list("pk", flat=True))
Lobby.objects.filter(pk__in=hidden).update(is_public=False)
print(hidden)
"""
SHOW = """
from games.models import Lobby
Lobby.objects.filter(pk__in={hidden}).update(is_public=True)
"""


@pytest.fixture
def no_tables(site: Site) -> Iterator[None]:
    """A site without the tables that other tests have left in its list."""
    hidden = site.runs(HIDE)
    yield
    site.runs(SHOW.format(hidden=hidden))


HIDE_NIGHTS = """
from games.nights.models import Night, NightStatus
shown = dict(Night.objects.exclude(status=NightStatus.CANCELLED).values_list("pk", "status"))
Night.objects.filter(pk__in=shown).update(status=NightStatus.CANCELLED)
print(shown)
"""
SHOW_NIGHTS = """
from games.nights.models import Night
for night, status in {shown}.items():
    Night.objects.filter(pk=night).update(status=status)
"""


@pytest.fixture
def no_nights(site: Site) -> Iterator[None]:
    """A site without the game nights of other tests: its list has three places."""
    shown = site.runs(HIDE_NIGHTS)
    yield
    site.runs(SHOW_NIGHTS.format(shown=shown))


def opens(site: Site, name: str) -> str:
    return site.runs(OPEN.format(name=name))


def place(page: Page, code: str) -> Any:
    return page.locator(f"#table-{code}").bounding_box()


def test_cards_stay_where_they_are_while_somebody_points_at_them(
    site: Site, invite: Invite
) -> None:
    first, second = opens(site, "First one"), opens(site, "Second one")
    page = invite("Pointing Pia").page
    page.goto("/")
    name = page.locator(f"#name-{first}")
    name.scroll_into_view_if_needed()
    name.hover()
    before = place(page, first)
    # A new one comes after all others, is read out, and waits for nothing.
    third = opens(site, "Third one")
    expect(page.locator("#open-tables > li").last).to_have_id(f"table-{third}")
    expect(page.locator("#lobby-announcer")).to_contain_text("A table is open: Third one.")
    assert place(page, first) == before
    # A change of the card itself is shown in its place.
    site.runs(JOIN.format(code=first))
    expect(page.locator(f"#table-{first} .table-card-seats")).to_have_text("2 of 10 seats taken")
    assert place(page, first) == before
    # The tables are gone, and their cards wait until the pointer has left the list.
    for code in (second, third):
        site.runs(CLOSE.format(code=code))
        expect(page.locator(f"#table-{code}")).to_have_class("table-card table-card-gone")
    assert place(page, first) == before
    page.mouse.move(2, 2)
    for code in (second, third):
        expect(page.locator(f"#table-{code}")).to_have_count(0)
    site.runs(CLOSE.format(code=first))
    expect(page.locator(f"#table-{first}")).to_have_count(0)


def test_focus_stays_on_its_card(site: Site, invite: Invite) -> None:
    first, second = opens(site, "Kept one"), opens(site, "Lost one")
    page = invite("Focus Finn").page
    page.goto("/")
    page.locator(f"#sit-{first}").focus()
    site.runs(JOIN.format(code=first))
    expect(page.locator(f"#table-{first} .table-card-seats")).to_have_text("2 of 10 seats taken")
    assert page.evaluate("document.activeElement.id") == f"sit-{first}"
    site.runs(CLOSE.format(code=second))
    expect(page.locator(f"#table-{second}")).to_have_class("table-card table-card-gone")
    page.locator("#table-filter > summary").focus()
    expect(page.locator(f"#table-{second}")).to_have_count(0)
    site.runs(CLOSE.format(code=first))


def test_finger_presses_what_it_lay_on(site: Site, invite: Invite) -> None:
    first, second = opens(site, "Under a finger"), opens(site, "Above a finger")
    page = invite("Finger Flo", has_touch=True, viewport={"width": 390, "height": 844}).page
    page.goto("/")
    button = page.locator(f"#sit-{first}")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*at)
    page.mouse.down()
    # Both change under it: the card itself, and one that is gone.
    site.runs(JOIN.format(code=first))
    site.runs(CLOSE.format(code=second))
    expect(page.locator(f"#table-{second}")).to_have_class("table-card table-card-gone")
    page.mouse.up()
    page.wait_for_url(f"**/lobbies/{first}/")
    site.runs(CLOSE.format(code=first))


def test_filter_is_used_and_kept_by_the_keyboard_alone(site: Site, invite: Invite) -> None:
    code = opens(site, "Everybody's")
    page = invite("Keyboard Kim").page
    page.goto("/")
    page.locator("#table-filter > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#filter-pace").focus()
    page.locator("#filter-pace").select_option("slow")
    # Buttons that have only just appeared ignore presses.
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#table-filter button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table-filter > summary .badge")).to_have_text("Slow: hours or days")
    expect(page.locator(f"#table-{code}")).to_have_count(0)
    expect(page.locator(".no-tables")).to_be_visible()
    expect(page.locator("#meanwhile-bots")).to_be_visible()
    page.goto("/")
    expect(page.locator(f"#table-{code}")).to_have_count(0)
    page.locator("#table-filter > summary").click()
    page.wait_for_timeout(SETTLED_MS)
    page.locator("#table-filter a").click()
    expect(page.locator(f"#table-{code}")).to_be_visible()
    site.runs(CLOSE.format(code=code))


def test_socket_that_comes_late_moves_nothing_under_the_focus(site: Site, invite: Invite) -> None:
    first, second = opens(site, "Early one"), opens(site, "Fading one")
    page = invite("Late Lou").page
    sockets: list[WebSocketRoute] = []

    def keep(socket: WebSocketRoute) -> None:
        sockets.append(socket)

    page.route_web_socket("**/ws/home/**", keep)
    page.goto("/")
    page.locator(f"#table-{first}").scroll_into_view_if_needed()
    page.locator(f"#sit-{first}").focus()
    before = place(page, first)
    site.runs(JOIN.format(code=first))
    site.runs(CLOSE.format(code=second))
    third = opens(site, "Tardy one")
    (socket,) = sockets
    socket.connect_to_server()
    # Each card changes for itself.
    expect(page.locator(f"#table-{first} .table-card-seats")).to_have_text("2 of 10 seats taken")
    expect(page.locator(f"#table-{second}")).to_have_class("table-card table-card-gone")
    expect(page.locator("#open-tables > li").last).to_have_id(f"table-{third}")
    assert page.evaluate("document.activeElement.id") == f"sit-{first}"
    assert place(page, first) == before
    # What comes afterwards is not undone when the focus leaves.
    site.runs(JOIN.format(code=first))
    seats = page.locator(f"#table-{first} .table-card-seats")
    expect(seats).to_have_text("3 of 10 seats taken")
    page.locator("#table-filter > summary").focus()
    expect(page.locator(f"#table-{second}")).to_have_count(0)
    expect(seats).to_have_text("3 of 10 seats taken")
    for code in (first, third):
        site.runs(CLOSE.format(code=code))


@pytest.mark.usefixtures("no_tables")
def test_who_practises_is_told_of_people_and_goes_there_in_one_press(
    site: Site, invite: Invite
) -> None:
    page = invite("Practising Pat").page
    page.goto("/")
    page.click("#play-bots")
    page.wait_for_url("**/games/**")
    if page.locator("#deal[open]").count():
        page.locator("#deal-seen").click()
    assert page.locator("#people-call form").count() == 0
    code = opens(site, "Real people")
    # It passes as a line, covers nothing, and then waits behind "More".
    line, card = page.locator(".people-now"), page.locator(".people-call-card")
    expect(line).to_have_text("A table of people is open: Real people.", timeout=15_000)
    expect(line).to_be_hidden(timeout=8000)
    expect(page.locator(".chip-more [data-people-count]")).to_be_visible()
    expect(card).to_be_hidden()
    press(page, page.locator(".chip-more"))
    expect(card).to_contain_text("A table of people is open: Real people.")
    press(page, page.locator("#go-to-people"))
    page.wait_for_url(f"**/lobbies/{code}/")
    expect(page.locator(".notices")).to_contain_text("You sit at Real people")
    site.runs(CLOSE.format(code=code))


NIGHT = """
from datetime import timedelta
from django.utils import timezone
from tests.games.nights.nights import a_night
print(a_night(name={name!r}, starts_at=timezone.now() + timedelta(hours=2)).code)
"""
CANCEL = """
from games.nights.announcing import cancel_night
from games.nights.models import Night
night = Night.objects.get(code={code!r})
cancel_night(night_id=night.pk, user=night.organiser)
"""


@pytest.mark.usefixtures("no_nights")
def test_nights_come_live_and_wait_for_a_pointer(site: Site, invite: Invite) -> None:
    page = invite("Evening Eve").page
    page.goto("/")
    code = site.runs(NIGHT.format(name="Owl evening"))
    shown = page.locator("#nights-tonight .watch", has_text="Owl evening")
    expect(shown).to_be_visible()
    # In the time of this device, as on a page that is loaded anew.
    assert "UTC" not in shown.locator("time").inner_text()
    shown.hover()
    before = shown.bounding_box()
    site.runs(CANCEL.format(code=code))
    page.wait_for_timeout(SETTLED_MS + 2500)
    assert shown.bounding_box() == before
    page.mouse.move(2, 2)
    expect(shown).to_have_count(0)
