"""Two people with browsers: one asks, the other accepts, opens a table, invites, and both sit there."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import FRIENDS_PAGES, friends_views, stage
from tests.browser.people import SETTLED_MS, Person
from tests.browser.test_every_page import problems_of
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


def signed_in(person: Person, site: Site, session: str) -> Page:
    cookies = {"sessionid": session, "django_language": "en"}
    person.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    return person.page


def test_two_people_become_friends_and_sit_down_together(site: Site, invite: Invite) -> None:
    told = stage(site, "two-members")["two-members"]
    ada = signed_in(invite("Ada", viewport=PHONE), site, told["ada"])
    bea = signed_in(invite("Bea", viewport=DESK), site, told["bea"])
    # Ada finds Bea by name and asks.
    ada.goto("/friends/")
    ada.fill("#friend-name", told["bea_name"].lower())
    ada.get_by_role("button", name="Search").click()
    ada.wait_for_timeout(SETTLED_MS)
    ada.get_by_role("button", name=f"Ask {told['bea_name']} to be friends").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text("You have asked")
    # Bea accepts; both see the other one come.
    bea.goto("/friends/")
    bea.get_by_role("button", name=f"Accept: {told['ada_name']}").click()
    expect(bea.locator("#friends-list")).to_contain_text(told["ada_name"])
    ada.goto("/friends/")
    expect(ada.locator("#friends-list")).to_contain_text("Online")
    expect(bea.locator("#friends-list")).to_contain_text("Online")
    # Ada opens a table; it appears on Bea's page, and Ada invites Bea.
    ada.goto("/lobbies/new/")
    ada.fill("[name=name]", "Ours")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url(re.compile(r"/lobbies/[A-Z]{6}/$"))
    expect(bea.locator("#friends-list")).to_contain_text("In the lobby Ours")
    ada.wait_for_timeout(SETTLED_MS)
    ada.get_by_role("button", name=f"Invite {told['bea_name']}").click()
    expect(ada.locator("#invite-people .badge")).to_have_text("Invited")
    expect(ada.locator(".lobby-seat-kept")).to_contain_text(f"Kept for {told['bea_name']}")
    expect(ada.locator(".lobby-seat-kept time")).to_have_text(re.compile(r"^(0:[0-5]\d|1:00)$"))
    # Bea is told on the next page, presses, and has a seat with one more press.
    bea.goto("/leaderboard/")
    bea.get_by_role("link", name="You are invited to a table: Ours").click()
    expect(bea.locator(".join")).to_contain_text(f"{told['ada_name']} invites you to this table.")
    bea.wait_for_timeout(SETTLED_MS)
    bea.get_by_role("button", name="Sit down").click()
    expect(bea.locator("#leave-lobby")).to_be_visible()
    expect(ada.locator(".lobby-seat-kept")).to_have_count(0)
    expect(ada.locator(".lobby-seat:not(.lobby-seat-empty) .lobby-seat-name")).to_have_count(2)


def test_one_press_in_the_list_of_friends_is_a_seat(site: Site, invite: Invite) -> None:
    told = stage(site, "friends")["friends"]
    bea = signed_in(invite("Invited", viewport=PHONE), site, told["fia"])
    bea.goto(f"/lobbies/{told['code']}/")
    bea.locator("#leave-lobby").click()
    bea.goto("/friends/")
    bea.wait_for_timeout(SETTLED_MS)
    button = bea.get_by_role("button", name=f"Sit down with {told['friend']}")
    button.focus()
    bea.keyboard.press("Enter")
    expect(bea.locator("#leave-lobby")).to_be_visible()


def test_pages_of_friends_are_sound(site: Site, invite: Invite) -> None:
    staged = stage(site, "friends")
    person = invite("sound", color_scheme="light")
    problems = {}
    for view in friends_views(staged):
        person.context.clear_cookies()
        person.context.add_cookies(view.cookies(site.url))
        person.page.goto(view.path)
        if found := problems_of(person.page):
            problems[view.name] = found
    assert len(FRIENDS_PAGES) > len(problems) == 0, problems
