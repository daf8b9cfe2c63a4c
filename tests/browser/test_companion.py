"""The companion on a phone in the middle of the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.test_every_page import problems_of

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
NAMES = ("Ana", "Bo", "Chris", "Dmitri", "Ewa")


def sit_down(page: Page) -> None:
    page.goto("/companion/")
    for place, name in enumerate(NAMES, 1):
        page.fill(f"[name=name_{place}]", name)
    page.get_by_role("button", name="To the table").click()


def tell(page: Page, *answers: str) -> None:
    for answer in answers:
        before = page.locator("#companion-sentence").inner_text()
        page.locator(".companion-steps").get_by_role("link", name=answer, exact=True).click()
        expect(page.locator("#companion-sentence")).not_to_have_text(before)


def test_steps_forward_and_back_without_leaving_the_page(invite: Invite) -> None:
    page = invite(**PHONE).page
    sit_down(page)
    page.evaluate("window.stays = true")
    tell(page, "Ana", "Bo", "Elected", "Fascist policy")

    expect(page.locator("#companion-sentence")).to_be_focused()
    expect(page.locator("#fascist-track")).to_contain_text("1 / 6")
    page.get_by_role("link", name="Undo").click()
    expect(page.locator("#fascist-track")).to_contain_text("0 / 6")
    assert page.evaluate("window.stays")

    page.go_back()
    expect(page.locator("#fascist-track")).to_contain_text("1 / 6")
    page.reload()
    expect(page.locator("#fascist-track")).to_contain_text("1 / 6")
    page.goto("/companion/")
    page.get_by_role("link", name="Go on with your game").click()
    expect(page.locator("#fascist-track")).to_contain_text("1 / 6")


def test_buttons_lie_under_the_thumb_and_are_large(invite: Invite) -> None:
    page = invite(**PHONE).page
    sit_down(page)
    tell(page, "Ana", "Bo")

    for button in page.locator(".companion-steps .button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 56
        # The area that the thumb of the holding hand reaches.
        assert 0.45 * 844 < box["y"] < 844 - box["height"]


def test_lost_connection_is_told_and_the_step_can_be_taken_later(
    invite: Invite, complaints: list[str]
) -> None:
    person = invite(**PHONE)
    page = person.page
    sit_down(page)
    tell(page, "Ana")
    person.context.set_offline(True)
    page.get_by_role("link", name="Bo", exact=True).click()
    expect(page.locator("#companion-offline")).to_be_visible()
    person.context.set_offline(False)
    tell(page, "Bo")
    expect(page.locator("#companion-offline")).to_be_hidden()
    # htmx logs on the console what the page has shown to people.
    assert {each.partition(",")[0] for each in complaints} == {
        "htmx:afterRequest",
        "htmx:sendError",
    }
    complaints.clear()


def test_without_scripts_the_steps_are_links(invite: Invite) -> None:
    page = invite(java_script_enabled=False, **PHONE).page
    sit_down(page)
    for answer in ("Ana", "Bo", "Elected", "Liberal policy"):
        page.locator(".companion-steps").get_by_role("link", name=answer, exact=True).click()

    expect(page.locator("#liberal-track")).to_contain_text("1 / 5")


@pytest.mark.parametrize("so_far", ["", "b0n1jF", "b0n1xn2xn3x", "b0n1jFn2jFn3jFpn4jh"])
def test_table_has_no_barrier_and_fits_every_screen(so_far: str, invite: Invite) -> None:
    page = invite(color_scheme="light").page
    sit_down(page)
    page.goto(f"/companion/?players=5&edition=retail&so_far={so_far}")

    assert problems_of(page) == []


def test_start_has_no_barrier_and_fits_every_screen(invite: Invite) -> None:
    page = invite(color_scheme="light").page
    page.goto("/companion/")

    assert problems_of(page) == []


def test_screen_stays_awake(invite: Invite) -> None:
    page = invite(**PHONE).page
    page.add_init_script(
        """window.locks = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
          window.locks.push(kind);
          return { released: false };
        } } });"""
    )
    sit_down(page)
    tell(page, "Ana", "Bo")

    assert page.evaluate("window.locks") == ["screen"]
