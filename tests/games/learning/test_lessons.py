"""Lessons: each has one right answer, worked out by the engine, and its page asks before it tells."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.engine.vocabulary import Role
from games.learning.lesson_page import lesson_links, present_lesson
from games.learning.lessons import Lesson, all_lessons
from games.learning.policy_deck import can_all_be_true
from games.learning.teams import possible_teams
from tests.games.visits import soup_of, words_in

pytestmark = pytest.mark.any_database
RIGHT = {
    "eligible": 2, "tie": 1, "tracker": 1, "own-eyes": 0, "conflict": 2, "cover": 1, "special": 2, "cleared": 2,
    "party": 2, "veto": 0,
}  # fmt: skip


@pytest.mark.parametrize("lesson", all_lessons(), ids=lambda lesson: lesson.slug)
def test_each_position_gives_one_right_answer(lesson: Lesson) -> None:
    assert [place for place, is_right in enumerate(lesson.right) if is_right] == [
        RIGHT[lesson.slug]
    ]
    # The position is possible, and does not tell the reader's seat everything.
    assert can_all_be_true(lesson.facts, frozenset())
    if lesson.facts.roles[lesson.seat] is Role.LIBERAL:
        assert len(possible_teams(lesson.facts)) > 1


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_each_lesson_has_its_words(language: str) -> None:
    with translation.override(language):
        titles = {link.title for link in lesson_links()}
        assert len(titles) == len(all_lessons()) == len(RIGHT)
        for number, lesson in enumerate(all_lessons(), start=1):
            asked = present_lesson(number, None)
            assert asked.lines
            assert not asked.is_answered
            assert not asked.why
            assert len({answer.text for answer in asked.answers}) == len(lesson.right)
            told = present_lesson(number, RIGHT[lesson.slug])
            assert told.is_right
            assert told.why


def test_a_fascist_in_a_lesson_knows_the_others() -> None:
    (number,) = (n for n, each in enumerate(all_lessons(), start=1) if each.slug == "cover")
    assert [role for _name, role in present_lesson(number, None).mates] == ["Fascist", "Hitler"]


def test_a_path_leads_through_all_lessons_to_the_riddles(client: Client) -> None:
    listed = soup_of(client.get("/learn/")).select("main ol a")
    address, seen = str(listed[0]["href"]), []
    while "lessons" in address:
        seen.append(address)
        slug = address.strip("/").rpartition("/")[2]
        asked = soup_of(client.get(address))
        assert len(asked.select("form [name=answer]")) == 3
        wrong = soup_of(client.get(address, {"answer": (RIGHT[slug] + 1) % 3}))
        assert "Not quite." in words_in(wrong, "[role=status]")
        right = soup_of(client.get(address, {"answer": RIGHT[slug]}))
        assert "Right!" in words_in(right, "[role=status]")
        (onwards,) = right.select("main a.button")
        address = str(onwards["href"])
    assert seen == [str(link["href"]) for link in listed]
    assert address == "/learn/riddles/"


@pytest.mark.parametrize("answer", ["", "3", "-1", "x", "²", "9" * 5000])
def test_an_answer_that_is_none_asks_again(client: Client, answer: str) -> None:
    soup = soup_of(client.get("/learn/lessons/tie/", {"answer": answer}))
    assert len(soup.select("form [name=answer]")) == 3


def test_there_is_no_lesson_of_another_name(client: Client) -> None:
    assert client.get("/learn/lessons/none/").status_code == 404
