"""Reports as people make them: by keyboard, by touch, from every place; what is refused; what comes of them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE, enters, staged
from tests.browser.moderation_stage import RUDE
from tests.running_site import Site

pytestmark = pytest.mark.browser

TOUCH = {**PHONE, "has_touch": True, "is_mobile": True}


def sends(sheet: Page, reason: str) -> None:
    sheet.get_by_label(reason, exact=True).check()
    sheet.get_by_role("button", name="Send the report").click()


def test_player_is_reported_by_keyboard(site: Site, invite: Invite) -> None:
    told = staged(site, "a_table")
    page = enters(invite, site, told, "Ida", f"/games/{told['game']}/seats/1/")
    with page.context.expect_page() as opened:
        page.locator("#card-report").press("Enter")
    sheet = opened.value
    expect(sheet.get_by_role("heading", name=f"Report {told['Udo']['name']}")).to_be_visible()
    sheet.get_by_label("Harassment").press("ArrowDown")
    expect(sheet.get_by_label("Hate")).to_be_checked()
    sheet.get_by_label("In your words").press_sequentially("He insults us.")
    sheet.keyboard.press("Tab")
    sheet.keyboard.press("Enter")
    expect(sheet.locator(".notices")).to_contain_text("Thank you.")
    expect(sheet.get_by_text("He insults us.")).to_be_visible()
    expect(sheet.get_by_text("Nobody has looked at it yet.")).to_be_visible()


def test_line_of_talk_is_reported_by_touch(site: Site, invite: Invite) -> None:
    told = staged(site, "a_table")
    page = enters(invite, site, told, "Ola", f"/games/{told['game']}/", **TOUCH)
    page.wait_for_selector("#table[data-live]")
    page.get_by_role("link", name=told["Udo"]["name"]).first.tap()
    with page.context.expect_page() as opened:
        page.locator("#card-report").tap()
    sheet = opened.value
    sheet.get_by_text(RUDE).tap()
    sheet.get_by_label("Harassment").tap()
    expect(sheet.get_by_label(RUDE)).to_be_checked()
    sheet.get_by_role("button", name="Send the report").tap()
    expect(sheet.get_by_role("heading", name=told["Udo"]["name"])).to_be_visible()
    expect(sheet.locator("section.card")).to_contain_text("Harassment")


def test_player_is_reported_from_their_page(site: Site, invite: Invite) -> None:
    told = staged(site, "a_table")
    page = enters(invite, site, told, "Ida", f"/players/{told['Udo']['name']}/")
    page.get_by_role("link", name="Report this player").click()
    sends(page, "Cheating or collusion")
    expect(page.locator("section.card").first).to_contain_text("Cheating or collusion")


def test_name_of_a_lobby_is_reported_by_a_guest(invite: Invite) -> None:
    host, guest = invite("Hanna"), invite("Gus", **PHONE)
    code = host.opens_a_lobby(table="A bad name")
    guest.follows_link(code)
    with guest.context.expect_page() as opened:
        guest.page.get_by_role("link", name="Report the name of this lobby").click()
    sheet = opened.value
    expect(sheet.get_by_text("A bad name", exact=True)).to_be_visible()
    expect(sheet.get_by_label("The name")).to_be_checked()
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_role("heading", name="A bad name")).to_be_visible()


def test_fifth_report_about_a_game_is_refused_in_words(site: Site, invite: Invite) -> None:
    told = staged(site, "four_reports")
    sheet = enters(invite, site, told, "Ida", f"/moderation/report/game/{told['game']}/seat-5/")
    sends(sheet, "Spam")
    expect(sheet.get_by_role("alert")).to_contain_text("four reports about this game")


def test_same_thing_is_reported_once(site: Site, invite: Invite) -> None:
    told = staged(site, "a_case")
    sheet = enters(invite, site, told, "Ida", f"/moderation/report/game/{told['game']}/seat-1/")
    sends(sheet, "Spam")
    expect(sheet.get_by_role("alert")).to_contain_text("You have reported this already.")


def test_reporter_learns_in_a_word_what_came_of_it(site: Site, invite: Invite) -> None:
    told = staged(site, "outcomes")
    page = enters(invite, site, told, "Ida", "/accounts/", **PHONE)
    page.get_by_role("link", name="My reports").click()
    for who, word in (("Udo", "no offence"), ("Ola", "warned"), ("Leo", "restricted")):
        heading = page.get_by_role("heading", name=told[who]["name"])
        expect(page.locator("section.card").filter(has=heading)).to_contain_text(word)
