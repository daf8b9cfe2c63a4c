"""A game night in the browser: times in everybody's own zone, live changes without losing the focus, and without scripts."""

import pytest

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, View, night_views, stage
from tests.running_site import Site

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
