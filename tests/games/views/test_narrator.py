"""The narrator's page: the opening for every table, in every language, with or without scripts."""

import re

import pytest
from django.conf import settings
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def lines(query: str) -> list[str]:
    html = Client().get(f"/narrator/{query}").content.decode()
    script = re.search(r'<ol class="narrator-script">(.*?)</ol>', html, re.DOTALL)
    assert script is not None
    return re.findall(r"<li[^>]*>(.*?)</li>", script[1])


def test_small_tables_let_fascist_and_hitler_find_each_other() -> None:
    assert lines("?players=5") == lines("?players=6")
    assert len(lines("?players=5")) == 4
    assert not any("thumb" in line for line in lines("?players=6"))


def test_large_tables_let_hitler_raise_a_thumb_with_eyes_closed() -> None:
    assert lines("?players=7") == lines("?players=10")
    assert any("thumb" in line for line in lines("?players=8"))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_script_is_marked_with_its_language(language: str) -> None:
    html = Client().get(f"/narrator/?language={language}").content.decode()
    assert f'class="narrator" lang="{language}"' in html


def test_nonsense_gives_the_usual_script() -> None:
    usual = lines("")
    assert lines("?players=99&language=xx&pause=%00") == usual
    assert len(usual) == 6
