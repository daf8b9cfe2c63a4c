"""Changing the language keeps the reader's place: the section of the rules, the seat at the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.seated import plays_on

pytestmark = pytest.mark.browser


def test_switch_keeps_the_section_and_the_table(invite: Invite) -> None:
    person = invite("Switching Ada")
    page = person.page
    page.goto("/rules/#veto")
    page.select_option("#language", "es")
    page.wait_for_url("**/es/rules/#veto")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    # The choice is remembered: an English address redirects to the Spanish page, at its section.
    page.goto("/rules/#powers")
    page.wait_for_url("**/es/rules/#powers")
    page.select_option("#language", "en")
    page.wait_for_url(re.compile(r"//[^/]+/rules/#powers$"))

    person.opens_a_lobby(seats=5)
    code = person.starts()
    person.opens("more")
    page.select_option("#language", "pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert f"/games/{code}/" in page.url
    page.locator("#more > .drawer-close").click()
    plays_on(person, until=person.version() + 1)
    # Its socket uses Polish, too.
    expect(page.locator("#phase-sentence")).to_contain_text(re.compile("Prezyden|Kancler|Runda"))
