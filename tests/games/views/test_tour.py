"""The tour's pages: the whole story by plain forms, wrong moves explained, in every language."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from games.engine.vocabulary import Party, Phase, PresidentialPower, Role
from games.presenters.learning.tour import COUNT, find_step
from games.presenters.learning.tour_script import STEPS, TourStepKind
from games.records.record import read_record
from games.records.replay import replay
from games.selectors import tour

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(step: int, client: Client | None = None) -> BeautifulSoup:
    response = (client or Client()).get(reverse("games:tour_step", args=[step]))
    assert response.status_code == 200
    return BeautifulSoup(response.content.decode(), "html.parser")


def fields(form: Tag) -> dict[str, str]:
    return {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}


def forms(soup: BeautifulSoup, value: str) -> list[dict[str, str]]:
    found = [fields(form) for form in soup.select("#tour form")]
    return [each for each in found if value in each.values()]


def answer(step: int, value: str) -> BeautifulSoup:
    """Return the page's answer to the option with this value."""
    (chosen, *_twins) = forms(page(step), value)
    response = Client().post(reverse("games:tour_step", args=[step]), chosen)
    assert response.status_code == 200
    return BeautifulSoup(response.content.decode(), "html.parser")


def text_of(soup: BeautifulSoup, css: str) -> str:
    (found,) = soup.select(css)
    return found.get_text(" ", strip=True)


def step_of(title: str) -> int:
    return next(n for n, step in enumerate(STEPS, start=1) if str(step.title) == title)


def test_the_story_is_a_record_the_engine_plays() -> None:
    file = Path(tour.__file__).with_suffix(".json")
    last = list(replay(read_record(file.read_bytes())))[-1].state
    assert last.round == 4
    assert [each.elected for each in last.past_rounds] == [True, False, True]
    assert last.past_rounds[2].power is PresidentialPower.INVESTIGATE_LOYALTY
    assert last.roles[tour.OWN_SEAT] is Role.LIBERAL
    assert json.loads(file.read_text())["format"] == "secret-hitler-record"


def test_every_move_of_the_reader_has_a_step_that_asks_for_it() -> None:
    own = [
        moves
        for moves in range(tour.MOVES)
        if tour.OWN_SEAT in tour.moment(moves, moves).seen.actors
    ]
    asked = [step.moves for step in STEPS if step.kind is TourStepKind.ACT]
    assert asked == own
    assert {tour.moment(moves, moves).seen.phase for moves in asked} == {
        Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT,
        Phase.INVESTIGATE,
    }  # fmt: skip
    assert [step.moves for step in STEPS] == sorted(step.moves for step in STEPS)


def test_right_moves_lead_through_the_whole_tour() -> None:
    client = Client()
    for number in range(1, COUNT):
        step = find_step(number)
        assert step is not None
        soup = page(number, client)
        if step.kind is not TourStepKind.ACT:
            assert soup.select_one("#tour-next") is not None
            continue
        right = [
            response
            for form in soup.select("#decision form")
            if (response := client.post(str(form["action"]), fields(form))).status_code == 302
        ]
        assert {each["Location"] for each in right} == {
            reverse("games:tour_step", args=[number + 1])
        }
    assert page(COUNT).select_one(f"a[href='{reverse('games:home')}']") is not None


def test_term_limited_player_is_refused_with_the_engines_reason() -> None:
    step = step_of("Your turn to nominate")
    assert len(page(step).select("#decision form")) == len(tour.PLAYERS) - 1
    refused = answer(step, "0")
    assert text_of(refused, "#tour-answer") == (
        "Term limit: Alex was the last President and cannot be nominated now."
    )
    assert text_of(refused, "#tour-heading") == "Your turn to nominate"


