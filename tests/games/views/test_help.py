"""Rule help: complete, searchable, the same for everybody."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.presenters.help import SECTIONS, find_sections, fold_text

pytestmark = pytest.mark.django_db

# The rules a player can meet; speak of how the site plays.
RULES = [
    *range(1, 9), *range(10, 17), *range(20, 36), *range(40, 48), *range(50, 58), *range(60, 67),
    *range(70, 79), *range(80, 87), *range(90, 97), *range(100, 104), *range(110, 115),
]  # fmt: skip


def test_every_rule_has_its_section() -> None:
    explained = [number for section in SECTIONS for number in section.rule_numbers]
    assert sorted(explained) == [f"R-{number:03d}" for number in RULES]


def test_page_has_every_section_with_its_text() -> None:
    html = Client().get("/rules/").content.decode()
    for section in SECTIONS:
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


def test_search_finds_sections_and_says_when_there_are_none() -> None:
    html = Client().get("/rules/?q=VETO").content.decode()
    found = re.search(r'<section class="help-found".*?</section>', html, re.DOTALL)
    assert found is not None
    assert 'href="#veto"' in found[0]
    assert 'href="#opening"' not in found[0]
    assert "None." in Client().get("/rules/?q=zeppelin").content.decode()


def test_search_does_not_mind_accents() -> None:
    texts = {"one": "La elección especial", "two": "Zgłaszam weto"}
    assert find_sections("eleccion", texts) == ["one"]
    assert find_sections("elección", texts) == ["one"]
    assert find_sections("zglaszam WETO", texts) == ["two"]
    assert find_sections("  ", texts) == []
    assert fold_text("Łódź") == "lodz"


def test_search_words_stay_text() -> None:
    html = Client().get("/rules/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in html


def test_section_comes_alone_to_the_side_sheet_and_in_its_place_to_a_visitor() -> None:
    client = Client()
    alone = client.get("/rules/veto/", headers={"HX-Request": "true"})
    assert alone.content.decode().lstrip().startswith('<section id="veto"')
    assert client.get("/rules/veto/")["Location"] == "/rules/#veto"
    assert client.get("/rules/no-such/", headers={"HX-Request": "true"}).status_code == 404


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_anchors_are_the_same_in_every_language(language: str) -> None:
    with translation.override(language):
        client = Client()
        client.cookies["django_language"] = language
        html = client.get("/rules/").content.decode()
    assert f'<html lang="{language}"' in html
    for section in SECTIONS:
        assert f'<section id="{section.anchor}"' in html


def test_every_section_has_a_template_of_its_own() -> None:
    folder = Path(settings.BASE_DIR) / "templates" / "games" / "help" / "sections"
    assert {path.stem for path in folder.glob("*.html")} == {each.anchor for each in SECTIONS}
