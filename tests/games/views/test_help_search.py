"""Search in the help, as the server answers it, in every language."""

import json
from functools import cache

import pytest
from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.test import Client

from games.presenters.learning.help import SECTIONS
from games.words.synonyms import synonyms
from games.words.word_forms import folded_words
from tests.wanted_words import WANTED

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SECTION_OF = {anchor: each.anchor for each in SECTIONS for anchor in each.anchors}


@cache
def search(language: str, query: str) -> Tag:
    """Return what the page shows as found."""
    prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
    page = Client().get(f"{prefix}/rules/", {"q": query}).content.decode()
    found = BeautifulSoup(page, "html.parser").select_one("#help-found")
    assert found is not None
    return found


def anchors(found: Tag) -> list[str]:
    return [str(link["href"]).partition("#")[2] for link in found.select("ol a")]


def sections(found: Tag) -> list[str]:
    return [SECTION_OF.get(each, "") for each in anchors(found)]


def test_there_are_25_wanted_words_for_each_language() -> None:
    assert {language: len(words) for language, words in WANTED.items()} == dict.fromkeys(
        LANGUAGES, 25
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_wanted_words_find_their_section_among_the_first_three(language: str) -> None:
    missed = {
        query: found
        for query, section in WANTED[language].items()
        if section not in (found := sections(search(language, query)))[:3]
    }
    assert missed == {}


@pytest.mark.parametrize(
    ("language", "query", "section"),
    [
        ("pl", "weto", "deck"), ("pl", "egzekucja", "goal"), ("pl", "kadencja", "nomination"),
        ("pl", "kłamstwo", "talk"), ("nl", "gelijkspel", "vote"), ("en", "draw", "vote"),
        ("en", "draw", "session"), ("es", "limites", "tracker"), ("it", "caos", "end"),
    ],
)  # fmt: skip
def test_word_is_found_in_sections_that_only_mention_it(
    language: str, query: str, section: str
) -> None:
    assert section in sections(search(language, query))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_shows_a_sentence_and_marks_what_was_found(language: str) -> None:
    for query in WANTED[language]:
        results = search(language, query).select("ol > li")
        assert results
        for result in results:
            assert result.select_one(".help-found-sentence"), query
            assert result.select("mark"), query


def test_links_lead_to_anchors_of_their_pages() -> None:
    links = [str(each["href"]).split("#") for each in search("pl", "kadencja").select("ol a")]
    assert ["", "term-limits"] in links
    assert "/pl/rules/questions/" in {path for path, _anchor in links}
    for path, anchor in links:
        page = Client().get(path or "/pl/rules/").content.decode()
        assert page.count(f' id="{anchor}"') == 1


def test_nothing_found_says_so_and_offers_the_contents() -> None:
    found = search("en", "zeppelin")
    nothing = found.select_one("#found-none")
    assert nothing is not None
    assert not nothing.has_attr("hidden")
    assert "Nothing found." in nothing.text
    assert nothing.select('a[href="#contents-heading"]')
    assert found.select("ol > li") == []
    hidden = search("en", "veto").select_one("#found-none")
    assert hidden is not None
    assert hidden.has_attr("hidden")


def test_page_without_a_query_shows_no_results() -> None:
    assert search("en", "").has_attr("hidden")
    assert search("en", "  ").has_attr("hidden")


def test_long_query_is_cut_and_answered() -> None:
    assert "veto" in anchors(search("en", "veto " + "x" * 5000))


def test_index_is_fetched_again_only_when_it_changed() -> None:
    client = Client()
    page = client.get("/pl/rules/").content.decode()
    assert 'data-index="/rules/index/pl.json"' in page
    answer = client.get("/rules/index/pl.json")
    index = json.loads(answer.content)
    assert "Prawo weta" in [title for _href, _weight, title, _section in index["places"]]
    again = client.get("/rules/index/pl.json", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    other = client.get("/rules/index/en.json", headers={"If-None-Match": answer["ETag"]})
    assert other.status_code == 200
    assert client.get("/rules/index/xx.json").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_synonym_leads_to_a_word_of_the_help(language: str) -> None:
    index = json.loads(Client().get(f"/rules/index/{language}.json").content)
    texts = [title for _href, _weight, title, _section in index["places"]]
    texts += [text for _place, _weight, text in index["sentences"]]
    said = {word for text in texts for word in folded_words(text)}
    stems = {stem for stem, forms in index["stems"].items() if said & set(forms.split())}
    dead = {
        sought: answers
        for sought, answers in index["synonyms"].items()
        if not stems & set(answers.split())
    }
    assert dead == {}
    assert len(synonyms()[language]) > 30