@pytest.mark.parametrize(
    ("title", "value", "says"),
    [
        ("Your first vote", "false", "This story needs you as Chancellor"),
        ("A government nobody trusts", "true", "Here you should see a vote fail"),
        ("Your turn to nominate", "5", "at a real table the choice is yours"),
        ("Three policies, one to discard", "L", "keep the Liberal policy"),
        ("Investigate loyalty", "0", "Investigate: Lou"),
    ],
)
def test_allowed_move_off_the_script_is_answered_in_a_friendly_way(
    title: str, value: str, says: str
) -> None:
    refused = answer(step_of(title), value)
    assert says in re.sub(r"\s+", " ", text_of(refused, "#tour-answer"))
    assert text_of(refused, "#tour-heading") == title


def test_move_of_another_step_is_refused_by_the_rules() -> None:
    (vote, *_) = forms(page(step_of("Your first vote")), "true")
    response = Client().post(
        reverse("games:tour_step", args=[step_of("Investigate loyalty")]), vote
    )
    assert b"the table waits for another decision" in response.content


@pytest.mark.parametrize("data", [{}, {"action": "nominate", "target": "x"}, {"action": "claim"}])
@pytest.mark.parametrize("number", [1, 3, 6])
def test_nonsense_is_answered_by_the_same_step(number: int, data: dict[str, str]) -> None:
    response = Client().post(reverse("games:tour_step", args=[number]), data)
    assert response.status_code == 200
    assert f'data-step="{number}"' in response.content.decode()


@pytest.mark.parametrize("content", ["LL", "FF", ""])
def test_true_and_false_claims_are_taken_alike(content: str) -> None:
    number = step_of("Say what you saw")
    claim = {"action": "claim", "round": "1", "kind": "received", "content": content}
    soup = BeautifulSoup(
        Client().post(reverse("games:tour_step", args=[number]), claim).content, "html.parser"
    )
    assert "a lie would have looked exactly the same" in text_of(soup, "#tour-answer")
    assert len(soup.select(".tour-said > li")) == 2
    assert soup.select("#claim-offers form") == []


@pytest.mark.parametrize(
    "claim",
    [
        {"round": "1", "kind": "received", "content": "LLLL"},
        {"round": "2", "kind": "received", "content": "LL"},
        {"round": "1", "kind": "peeked", "content": "LLL"},
    ],
)
def test_claim_that_cannot_be_made_is_refused(claim: dict[str, str]) -> None:
    number = step_of("Say what you saw")
    url = reverse("games:tour_step", args=[number])
    response = Client().post(url, {"action": "claim", **claim})
    assert b"You cannot make this claim now." in response.content


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_step_explains_itself_in_every_language(language: str) -> None:
    client = Client()
    with translation.override(language):
        for number in range(1, COUNT + 1):
            soup = page(number, client)
            assert str(soup.html and soup.html["lang"]) == language
            guide = soup.select_one("#tour-guide")
            assert guide is not None
            words = guide.get_text(" ", strip=True)
            assert len(words) > 200
            assert "%(" not in words


def test_reader_knows_what_the_seat_knows_and_no_more() -> None:
    for step in STEPS:
        seen = tour.moment(step.moves, step.moves).seen
        assert seen.viewer == tour.OWN_SEAT
        assert [role for role in seen.roles if role is not None] == [Role.LIBERAL]
        known = [party for party in seen.parties if party is not None]
        assert known == ([Party.FASCIST] if step.moves == tour.MOVES else [])


def test_nothing_is_kept(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = Client()
    (chosen, *_twins) = forms(page(3), "true")
    with django_assert_num_queries(0):
        client.post(reverse("games:tour_step", args=[3]), chosen)
        client.get(reverse("games:tour_step", args=[4]))
    assert "sessionid" not in client.cookies


def test_htmx_gets_the_step_alone_and_history_the_whole_page() -> None:
    url = reverse("games:tour_step", args=[2])
    alone = Client().get(url, headers={"HX-Request": "true"}).content.decode()
    assert alone.lstrip().startswith('<div id="tour"')
    restored = Client().get(
        url, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert restored.content.decode().startswith("<!doctype html>")


def test_there_is_no_step_beyond_the_last() -> None:
    for number in (0, COUNT + 1, 10**6):
        assert Client().get(f"/tour/{number}/").status_code == 404
    assert 'data-step="1"' in Client().get(reverse("games:tour")).content.decode()
