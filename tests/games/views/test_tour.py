"""The tour's pages: the whole story by plain forms, wrong moves explained, in every language, and on to a table."""

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

from games.engine.vocabulary import Party, Phase, PresidentialPower, Role, Victory
from games.models import Game, Seat
from games.presenters.learning.tour import COUNT, find_step
from games.presenters.learning.tour_script import STEPS, TourStepKind
from games.records.record import read_record
from games.records.replay import replay
from games.selectors import tour
from tests.factories import a_person
from tests.games.visits import words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(step: int, client: Client | None = None) -> BeautifulSoup:
    response = (client or Client()).get(reverse("games:tour_step", args=[step]))
    assert response.status_code == 200
    return BeautifulSoup(response.content.decode(), "html.parser")


def test_the_tour_goes_on_where_this_device_left_it() -> None:
    client = Client()
    page(9, client)
    response = client.get(reverse("games:tour"), follow=True)
    soup = BeautifulSoup(response.content.decode(), "html.parser")
    assert soup.select('#table[data-step="9"]')
    (again,) = soup.select(".tour-kept a")
    assert BeautifulSoup(client.get(str(again["href"])).content, "html.parser").select(
        '#table[data-step="1"]'
    )
    # Started again, or played to its end, it begins at the beginning.
    assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()
    page(9, client)
    page(COUNT, client)
    assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()
    for nonsense in ("x", "0", "999", "-3", "1" * 5000):
        client.cookies["tour_step"] = nonsense
        assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()


def fields(form: Tag) -> dict[str, str]:
    return {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}


def forms(soup: BeautifulSoup, value: str) -> list[dict[str, str]]:
    found = [fields(form) for form in soup.select("#table form")]
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


def test_the_story_is_a_record_the_engine_plays_to_its_end() -> None:
    file = Path(tour.__file__).with_suffix(".json")
    last = list(replay(read_record(file.read_bytes())))[-1].state
    assert last.victory is Victory.HITLER_EXECUTED
    assert last.roles[tour.OWN_SEAT] is Role.LIBERAL
    powers = [each.power for each in last.past_rounds if each.power is not None]
    assert powers == [
        PresidentialPower.INVESTIGATE_LOYALTY,
        PresidentialPower.SPECIAL_ELECTION,
    ]
    assert last.fascist_policies == 4
    assert json.loads(file.read_text())["format"] == "secret-hitler-record"


def test_the_reader_does_each_thing_that_a_player_does() -> None:
    asked = [step.moves for step in STEPS if step.kind is TourStepKind.ACT]
    assert {tour.moment(moves, moves).seen.phase for moves in asked} == {
        Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT,
        Phase.INVESTIGATE, Phase.EXECUTE,
    }  # fmt: skip
    assert all(tour.OWN_SEAT in tour.moment(moves, moves).seen.actors for moves in asked)
    assert sum(step.kind is TourStepKind.CLAIM for step in STEPS) == 2
    assert [step.moves for step in STEPS] == sorted(step.moves for step in STEPS)


def test_every_step_is_one_sentence_on_the_tables_own_screen() -> None:
    for number in range(1, COUNT + 1):
        soup = page(number)
        (text,) = soup.select(".tour-text")
        assert len(re.findall(r"[.!?](?:\s|$)", words(text))) == 1, words(text)
        assert soup.select_one("#table.one-screen > .boards") is not None
        assert len(soup.select(".round-table > .seat")) == len(tour.PLAYERS)


def test_the_first_step_has_something_to_press_on_the_stage() -> None:
    soup = page(1)
    way = soup.select_one(".decision a#tour-open")
    assert way is not None
    # Without scripts it leads to the box that it opens with them.
    assert soup.select_one(f".secret-role > {way['href']}")
    assert not page(2).select("#tour-open")


def test_what_happens_is_shown_on_the_stage_once() -> None:
    arrived = page(step_of("Two policies in your hand"))
    kinds = [each["data-kind"] for each in arrived.select("#moments > .moment")]
    assert kinds == ["elected"]
    assert "Elected" in words(arrived.select_one(".tour-happened"))
    assert [
        each["data-kind"] for each in page(step_of("The danger zone")).select("#moments > .moment")
    ] == ["enacted", "danger_zone", "special_election"]
    refused = answer(step_of("Your first vote"), "false")
    assert not refused.select("#moments > .moment")


