"""The questions that come up at the table: answered, grounded in the rules, readable by machines."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.presenters.learning.help import SECTIONS, section_with

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
RULES = Path(settings.BASE_DIR) / "games" / "engine" / "RULES.md"
STATED = set(re.findall(r"^- \*\*([RE]-\d+)\*\* ", RULES.read_text(), re.MULTILINE))
QUESTIONS = [each for section in SECTIONS for each in section.questions]
# The end of a sentence; the exclamation mark of a vote is none.
END = re.compile(r"[.?](?=\s|$)")
SCHEMA = "https://schema.org/"


def path_in(language: str, path: str) -> str:
    """Return the address of a page in this language."""
    return path if language == settings.LANGUAGE_CODE else f"/{language}{path}"


def page_in(language: str) -> BeautifulSoup:
    """Return the page of questions in this language."""
    html = Client().get(path_in(language, "/rules/questions/")).content.decode()
    return BeautifulSoup(html, "html.parser")


def items(scope: BeautifulSoup | Tag, property_: str, type_: str) -> list[Tag]:
    """Return the items of microdata below a scope that are this property of it."""
    return list(scope.select(f'[itemprop="{property_}"][itemscope][itemtype="{SCHEMA}{type_}"]'))


def text_of(scope: Tag, property_: str) -> str:
    """Return the only text of this property."""
    (found,) = scope.select(f'[itemprop="{property_}"]:not([itemscope])')
    return found.get_text(strip=True)


def test_there_are_forty_questions_and_each_names_a_ruling_that_exists() -> None:
    assert len(QUESTIONS) >= 40
    for each in QUESTIONS:
        rulings = each.rulings.split()
        assert rulings, each.anchor
        assert set(rulings) <= STATED, each.anchor


def test_rule_behind_an_answer_is_explained_where_its_link_leads() -> None:
    """Scenarios belong to no section; a question with rules leads to a section with one of them."""
    for each in QUESTIONS:
        section = section_with(each.rule)
        assert section is not None
        assert section.page == "help"
        rules = {number for number in each.rulings.split() if number.startswith("R-")}
        assert not rules or rules & set(section.rule_numbers), each.anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_and_answered_in_two_sentences(language: str) -> None:
    with override(language):
        for each in QUESTIONS:
            assert str(each.question).endswith("?"), each.anchor
            assert len(END.findall(str(each.answer))) == 2, each.answer
    if language != settings.LANGUAGE_CODE:
        with override("en"):
            english = {str(each.answer) for each in QUESTIONS}
        with override(language):
            assert not english & {str(each.answer) for each in QUESTIONS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_engines_can_read_questions_and_answers(language: str) -> None:
    """schema.org's FAQPage as microdata: the security policy allows no inline script."""
    page = page_in(language)
    (whole,) = page.select(f'[itemscope][itemtype="{SCHEMA}FAQPage"]')
    asked = items(whole, "mainEntity", "Question")
    read = {}
    for question in asked:
        (answer,) = items(question, "acceptedAnswer", "Answer")
        answer_text = text_of(answer, "text")
        answer.extract()
        read[text_of(question, "name")] = answer_text
    with override(language):
        assert read == {str(each.question): str(each.answer) for each in QUESTIONS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_leads_to_a_rule_in_its_language(language: str) -> None:
    html = Client().get(path_in(language, "/rules/")).content.decode()
    rules = set(re.findall(r'\sid="([^"]+)"', html))
    page = page_in(language)
    for each in QUESTIONS:
        question = page.find(id=each.anchor)
        assert question is not None
        answer = question.find_next_sibling("dd")
        assert isinstance(answer, Tag)
        (link,) = answer.find_all("a")
        address = urlsplit(str(link["href"]))
        assert address.path == path_in(language, "/rules/")
        assert address.fragment == each.rule
        assert address.fragment in rules
        assert link.get_text(strip=True)


def test_pages_are_in_the_sitemap_and_kept_for_use_without_a_network() -> None:
    sitemap = Client().get("/sitemap.xml").content.decode()
    worker = Client().get("/sw.js").content.decode()
    for language in LANGUAGES:
        for path in ("/rules/questions/", "/rules/strategy/"):
            assert f"{path_in(language, path)}</loc>" in sitemap
            assert f'"{path_in(language, path)}"' in worker


def test_strategy_has_advice_for_each_side() -> None:
    html = Client().get("/rules/strategy/").content.decode()
    for side in ("advice-liberal", "advice-fascist", "advice-hitler"):
        part = re.search(rf'<section id="{side}".*?</section>', html, re.DOTALL)
        assert part is not None
        assert part[0].count("<li>") >= 6
