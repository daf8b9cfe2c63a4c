"""The form for a custom board in the browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite

pytestmark = pytest.mark.browser


def test_board_beside_the_form_follows_every_choice(invite: Invite) -> None:
    page = invite().page
    page.goto("/boards/")
    preview = page.locator("#board-preview")
    expect(preview).to_contain_text("This is the standard board of this size.")
    page.get_by_label("The veto power begins with Fascist policy").select_option("4")
    expect(preview).to_contain_text("The veto power begins with Fascist policy 4 instead of 5.")
    page.get_by_label("Short name").fill("Early veto")
    page.get_by_label("Chaos wins no game").check()
    expect(preview.get_by_role("heading", name="Early veto")).to_be_visible()
    page.get_by_label("Fascists beside Hitler").select_option("3")
    expect(preview.get_by_role("alert")).to_contain_text("smaller than the liberal team")
    # Another size begins anew, and keeps the name.
    page.get_by_label("Players", exact=True).select_option("10")
    expect(preview).to_contain_text("This is the standard board of this size.")
    expect(page.get_by_label("Fascists beside Hitler")).to_have_value("3")
    expect(page.get_by_label("Short name")).to_have_value("Early veto")
    page.get_by_label("Fascists beside Hitler").select_option("2")
    expect(preview).to_contain_text("Fascists beside Hitler: 2 instead of 3.")
    page.locator("#board-link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Early veto")


def test_without_scripts_the_form_shows_the_board(invite: Invite) -> None:
    page = invite(java_script_enabled=False).page
    page.goto("/boards/?players=8")
    page.get_by_label("The Hitler zone begins with Fascist policy").select_option("2")
    page.get_by_role("button", name="Show this board").click()
    expect(page.locator("#board-preview")).to_contain_text(
        "The Hitler zone begins with Fascist policy 2 instead of 3."
    )
