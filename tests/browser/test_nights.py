"""A game night in the browser: times in everybody's own zone, live changes without losing the focus, and without scripts."""

from time import sleep

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, View, night_views, stage
from tests.running_site import Site

# A script that comes when the page has long been there.
SLOW_SECONDS = 0.7
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def staged(site: Site) -> Staged:
    """Nights at every stage."""
    return stage(site, "nights")


def view(staged: Staged, name: str) -> View:
    """The page of this name."""
    return next(each for each in night_views(staged) if each.name == name)


def test_times_are_in_the_zone_of_the_device(site: Site, staged: Staged, invite: Invite) -> None:
    shown = {}
    for zone in ("Europe/Warsaw", "America/New_York"):
        visitor = invite(zone, timezone_id=zone)
        visitor.context.add_cookies(view(staged, "night-announced").cookies(site.url))
        visitor.page.goto(view(staged, "night-announced").path)
        time = visitor.page.locator(".lede time")
        shown[zone] = time.inner_text()
        # What the server wrote is kept: UTC, and the organiser's own zone.
        assert "UTC" in (time.get_attribute("title") or "")
        visitor.page.goto("/nights/new/")
        assert visitor.page.input_value("select[name=zone]") == zone
    assert len(set(shown.values())) == 2
    plain = invite("no scripts", java_script_enabled=False)
    plain.page.goto(view(staged, "night-announced").path)
    text = plain.page.locator(".lede time").inner_text()
    assert "UTC" in text
    assert "Europe/Warsaw" in text


# What can be read of times, picture by picture.
READS_TIMES = """() => {
    window.read = [];
    (function look() {
        for (const time of document.querySelectorAll('time')) {
            if (time.checkVisibility({ visibilityProperty: true })) window.read.push(time.innerText);
        }
        requestAnimationFrame(look);
    })();
}"""


def paints_at_once(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(' blocking="render"', ""))


def comes_late(route: Route) -> None:
    sleep(SLOW_SECONDS)
    route.continue_()


@pytest.mark.parametrize("waits", [True, False], ids=["waits", "paints at once"])
def test_no_other_zone_is_read_before_that_of_the_device(
    site: Site, staged: Staged, invite: Invite, waits: bool
) -> None:
    """Also in browsers that paint before the scripts have run."""
    visitor = invite("Early", timezone_id="America/New_York")
    announced = view(staged, "night-announced")
    visitor.context.add_cookies(announced.cookies(site.url))
    page = visitor.page
    page.add_init_script(f"({READS_TIMES})()")
    if not waits:
        page.route(f"**{announced.path}", paints_at_once)
    page.route("**/nights*.js", comes_late)
    page.goto(announced.path)
    page.wait_for_function("() => window.read.some((each) => /[AP]M/.test(each))")
    assert [each for each in page.evaluate("window.read") if "UTC" in each] == []


def test_live_part_changes_under_the_keyboard_and_keeps_the_focus(
    site: Site, staged: Staged, invite: Invite
) -> None:
    organiser = invite("organiser")
    drawn = view(staged, "night-drawn")
    organiser.context.add_cookies(drawn.cookies(site.url))
    page = organiser.page
    page.goto(drawn.path)
    before = page.get_attribute("#night-live", "hx-get")
    page.focus("#redraw")
    site.runs(
        "from games.nights.models import Night; from games.nights.places import leave_night;"
        f"night = Night.objects.get(code={staged['nights']['drawn']!r});"
        "other = night.people.exclude(user=night.organiser).first();"
        "leave_night(night_id=night.pk, user=other.user)"
    )
    page.wait_for_function(
        "before => document.querySelector('#night-live').getAttribute('hx-get') !== before",
        arg=before,
        timeout=20_000,
    )
    assert page.evaluate("document.activeElement.id") == "redraw"
    page.keyboard.press("Enter")
    page.wait_for_selector("#redraw")
    page.locator("summary", has_text="What the organiser did").click()
    assert page.locator("details[open]", has_text="Drew the round again").is_visible()
