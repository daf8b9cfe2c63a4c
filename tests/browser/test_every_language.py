"""A whole game and every public page in each language, on a narrow phone: nothing is left in English, and
no label is cut.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from config.catalogues import read
from tests.browser.conftest import Invite
from tests.browser.pages import Staged, member_views, moderation_views
from tests.browser.people import Person
from tests.running_site import Site

pytestmark = pytest.mark.browser

NAMES = {"es": "Inés", "it": "Irene", "pl": "Łucja", "nl": "Sjoerd"}
PUBLIC = (
    "/", "/rules/", "/rules/summary/", "/rules/questions/", "/rules/strategy/", "/narrator/",
    "/companion/", "/tour/", "/about/", "/leaderboard/", "/seasons/", "/calibration/", "/community/", "/replay/import/",
)  # fmt: skip
OWN = ("/accounts/", "/accounts/preferences/", "/accounts/keep/", "/no/such/page/")
VISITORS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
# Every text of a page, seen or heard, but for texts from scripts.
TEXTS = """() => {
    const found = [document.title];
    // A word list, and the names of languages, say in which language they are.
    const isForeign = each => each.closest('[lang]') !== document.documentElement;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (!parent.closest('script, style') && !isForeign(parent)) {
            found.push(walk.currentNode.data);
        }
    }
    for (const each of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
            if (each.hasAttribute(name) && !isForeign(each)) {
                found.push(each.getAttribute(name));
            }
        }
    }
    return found;
}"""
# What a narrow phone cuts off: labels longer than their place, and the page itself.
CUT = """() => {
    const page = document.documentElement;
    const cut = page.scrollWidth > page.clientWidth ? ['the page'] : [];
    for (const each of document.querySelectorAll('a, button, summary, label, h1, h2, h3, th, span, strong, p')) {
        const style = getComputedStyle(each);
        const isLonger = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1;
        if (isLonger && style.display !== 'inline' && style.overflowX !== 'visible' && style.overflowX !== 'auto') {
            cut.push(each.textContent.trim());
        }
    }
    return cut;
}"""
NARROW = {"width": 360, "height": 740}
PLACE = re.compile(r"%\(\w+\)[sd]|%%")
TAG = re.compile(r"<[^>]+>")
# A shorter word may be the same in both languages, and a text of hardly more than values fits
# anything.
A_WORD = re.compile(r"[^\W\d_]{4,}")
A_SENTENCE = re.compile(r"[^\W\d_]{3,}(?:.*[^\W\d_]{3,}){2}")


def plain(text: str) -> str:
    return " ".join(text.split())


def pieces(texts: Any) -> set[str]:
    """Return the texts on a page; a sentence with markup is several pieces."""
    each = texts if isinstance(texts, list | tuple) else [texts]
    return {plain(piece) for text in each if text for piece in TAG.split(text)}


@cache
def english(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the English texts that differ in this language: those without values, those with."""
    sources: set[str] = set()
    targets: set[str] = set()
    for message in read(language, "django"):
        sources |= pieces(message.id)
        targets |= pieces(message.string)
    left = {each for each in sources - targets if A_WORD.search(PLACE.sub("", each))}
    with_values = {each for each in left if PLACE.search(each)}
    sentences = {each for each in with_values if A_SENTENCE.search(PLACE.sub("", each))}
    patterns = (".+?".join(map(re.escape, PLACE.split(each))) for each in sorted(sentences))
    return frozenset(left - with_values), re.compile("|".join(patterns))


def left_in_english(language: str, texts: list[str]) -> set[str]:
    exact, patterns = english(language)
    said = {plain(text) for text in texts} - {""}
    return {text for text in said if text in exact or patterns.fullmatch(text)}


def texts_in(frames: list[str]) -> Iterator[str]:
    for frame in frames:
        yield from BeautifulSoup(frame, "html.parser").stripped_strings


def plays_to_the_end(person: Person) -> None:
    """Take the first option each time, while bots play the rest."""
    page = person.page
    while page.locator("#table").get_attribute("data-phase") != "game_over":
        before = person.version()
        # Clicked by a script: bots redraw the page too fast for a mouse.
        page.evaluate(
            """() => {
                const form = document.querySelector('#decision:not(:has([aria-pressed=true])) form[data-action]');
                form?.requestSubmit(form.querySelector('button'));
                document.querySelector('#confirm [data-confirms]:not([hidden]) #confirm-choice')?.click();
            }"""
        )
        page.wait_for_function(
            """before => {
                const table = document.getElementById('table');
                return Number(table.dataset.version) > before || table.dataset.phase === 'game_over'
                    || document.querySelector('#decision form[data-action]');
            }""",
            arg=before,
        )


@pytest.mark.parametrize("language", sorted(NAMES))
def test_nothing_is_left_in_english(language: str, invite: Invite) -> None:
    person = invite(NAMES[language], locale=language, viewport=NARROW)
    page, found, cut = person.page, {}, {}

    def look(path: str = "") -> None:
        if path:
            page.goto(path)
        left = left_in_english(language, page.evaluate(TEXTS))
        if left:
            found[page.url] = left
        if too_long := page.evaluate(CUT):
            cut[page.url] = too_long

    for path in (*PUBLIC, *VISITORS):
        look(path)
        assert page.locator("html").get_attribute("lang") == language, page.url
    look("/lobbies/new/")
    page.fill("[name=guest-name]", person.name)
    page.fill("[name=name]", "1933")
    page.select_option("[name=most_players]", "7")
    page.locator("form.form button.button-large").click()
    page.wait_for_url(re.compile(r"/lobbies/[A-Z]{6}/$"))
    look()
    person.starts()
    look()
    expect(page.locator("#decision, #phase-sentence").first).to_be_attached()
    plays_to_the_end(person)
    look()
    table = page.url
    said = left_in_english(language, list(texts_in(person.frames)))
    own = f"/players/{person.name}/"
    code = table.rstrip("/").rsplit("/", 1)[-1]
    could_know = f"/learn/could-know/{code}/?eyes=0"
    for path in (f"{table}replay/", f"{table}replay/9/", could_know, own, f"{own}games/", *OWN):
        look(path)
    assert (found, said) == ({}, set())
    assert cut == {}
    assert len(person.frames) > 20


@pytest.mark.parametrize("language", sorted(NAMES))
def test_pages_of_members_are_in_their_language_on_a_narrow_phone(
    language: str, site: Site, staged: Staged, invite: Invite
) -> None:
    person = invite(viewport=NARROW)
    page, found, cut = person.page, {}, {}
    for view in (*member_views(staged), *moderation_views(staged)):
        person.context.clear_cookies()
        person.context.add_cookies(view.cookies(site.url, language))
        page.goto(view.path)
        assert page.url.endswith(view.path)
        if left := left_in_english(language, page.evaluate(TEXTS)):
            found[view.name] = left
        if too_long := page.evaluate(CUT):
            cut[view.name] = too_long
    assert (found, cut) == ({}, {})


def test_scan_finds_english_and_lets_the_language_be() -> None:
    exact, _patterns = english("pl")
    assert len(exact) > 500
    assert left_in_english("pl", ["Open a table", "Otwórz stół", "Ja!"]) == {"Open a table"}
