"""Sanctions as the people live them: what they may do no longer, what stays, and in which words."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE, enters, staged
from tests.browser.people import PATIENCE_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser


def opens_a_table(page: Page) -> None:
    page.goto("/lobbies/new/")
    page.get_by_label("Name of the table").fill("My table")
    page.get_by_role("button", name="Open the table").click()


def test_warning_is_read_before_the_next_game(site: Site, invite: Invite) -> None:
    told = staged(site, "a_decision", decision="warning", is_over=True)
    page = enters(invite, site, told, "Udo", "/lobbies/new/", **PHONE)
    opens_a_table(page)
    expect(page.get_by_text("The moderators have written to you.")).to_be_visible()
    page.goto("/accounts/moderators/")
    expect(page.get_by_text("Be kind.")).to_be_visible()
    page.get_by_role("button", name="I have read it").click()
    expect(page.get_by_role("button", name="I have read it")).to_have_count(0)
    opens_a_table(page)
    expect(page.locator("#lobby-heading")).to_contain_text("My table")


def test_muted_player_claims_but_does_not_write(site: Site, invite: Invite) -> None:
    told = staged(site, "a_muted_player")
    udo = enters(invite, site, told, "Udo", f"/games/{told['game']}/")
    ola = enters(invite, site, told, "Ola", f"/games/{told['game']}/")
    for page in (udo, ola):
        page.wait_for_selector("#table[data-live]")
    udo.locator("#say-text").fill("Trust me")
    udo.locator("#say-text").press("Enter")
    expect(udo.locator("#talk-answer")).to_contain_text("You may not write now.")
    udo.locator("#claim-1-drew-LLF").click()
    expect(ola.locator("#chat")).to_contain_text("claims to have drawn in round 1")
    expect(ola.locator("#chat")).not_to_contain_text("Trust me")


def test_ranked_table_is_refused_in_words_and_a_casual_one_is_open(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "two_lobbies", kind="no_ranked")
    page = enters(invite, site, told, "Udo", f"/lobbies/{told['ranked']}/", **PHONE)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("You may not play ranked games now.")).to_be_visible()
    page.goto(f"/lobbies/{told['casual']}/")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#leave-lobby")).to_be_visible()


def test_suspended_player_finishes_the_game_and_sits_down_nowhere(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "a_suspended_player")
    page = enters(invite, site, told, "Udo", f"/games/{told['game']}/")
    page.wait_for_selector("#table[data-live]")
    own = page.locator("#decision form[data-action] button")
    own.first.click()
    if page.locator("#confirm").is_visible():
        page.locator("#confirm-choice").click()
    expect(own).to_have_count(0, timeout=PATIENCE_MS)
    page.goto(f"/lobbies/{told['lobby']}/")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("You are suspended.")).to_be_visible()
    page.goto("/accounts/moderators/")
    page.get_by_role("link", name="Appeal").click()
    expect(page.get_by_role("button", name="Send the appeal")).to_be_visible()


def test_banned_person_reads_the_site_and_plays_no_more(site: Site, invite: Invite) -> None:
    told = staged(site, "a_decision", decision="ban", is_over=True)
    page = enters(invite, site, told, "Udo", "/lobbies/new/", **PHONE)
    opens_a_table(page)
    expect(page.get_by_text("You are suspended.")).to_be_visible()
    page.goto("/accounts/moderators/")
    expect(page.get_by_role("heading", name="Ban")).to_be_visible()
    expect(page.get_by_text("without an end")).to_be_visible()
    page.goto(f"/games/{told['game']}/replay/")
    expect(page.locator("#points-heading")).to_be_visible()
