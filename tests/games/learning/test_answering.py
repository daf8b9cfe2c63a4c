"""Answers that count: the first one to a riddle, one a day to the riddle of the day, and what comes of them."""

from datetime import date, timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.own_data import own_data
from games.learning.answering import answer_riddle, forget_answers
from games.learning.models import RiddleAnswer, RiddleDifficulty, RiddleProgress
from games.learning.riddle_rating import BEGINNING, after_answer, chance
from games.learning.riddles import all_riddles, number_of_day
from games.learning.standing import standing_of
from tests.factories import a_person

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
FIRST_DAY = date(2026, 3, 1)
FORM = '<form action="/learn/riddles/1/" class="position-answers" method="post">'


def right(number: int) -> int:
    return all_riddles()[number - 1].answer


def wrong(number: int) -> int:
    return right(number) + 1


def answer_daily(user: User, days: int, *, is_right: bool = True) -> None:
    today = FIRST_DAY + timedelta(days=days)
    number = number_of_day(today)
    answer_riddle(user, number, right(number) if is_right else wrong(number), today=today)


def streak(user: User, days: int) -> int:
    return standing_of(user.pk, FIRST_DAY + timedelta(days=days)).streak


def test_days_in_a_row_make_a_streak_and_a_missed_day_ends_it() -> None:
    ana = a_person()
    for day in range(3):
        answer_daily(ana, day)
        assert streak(ana, day) == day + 1
    # It stands until the next day has passed without an answer.
    assert streak(ana, 3) == 3
    assert streak(ana, 4) == 0
    answer_daily(ana, 4)
    assert streak(ana, 4) == 1
    assert standing_of(ana.pk, FIRST_DAY).longest_streak == 3


def test_a_wrong_answer_ends_a_streak_and_no_second_answer_mends_it() -> None:
    ana = a_person()
    answer_daily(ana, 0)
    answer_daily(ana, 1, is_right=False)
    answer_daily(ana, 1)
    assert streak(ana, 1) == 0


def test_a_second_answer_on_one_day_adds_nothing() -> None:
    ana = a_person()
    answer_daily(ana, 0)
    answer_daily(ana, 0)
    assert streak(ana, 0) == 1


def test_the_riddle_of_the_day_counts_for_the_streak_when_it_comes_again() -> None:
    ana = a_person()
    answer_daily(ana, 0)
    rating = RiddleProgress.objects.get(user=ana).rating
    answer_daily(ana, len(all_riddles()))
    progress = RiddleProgress.objects.get(user=ana)
    assert (progress.streak, progress.answered, progress.rating) == (1, 1, rating)


def test_first_answers_move_the_rating_of_a_person_and_of_a_riddle() -> None:
    ana, bo = a_person(), a_person()
    number = number_of_day(FIRST_DAY) + 1
    answer_riddle(ana, number, right(number), today=FIRST_DAY)
    hardness = RiddleDifficulty.objects.get(number=number).rating
    assert RiddleProgress.objects.get(user=ana).rating > BEGINNING > hardness
    answer_riddle(bo, number, wrong(number), today=FIRST_DAY)
    assert RiddleProgress.objects.get(user=bo).rating < BEGINNING
    assert RiddleDifficulty.objects.get(number=number).rating > hardness
    # A second try counts for nothing.
    before = standing_of(bo.pk, FIRST_DAY)
    answer_riddle(bo, number, right(number), today=FIRST_DAY)
    assert standing_of(bo.pk, FIRST_DAY) == before
    assert not RiddleAnswer.objects.get(user=bo, number=number).is_right
    # It was not the riddle of this day.
    assert standing_of(ana.pk, FIRST_DAY).streak == 0


def test_a_rating_comes_to_rest_where_the_answers_are() -> None:
    person, answered = BEGINNING, 0
    for _ in range(400):
        for is_right in (True, True, True, False):
            person, _riddle = after_answer(person, BEGINNING, is_right=is_right, answered=answered)
            answered += 1
    assert chance(person, BEGINNING) == pytest.approx(0.75, abs=0.03)


def test_the_page_takes_the_first_answer_and_shows_what_it_brought(client: Client) -> None:
    ana = a_person()
    client.force_login(ana)
    number = number_of_day(timezone.localdate())
    page = client.get("/learn/riddles/").content.decode()
    assert FORM in page.replace(f"/{number}/", "/1/")
    # Looking first is not offered.
    peek = client.get(f"/learn/riddles/{number}/?answer={right(number)}").content.decode()
    assert "Right!" not in peek
    shown = client.post(
        f"/learn/riddles/{number}/", {"answer": right(number)}, follow=True
    ).content.decode()
    assert "Right!" in shown
    assert "Streak: <strong>1</strong>" in shown
    again = client.get(f"/learn/riddles/{number}/").content.decode()
    assert "it counts no more" in again
    assert RiddleAnswer.objects.filter(user=ana, number=number, is_right=True).exists()


@pytest.mark.parametrize("answer", ["", "99", "-1", "x"])
def test_what_was_not_offered_counts_for_nothing(client: Client, answer: str) -> None:
    client.force_login(a_person())
    response = client.post("/learn/riddles/1/", {"answer": answer})
    assert response["Location"] == "/learn/riddles/1/"
    assert not RiddleProgress.objects.exists()


def test_visitors_answer_and_nothing_is_kept(client: Client) -> None:
    assert FORM not in client.get("/learn/riddles/1/").content.decode()
    response = client.post("/learn/riddles/1/", {"answer": right(1)})
    assert response["Location"] == f"/learn/riddles/1/?answer={right(1)}"
    assert not RiddleProgress.objects.exists()
    assert not RiddleDifficulty.objects.exists()


def test_answers_in_too_great_haste_are_refused(client: Client) -> None:
    client.force_login(a_person())
    with override_settings(ACCOUNT_RATE_LIMITS={"riddle_answer": "1/d/key"}):
        statuses = [
            client.post(f"/learn/riddles/{number}/", {"answer": right(number)}).status_code
            for number in (1, 2)
        ]
    assert statuses == [302, 429]
    assert RiddleAnswer.objects.get().number == 1


def test_the_page_asks_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ana = a_person()
    answer_riddle(ana, 1, right(1), today=FIRST_DAY)
    client.force_login(ana)
    client.get("/learn/riddles/1/")
    with django_assert_max_num_queries(12):
        client.get("/learn/riddles/1/")


def test_answers_are_handed_out_and_forgotten() -> None:
    ana, bo = a_person(), a_person()
    for person in (ana, bo):
        answer_riddle(person, 1, right(1), today=FIRST_DAY)
    data = own_data(ana)
    assert [row["number"] for row in data["learning.RiddleAnswer.user"]] == [1]
    assert [row["right"] for row in data["learning.RiddleProgress.user"]] == [1]
    forget_answers(ana)
    assert not RiddleAnswer.objects.filter(user=ana).exists()
    assert RiddleProgress.objects.get().user == bo