def test_right_moves_lead_through_the_whole_tour() -> None:
    client = Client()
    for number in range(1, COUNT):
        step = find_step(number)
        assert step is not None
        soup = page(number, client)
        if step.kind is TourStepKind.LOOK:
            assert soup.select_one("#tour-next") is not None
            continue
        assert soup.select_one("#tour-skip") is not None
        assert soup.select_one("#tour-next") is None
        if step.kind is TourStepKind.CLAIM:
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


def test_seat_of_a_term_limited_player_says_why() -> None:
    soup = page(step_of("Your turn to nominate"))
    assert len(soup.select("#decision form")) == len(tour.PLAYERS) - 2
    barred = soup.select_one("#decision details:has(#barred-0)")
    assert "Term limit: Alex was the last President and cannot be nominated now." in words(barred)
    url = reverse("games:tour_step", args=[step_of("Your turn to nominate")])
    (chosen, *_others) = (fields(form) for form in soup.select("#decision form"))
    forged = Client().post(url, {**chosen, "target": "0"})
    assert b"Term limit: Alex was the last President" in forged.content


@pytest.mark.parametrize(
    ("title", "value", "says"),
    [
        ("Your first vote", "false", "This story needs you as Chancellor"),
        ("A government nobody trusts", "true", "Here you should see a vote fail"),
        ("Your turn to nominate", "5", "at a real table the choice is yours"),
        ("Three policies, one to discard", "L", "keep the Liberal policy"),
        ("Investigate loyalty", "0", "Investigate: Lou"),
        ("The danger zone", "4", "if it were Hitler, the game would be over"),
        ("One shot", "6", "That would not be Hitler"),
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
@pytest.mark.parametrize("number", [1, 2, 4])
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
    assert "a true claim and a false one look exactly the same" in text_of(soup, "#tour-answer")
    assert soup.select_one("#tour-next") is not None
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
            said = words(soup.select_one(".tour-text"))
            assert len(said) > 50
            assert "%(" not in words(soup.main)


def test_reader_knows_what_the_seat_knows_and_no_more() -> None:
    for step in STEPS[:-1]:
        seen = tour.moment(step.moves, step.moves).seen
        assert seen.viewer == tour.OWN_SEAT
        assert [role for role in seen.roles if role is not None] == [Role.LIBERAL]
        known = [party for party in seen.parties if party is not None]
        assert known == ([Party.FASCIST] if step.moves >= 11 else [])


def test_nothing_is_kept(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = Client()
    (chosen, *_twins) = forms(page(2), "true")
    with django_assert_num_queries(0):
        client.post(reverse("games:tour_step", args=[2]), chosen)
        client.get(reverse("games:tour_step", args=[3]))
    assert "sessionid" not in client.cookies


def test_there_is_no_step_beyond_the_last() -> None:
    for number in (0, COUNT + 1, 10**6):
        assert Client().get(f"/tour/{number}/").status_code == 404
    assert 'data-step="1"' in Client().get(reverse("games:tour")).content.decode()


# From the tour to a table


def practise(client: Client) -> Game:
    form = page(COUNT, client).select_one("form:has(#practise)")
    assert form is not None
    response = client.post(str(form["action"]))
    game = Game.objects.get()
    assert response["Location"] == reverse("games:table", args=[game.code])
    return game


def test_one_press_seats_a_visitor_among_bots() -> None:
    client = Client()
    game = practise(client)
    (own,) = (seat.user.display_name for seat in game.seats.all() if seat.user is not None)
    assert re.fullmatch(r"Guest \d+", own)
    assert game.seats.count() == game.player_count == 7
    assert (game.status, game.is_public, game.pace) == ("running", False, "none")
    assert client.get(reverse("games:table", args=[game.code])).status_code == 200
    # A second press leads to no second table.
    again = client.post(reverse("games:practise"))
    assert again.status_code == 409
    assert game.name in again.content.decode()
    assert Game.objects.count() == 1


def test_visitor_keeps_the_name_typed_on_this_device_and_members_their_own() -> None:
    client = Client()
    client.cookies["device_name"] = "Zo%C3%AB"
    assert str(practise(client).seats.get(user__isnull=False)).endswith(": Zoë")
    Game.objects.update(status="finished")
    Game.objects.all().update(code="elsewhere")
    member = a_person("Ana", is_guest=False)
    client = Client()
    client.force_login(member)
    client.post(reverse("games:practise"))
    assert Seat.objects.filter(user=member).count() == 1


def test_practice_is_started_by_a_press_alone() -> None:
    assert Client().get(reverse("games:practise")).status_code == 302
    assert not Game.objects.exists()
