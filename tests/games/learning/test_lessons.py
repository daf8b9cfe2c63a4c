"""Lessons: each has one right answer, worked out by the engine, and its page asks before it tells."""

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import Client
from django.utils import translation

from accounts.own_data import own_data
from accounts.services import close_account
from games.engine.vocabulary import Role
from games.learning.lesson_page import lesson_links, present_lesson
from games.learning.lessons import Lesson, all_lessons
from games.learning.models import LessonDone
from games.learning.policy_deck import can_all_be_true
from games.learning.teams import possible_teams
from games.presenters.learning.tour import COUNT
from tests.factories import a_person
from tests.games.visits import soup_of, words, words_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
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
            asked = present_lesson(number, None).asked
            assert asked.rounds
            assert not asked.is_answered
            assert not asked.why
            assert len({answer.text for answer in asked.answers}) == len(lesson.right)
            told = present_lesson(number, RIGHT[lesson.slug]).asked
            assert told.is_right
            assert told.why


def test_a_fascist_in_a_lesson_knows_the_others(client: Client) -> None:
    soup = soup_of(client.get("/learn/lessons/cover/"))
    assert words_in(soup, ".position-seats .seat-role") == "Fascist Fascist Hitler"


def test_a_lesson_draws_the_table_and_tells_what_led_to_it(client: Client) -> None:
    soup = soup_of(client.get("/learn/lessons/tie/"))
    assert words_in(soup, ".placard") == "President? Chancellor?"
    soup = soup_of(client.get("/learn/lessons/veto/"))
    assert len(soup.select("#fascist-track .policy-card")) == 5
    assert len(soup.select(".hand .policy-card-fascist")) == 2
    assert len(soup.select(".position-seats .seat-dead")) == 2
    assert [words(each) for each in soup.select(".round-number")] == [
        f"Round {number}" for number in range(1, 7)
    ]
    # A claim is read as a sentence and seen as cards, and its government is still in office.
    soup = soup_of(client.get("/learn/lessons/conflict/"))
    assert words_in(soup, ".placard") == "President Chancellor"
    assert words_in(soup, ".position-claims .visually-hidden").count("claims to have") == 2
    assert words_in(soup, ".position-claims .claim-card") == "L L F F F"
    # Where a claim is the answer, it is told once.
    soup = soup_of(client.get("/learn/lessons/own-eyes/"))
    assert len(soup.select("[name=answer] .claim-cards")) == 3
    assert not soup.select(".position-claims")


@pytest.mark.parametrize(("slug", "mark"), [("eligible", "Term limit"), ("cleared", "Not Hitler")])
def test_no_mark_at_a_seat_gives_the_answer_away(client: Client, slug: str, mark: str) -> None:
    address = f"/learn/lessons/{slug}/"
    assert mark not in words_in(soup_of(client.get(address)), ".position-seats, .position-told")
    answered = soup_of(client.get(address, {"answer": 0}))
    assert mark in words_in(answered, ".position-seats")


def answer(client: Client, slug: str, *, is_right: bool = True) -> BeautifulSoup:
    """The page after an answer."""
    value = RIGHT[slug] if is_right else (RIGHT[slug] + 1) % 3
    return soup_of(client.post(f"/learn/lessons/{slug}/", {"answer": value}, follow=True))


def test_a_path_leads_through_all_lessons_to_the_riddles(client: Client) -> None:
    listed = soup_of(client.get("/learn/")).select(".lesson-cards a")
    address, seen = str(listed[0]["href"]), []
    while "lessons" in address:
        seen.append(address)
        slug = address.strip("/").rpartition("/")[2]
        asked = soup_of(client.get(address))
        assert len(asked.select("form[method=post] [name=answer]")) == 3
        wrong = soup_of(client.get(address, {"answer": (RIGHT[slug] + 1) % 3}))
        assert "Not quite." in words_in(wrong, "[role=status]")
        right = answer(client, slug)
        assert "Right!" in words_in(right, "[role=status]")
        (onwards,) = right.select("main a.button")
        address = str(onwards["href"])
    assert seen == [str(link["href"]) for link in listed]
    assert address == "/learn/riddles/"


