"""Search in the help in a browser: without a request, without a network, and without scripts."""

import re

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Invite
from tests.browser.test_every_page import findings
from tests.wanted_words import WANTED

pytestmark = [pytest.mark.browser]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PHONE = {"width": 390, "height": 844}
RESULTS = """document.getElementById('help-found').hidden ? ''
    : document.getElementById('found-list').innerHTML"""
# Kept for later: the page, what it is printed with, and the index.
KEPT = """async path => {
    const cache = await caches.open('help');
    const kept = (await cache.keys()).map(each => new URL(each.url).pathname);
    return [path, '/static/js/help_search.js'].every(each => kept.includes(each))
        && kept.some(each => each.endsWith('.json'));
}"""
# More queries than those that must find a section: none, several words, letters of other alphabets.
MORE = [
    "zeppelin",
    "?!",
    "tie vote president",
    "a e i o",
    "ŁÓDŹ weto",
    "1",
    "İstanbul",
    "Straße",
    "hitler 3",
]


def path_of(language: str) -> str:
    return "/rules/" if language == settings.LANGUAGE_CODE else f"/{language}/rules/"


def seek(page: Page, query: str) -> str:
    """Search by the button; return the results as HTML."""
    page.fill("#help-query", query)
    page.evaluate("document.getElementById('found-heading').blur()")
    page.press("#help-query", "Enter")
    expect(page.locator("#found-heading")).to_be_focused()
    return str(page.evaluate(RESULTS))


def tidy(html: str) -> str:
    return str(BeautifulSoup(html, "html.parser"))


def found_by_the_server(page: Page, query: str) -> str:
    """Return the results as HTML, as they come without scripts."""
    answer = page.context.request.get(page.url, params={"q": query})
    found = BeautifulSoup(answer.text(), "html.parser").select_one("#found-list")
    assert found is not None
    return found.decode_contents()


@pytest.fixture
def asked(invite: Invite) -> tuple[Page, list[Request]]:
    """A page that works without a network, and what it asks for."""
    page = invite("", service_workers="allow").page
    requests: list[Request] = []

    def note(request: Request) -> None:
        requests.append(request)

    page.context.on("request", note)
    return page, requests


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_without_a_network_finds_what_the_server_finds(
    asked: tuple[Page, list[Request]], language: str
) -> None:
    page, requests = asked
    path = path_of(language)
    page.goto(path)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.wait_for_function(f"path => ({KEPT})(path)", arg=path)
    queries = [*WANTED[language], *MORE]
    server = {query: found_by_the_server(page, query) for query in queries}
    page.context.set_offline(True)
    page.goto(f"{path}?q=zeppelin")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#found-none")).to_be_visible()
    requests.clear()
    assert {query: tidy(seek(page, query)) for query in queries} == server
    assert [each.url for each in requests] == []
    page.context.set_offline(False)


def test_typing_finds_at_once_and_asks_nobody(asked: tuple[Page, list[Request]]) -> None:
    page, requests = asked
    page.goto("/rules/")
    page.locator("#help-query").focus()
    page.wait_for_load_state("networkidle")
    requests.clear()
    page.locator("#help-query").press_sequentially("term li", delay=20)
    expect(page.locator("#found-list a").first).to_have_text("Term limits")
    expect(page.locator("#found-list mark").first).to_have_text("Term")
    expect(page.locator("#found-count")).to_contain_text("Results:")
    expect(page.locator("#help-query")).to_be_focused()
    page.fill("#help-query", "")
    expect(page.locator("#help-found")).to_be_hidden()
    page.fill("#help-query", "zeppelin")
    expect(page.locator("#found-none")).to_be_visible()
    assert [each.url for each in requests] == []
    assert page.url.endswith("/rules/")


def test_result_leads_to_its_place(invite: Invite) -> None:
    page = invite("").page
    page.goto("/pl/rules/")
    seek(page, "kadencja")
    page.locator("#found-list a").first.click()
    expect(page.locator("#term-limits")).to_be_in_viewport()


def test_search_without_scripts_asks_the_server(invite: Invite) -> None:
    page = invite("", java_script_enabled=False).page
    page.goto("/nl/rules/")
    page.fill("#help-query", "gelijkspel")
    page.press("#help-query", "Enter")
    expect(page.locator('#found-list a[href="#vote"]')).to_be_visible()
    expect(page.locator("#found-list mark").first).to_be_visible()


def test_search_asks_the_server_where_the_index_does_not_come(invite: Invite) -> None:
    page = invite("").page
    page.goto("/rules/")
    page.evaluate("document.getElementById('help-search').dataset.index = '/rules/index/xx.json'")
    page.fill("#help-query", "veto")
    page.press("#help-query", "Enter")
    expect(page).to_have_url(re.compile(r"/rules/\?q=veto$"))
    expect(page.locator("#found-list a").first).to_have_text("Veto power")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_results_are_within_reach_of_everybody(invite: Invite, scheme: str) -> None:
    page = invite("", viewport=PHONE, color_scheme=scheme).page
    page.goto("/pl/rules/?q=egzekucja")
    expect(page.locator("#found-list a").first).to_be_visible()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
