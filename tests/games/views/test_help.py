"""Rule help: complete, searchable, the same for everybody."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from games.engine.errors import Reason
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Phase, PresidentialPower
from games.presenters.learning.help import SECTIONS
from games.presenters.learning.help_anchors import (
    EVERYTHING_ELSE,
    PHASE_ANCHORS,
    POWER_ANCHORS,
    REASON_ANCHORS,
)
from games.templatetags.rules import rule
from games.values.timing import SLOW, Pace, TimeUp, decision_seconds
from games.words.phrases import name_of
from tests.games import visits

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# The rules that concern players; are about how the site plays.
RULES = [
    *range(1, 9), *range(10, 17), *range(20, 36), *range(40, 48), *range(50, 58), *range(60, 67),
    *range(70, 79), *range(80, 87), *range(90, 97), *range(100, 104), *range(110, 115),
]  # fmt: skip


LANGUAGES = [code for code, _name in settings.LANGUAGES]


# Elements that must not be empty.
TEXT = "p|li|dd|dt|h2|h3|figcaption|caption|th|td"


PAGES = {"help": "/rules/", "strategy": "/rules/strategy/", "questions": "/rules/questions/"}


def page_in(language: str, page: str = "help") -> str:
    """Return a page of the help in this language, the rules themselves unless another is named."""
    prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
    return Client().get(f"{prefix}{PAGES[page]}").content.decode()


def test_every_rule_has_its_section() -> None:
    explained = [number for section in SECTIONS for number in section.rule_numbers]
    assert sorted(explained) == [f"R-{number:03d}" for number in RULES]


def test_page_has_every_section_with_its_text() -> None:
    pages = {page: page_in("en", page) for page in PAGES}
    for section in SECTIONS:
        html = pages[section.page]
        part = re.search(rf'<section id="{section.anchor}".*?</section>', html, re.DOTALL)
        assert part is not None
        assert len(part[0]) > 300


def test_numbers_of_the_tables_are_those_of_the_rules() -> None:
    html = Client().get("/rules/").content.decode()
    rows = re.findall(r"<tr><th scope=\"row\">(\w+)</th>((?:<td>\d+</td>)+)</tr>", html)
    counts = {name: [int(each) for each in re.findall(r"\d+", cells)] for name, cells in rows}
    assert counts == {
        "Liberals": [3, 4, 4, 5, 5, 6],
        "Fascists": [1, 1, 2, 2, 3, 3],
        "Hitler": [1, 1, 1, 1, 1, 1],
    }


def test_clocks_tell_of_every_pace_and_of_what_happens_when_the_time_is_up() -> None:
    html = Client().get("/rules/").content.decode()
    part = re.search(r'<h3 id="clocks">.*?<h3', html, re.DOTALL)
    assert part is not None
    rows = dict(re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', part[0]))
    assert rows.keys() == {name_of(pace) for pace in Pace if pace is not Pace.NONE}
    for pace in Pace:
        figures = [int(each) for each in re.findall(r"\d+", rows.get(name_of(pace), ""))]
        if pace in SLOW:
            limit = decision_seconds(pace, Phase.VOTE, 10) or 0
            assert figures == [limit // 3600]
        elif figures:
            few, many = (decision_seconds(pace, Phase.VOTE, players) for players in (5, 10))
            assert figures[2:4] == [few, many]
    assert "When a third of the time is left" in part[0]
    assert re.findall(r"<dt>([^<]+)</dt>", part[0]) == [name_of(choice) for choice in TimeUp]


def test_search_words_stay_text() -> None:
    html = Client().get("/rules/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in html


def test_section_comes_alone_to_the_side_sheet_and_in_its_place_to_a_visitor() -> None:
    client = Client()
    alone = client.get("/rules/veto/", headers={"HX-Request": "true"})
    assert alone.content.decode().lstrip().startswith('<section id="veto"')
    assert client.get("/rules/veto/")["Location"] == "/rules/#veto"
    assert client.get("/rules/q-tie/")["Location"] == "/rules/questions/#q-tie"
    assert (
        client.get("/es/rules/advice-hitler/")["Location"] == "/es/rules/strategy/#advice-hitler"
    )
    assert client.get("/rules/no-such/", headers={"HX-Request": "true"}).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_the_same_in_every_language(language: str) -> None:
    pages = {page: page_in(language, page) for page in PAGES}
    for section in SECTIONS:
        html = pages[section.page]
        assert f'<html lang="{language}"' in html
        assert f'<section id="{section.anchor}"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_says_something_in_every_language(language: str) -> None:
    pages = {page: page_in(language, page) for page in PAGES}
    for section in SECTIONS:
        html = pages[section.page]
        part = re.search(rf'<section id="{section.anchor}".*?</section>', html, re.DOTALL)
        assert part is not None
        assert len(strip_tags(part[0]).split()) > 30, section.anchor
        # An empty translation would leave an empty paragraph; a sample seat may have no ballot.
        assert re.findall(rf"<(?:{TEXT})\b(?! id=)[^>]*>\s*</", part[0]) == []


def test_every_link_from_the_game_has_a_place_in_the_help() -> None:
    assert set(PHASE_ANCHORS) == set(Phase)
    assert set(POWER_ANCHORS) == set(PresidentialPower)
    assert set(REASON_ANCHORS) == set(Reason)
    html = page_in("en")
    for anchor in {
        *PHASE_ANCHORS.values(),
        *POWER_ANCHORS.values(),
        *REASON_ANCHORS.values(),
        *EVERYTHING_ELSE,
    }:
        section = Client().get(f"/rules/{anchor}/", headers={"HX-Request": "true"})
        assert section.status_code == 200, anchor
        assert f'id="{anchor}"' in section.content.decode()
        assert html.count(f' id="{anchor}"') == 1, anchor
        assert Client().get(f"/rules/{anchor}/")["Location"] == f"/rules/#{anchor}"


def test_every_part_named_by_a_section_is_in_it() -> None:
    for section in SECTIONS:
        alone = Client().get(f"/rules/{section.anchor}/", headers={"HX-Request": "true"})
        for part in section.anchors[1:]:
            assert f'id="{part}"' in alone.content.decode(), part


def test_no_anchor_leads_to_two_places() -> None:
    """The side sheet finds a section by its anchor alone."""
    anchors = [anchor for section in SECTIONS for anchor in section.anchors]
    assert [each for each, count in Counter(anchors).items() if count > 1] == []
    assert not {"strategy", "questions", "summary"} & set(anchors), "a page has this address"


@pytest.mark.parametrize("page", PAGES)
def test_no_id_stands_twice_in_the_help(page: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page_in("en", page))
    assert [each for each, count in Counter(ids).items() if count > 1] == []


def test_numbers_on_the_summary_are_those_of_the_rules() -> None:
    html = Client().get("/rules/summary/").content.decode()
    text = re.sub(r"\s+", " ", strip_tags(html))
    rules = standard_ruleset(7)
    for sentence in (
        f"Liberals: {rules.liberal_goal} Liberal policies, or Hitler executed.",
        f"Hitler elected Chancellor once {rules.hitler_zone_at} of them lie there.",
        f"the President draws {rules.hand_size} policies",
        f"{rules.few_living} or fewer living: all but the last Chancellor.",
        f"Step {rules.chaos_at} is chaos",
        f"With {rules.veto_at} Fascist policies when the session begins.",
    ):
        assert sentence in text
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', html)
    powers = {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in rows}
    assert [strip_tags(cell) for cell in powers["7–8"]] == [
        "–none", "Investigate loyalty", "Special election", "Execution", "Execution", "Fascists win",
    ]  # fmt: skip


def test_help_is_linked_from_page_to_page() -> None:
    for page in PAGES:
        html = page_in("en", page)
        others = {*PAGES.values(), "/rules/summary/", "/narrator/"} - {PAGES[page]}
        assert [each for each in others if f'href="{each}"' not in html] == []
    assert 'href="/rules/questions/"' in Client().get("/").content.decode()
    contents = re.search(r'<nav class="help-contents".*?</nav>', page_in("pl"), re.DOTALL)
    assert contents is not None
    assert 'href="/pl/rules/questions/"' in contents[0]
    assert 'href="/pl/rules/strategy/"' in contents[0]
    assert 'href="/rules/summary/"' in Client().get("/narrator/").content.decode()
    assert 'href="/narrator/"' in Client().get("/rules/summary/").content.decode()


def test_every_section_has_a_template_of_its_own() -> None:
    folder = Path(settings.BASE_DIR) / "templates" / "games" / "help" / "sections"
    assert {path.stem for path in folder.glob("*.html")} == {
        each.anchor for each in SECTIONS if not each.questions
    }


def test_link_from_the_table_leads_to_the_rules_in_the_language_of_its_reader() -> None:
    # Two readers in two languages, one after the other.
    for language in (*reversed(LANGUAGES), *LANGUAGES):
        prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
        with override(language):
            assert f'href="{prefix}/rules/veto/"' in rule("veto")


DRAWN = ("goal", "knowledge", "round", "nomination", "session", "deck", "powers", "veto")


def test_rules_are_drawn_beside_their_text_with_symbols_that_exist() -> None:
    sheet = (Path(settings.BASE_DIR) / "static/img/symbols.svg").read_text()
    soup = visits.page(Client(), "/rules/")
    for anchor in DRAWN:
        (figure,) = soup.select(f"#{anchor} .help-figure")
        # The text says the same; who hears the page is told it once.
        assert figure["aria-hidden"] == "true"
        assert not visits.words(figure)
        used = [str(use["href"]) for use in figure.select("svg use")]
        assert all(href.partition("#")[0].endswith(".svg") for href in used)
        assert all(f'id="{href.partition("#")[2]}"' in sheet for href in used)
        assert figure.select("svg :is(rect, path)")