def here(soup: BeautifulSoup) -> str:
    """The part of the path where the reader stands."""
    (part,) = soup.select("[aria-current=step]")
    return str(part["id"])


@pytest.mark.parametrize("who", ["visitor", "guest", "member"])
def test_the_path_shows_where_one_is_and_goes_on_there(client: Client, who: str) -> None:
    if who != "visitor":
        client.force_login(a_person(is_guest=who == "guest"))
    assert here(soup_of(client.get("/learn/"))) == "tour"
    for slug in ("eligible", "tracker"):
        answer(client, slug, is_right=slug == "tracker")
    path = soup_of(client.get("/learn/"))
    assert here(path) == "lessons"
    assert "2 of 10 lessons done" in words_in(path, "main")
    (onwards,) = path.select("main .button-large")
    assert onwards["href"] == "/learn/lessons/tie/"
    assert words_in(path, "main .button-large") == "Go on with lesson 2"
    # After the third lesson the second is still open, and the fourth comes first.
    after = answer(client, "own-eyes")
    assert words_in(after, "main a.button") == "Go on with lesson 5"
    for slug in RIGHT:
        answer(client, slug)
    path = soup_of(client.get("/learn/"))
    assert here(path) == "riddles"
    assert len(path.select(".lesson-mark")) == len(RIGHT)
    assert LessonDone.objects.count() == (0 if who == "visitor" else len(RIGHT))


def test_lessons_come_along_into_an_account_and_leave_the_device(client: Client) -> None:
    answer(client, "tie")
    ana = a_person()
    client.force_login(ana)
    assert "1 of 10 lessons done" in words_in(soup_of(client.get("/learn/")), "main")
    answer(client, "veto")
    assert set(ana.lessons_done.values_list("lesson", flat=True)) == {"tie", "veto"}
    client.logout()
    assert "lessons done" not in words_in(soup_of(client.get("/learn/")), "main")


def test_lessons_are_handed_out_and_forgotten(client: Client) -> None:
    ana, bo = a_person(), a_person()
    for person in (ana, bo):
        client.force_login(person)
        answer(client, "tie")
    assert [row["lesson"] for row in own_data(ana)["learning.LessonDone.user"]] == ["tie"]
    close_account(user=ana)
    assert LessonDone.objects.get().user == bo


def test_the_path_knows_how_far_the_tour_is(client: Client) -> None:
    client.cookies["tour_step"] = "5"
    assert (
        words_in(soup_of(client.get("/learn/")), ".button-large")
        == f"Go on with step 5 of {COUNT}"
    )
    client.get(f"/tour/{COUNT}/")
    assert here(soup_of(client.get("/learn/"))) == "lessons"


@pytest.mark.parametrize("kept", ["", "x", "tie.tie.none", "." * 3000])
def test_nonsense_in_the_cookie_counts_for_nothing(client: Client, kept: str) -> None:
    client.cookies["lessons_done"] = kept
    done = len(soup_of(client.get("/learn/")).select(".lesson-mark"))
    assert done == (1 if "tie" in kept else 0)


@pytest.mark.parametrize("answer", ["", "3", "-1", "x", "²", "9" * 5000])
def test_an_answer_that_is_none_asks_again(client: Client, answer: str) -> None:
    soup = soup_of(client.get("/learn/lessons/tie/", {"answer": answer}))
    assert len(soup.select("form [name=answer]")) == 3
    assert (
        client.post("/learn/lessons/tie/", {"answer": answer}).headers["Location"]
        == "/learn/lessons/tie/"
    )
    assert "lessons_done" not in client.cookies


def test_there_is_no_lesson_of_another_name(client: Client) -> None:
    assert client.get("/learn/lessons/none/").status_code == 404
