"""A club from its founding to its end, as people see it in their browsers; and its pages by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE
from tests.browser.people import SETTLED_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser

FOUNDER, FIRST, SECOND, STRANGER = (
    "Maximiliana Wolkenstein",
    "Wojciech Brzęczyszczyk",
    "Jean-Baptiste Lamarck",
    "Guadalupe Hernández",
)
# No other club of the site that the tests of this folder share begins so.
CLUB = "Leuchtturmwärter am Stammtisch"
Enter = Callable[..., Page]

MEMBER = """
from allauth.account.models import EmailAddress
from tests.browser.stage import session_of
from tests.factories import a_person
user = a_person({name!r}, is_guest=False)
EmailAddress.objects.create(user=user, email=f"{{user.pk}}@story.example.org", primary=True, verified=True)
print(session_of(user))
"""


@pytest.fixture
def enter(site: Site, invite: Invite) -> Enter:
    """Let a member with a confirmed address open a page in a browser of their own."""

    def somebody(name: str, path: str, **options: object) -> Page:
        session = site.runs(MEMBER.format(name=name))
        person = invite(**options)
        person.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        person.page.goto(path)
        return person.page

    return somebody


def _press(page: Page, name: str) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    page.wait_for_timeout(SETTLED_MS)
    button.click()


def test_club_from_its_founding_to_its_end(enter: Enter) -> None:
    ola = enter(FOUNDER, "/community/")
    ola.get_by_role("link", name="Clubs").click()
    ola.get_by_role("link", name="Found a club").click()
    ola.get_by_label("Name of the club").fill(CLUB)
    ola.get_by_label("What is it about?").fill("We play on Fridays.")
    ola.get_by_label("By request").check()
    _press(ola, "Found the club")
    expect(ola.get_by_role("heading", name=CLUB)).to_be_visible()
    expect(ola.locator(".notices")).to_contain_text("The club is founded.")
    club_path = ola.url

    # Two others find it and ask; the founder accepts them.
    others = [enter(FIRST, "/clubs/?q=l", **PHONE), enter(SECOND, "/clubs/?q=l")]
    for page in others:
        page.get_by_label("Name begins with").fill("leucht")
        _press(page, "Find")
        # The site has clubs whose names begin alike.
        page.get_by_role("link", name=re.compile(rf"^{CLUB}\s")).click()
        _press(page, "Ask to join")
        expect(page.get_by_role("heading", name="You have asked to join")).to_be_visible()
    ola.reload()
    ola.get_by_role("link", name="2 ask to join").click()
    for name in (FIRST, SECOND):
        accept = ola.locator("main li", has_text=name).get_by_role("button", name="Accept")
        expect(accept).to_be_visible()
        ola.wait_for_timeout(SETTLED_MS)
        accept.click()
        expect(accept).to_have_count(0)
    first, second = others
    for page in others:
        page.reload()
        expect(page.locator(".club-head")).to_contain_text("Member")

    # News.
    ola.get_by_role("link", name="News", exact=True).click()
    ola.get_by_label("Title").fill("Tonight at eight")
    ola.get_by_label("Text").fill("Bring your best lies.")
    _press(ola, "Publish")
    first.reload()
    expect(first.get_by_role("article")).to_contain_text("Bring your best lies.")

    # A table for members only.
    _press(second, "Open a table for the club")
    expect(second.get_by_role("heading", name=CLUB)).to_be_visible()
    table = second.url
    first.reload()
    first.locator("main li", has_text=SECOND).get_by_role("link", name="To the table").click()
    _press(first, "Sit down")
    expect(first.get_by_role("button", name="Leave the table")).to_be_visible()
    stranger = enter(STRANGER, table)
    _press(stranger, "Sit down")
    expect(stranger.locator("main")).to_contain_text("This table is for the members of a club.")
    _press(first, "Leave the table")
    expect(first.get_by_role("button", name="Leave the table")).to_have_count(0)

    # One leaves, the other takes the club over and closes it.
    first.goto(club_path)
    _press(first, "Leave the club")
    expect(first.get_by_role("button", name="Ask to join")).to_be_visible()
    ola.get_by_role("link", name="Members", exact=True).click()
    ola.get_by_text("Change", exact=False).first.click()
    _press(ola, "Hand the club over")
    expect(ola.locator(".notices")).to_contain_text("once they have accepted")
    second.goto(club_path)
    _press(second, "Take it over")
    expect(second.locator(".club-head")).to_contain_text("Owner")
    second.get_by_role("link", name="Settings").click()
    second.get_by_role("link", name="Close the club").click()
    _press(second, "Close the club")
    expect(second.locator(".notices")).to_contain_text("The club has closed.")
    ola.goto(club_path)
    expect(ola.locator(".club-head")).to_contain_text("This club has closed.")


def test_members_are_changed_by_keyboard(enter: Enter) -> None:
    ola = enter("Keyboard owner", "/clubs/new/")
    ola.get_by_label("Name of the club").press_sequentially("Keyboard club")
    ola.get_by_label("Open to everybody").press("Space")
    ola.get_by_label("Name of the club").press("Enter")
    expect(ola.get_by_role("heading", name="Keyboard club")).to_be_visible()
    kim = enter("Keyboard member", ola.url)
    kim.wait_for_timeout(SETTLED_MS)
    kim.get_by_role("button", name="Join", exact=True).press("Enter")
    expect(kim.locator(".club-head")).to_contain_text("Member")
    ola.get_by_role("link", name="Members", exact=True).press("Enter")
    summary = ola.locator("summary", has_text="Keyboard member")
    summary.press("Enter")
    ola.keyboard.press("Tab")
    expect(ola.get_by_role("button", name="Make an officer")).to_be_focused()
    ola.wait_for_timeout(SETTLED_MS)
    ola.keyboard.press("Enter")
    expect(ola.locator("main li", has_text="Keyboard member")).to_contain_text("Officer")
