"""The riddles that are shipped: each has one answer, forced by enumerating every team and every deal."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine.vocabulary import Role
from games.learning.policy_deck import can_all_be_true
from games.learning.riddles import (
    RiddleQuestion,
    all_riddles,
    answers_to,
    number_of_day,
    read_riddle,
    written,
)
from games.learning.teams import possible_teams, teams_if_liberals_are_honest

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_every_riddle_has_one_answer_and_it_is_forced() -> None:
    riddles = all_riddles()
    assert len(riddles) >= 200
    assert {riddle.question for riddle in riddles} == set(RiddleQuestion)
    for riddle in riddles:
        facts = riddle.facts
        # The position itself is possible.
        assert can_all_be_true(facts, frozenset())
        assert answers_to(riddle.question, facts, riddle.claims) == (riddle.answer,)
        assert all(claim.seat != riddle.seat for claim in riddle.claims)
        if riddle.question is RiddleQuestion.LIE:
            # The session alone does not show it.
            assert (
                riddle.claims[riddle.answer].round,
                riddle.claims[riddle.answer].kind,
            ) not in facts.seen
        if riddle.question is RiddleQuestion.FASCIST:
            # The cards alone do not say it, and some team is left.
            teams = possible_teams(facts)
            assert any(roles[riddle.answer] is Role.LIBERAL for roles in teams)
            assert teams_if_liberals_are_honest(facts, riddle.claims)


def test_a_riddle_is_read_as_it_was_written() -> None:
    for riddle in all_riddles()[:20]:
        assert read_riddle(written(riddle)) == riddle


def test_the_same_seed_finds_the_same_riddles(tmp_path: Path) -> None:
    for name in ("one", "two"):
        call_command("make_riddles", to=tmp_path / name, of_each=1)
    found = (tmp_path / "one").read_text()
    assert found == (tmp_path / "two").read_text()
    assert len(found.splitlines()) == len(RiddleQuestion)


def test_each_day_has_another_riddle_until_all_had_theirs() -> None:
    first = date(2026, 3, 1)
    days = [number_of_day(first + timedelta(days=day)) for day in range(len(all_riddles()))]
    assert sorted(days) == list(range(1, len(all_riddles()) + 1))


def test_the_page_asks_and_does_not_tell(client: Client) -> None:
    page = client.get("/learn/riddles/1/").content.decode()
    assert "What happened so far" in page
    assert "Next riddle" not in page
    assert client.get("/learn/riddles/").status_code == 200


def test_an_answer_is_judged_and_explained(client: Client) -> None:
    number, riddle = next(
        (number, riddle)
        for number, riddle in enumerate(all_riddles(), start=1)
        if riddle.question is RiddleQuestion.LIE
    )
    wrong = 0 if riddle.answer else 1
    page = client.get(f"/learn/riddles/{number}/?answer={riddle.answer}").content.decode()
    assert "Right!" in page
    assert "Next riddle" in page
    assert "Not quite." in client.get(f"/learn/riddles/{number}/?answer={wrong}").content.decode()


@pytest.mark.parametrize("answer", ["", "99", "-1", "x", "²", "9" * 5000])
def test_an_answer_that_is_none_asks_again(client: Client, answer: str) -> None:
    page = client.get("/learn/riddles/1/", {"answer": answer})
    assert page.status_code == 200
    assert "Next riddle" not in page.content.decode()


@pytest.mark.parametrize("number", [0, 9999])
def test_there_is_no_riddle_of_another_number(client: Client, number: int) -> None:
    assert client.get(f"/learn/riddles/{number}/").status_code == 404
