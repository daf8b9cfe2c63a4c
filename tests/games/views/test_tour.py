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

from games.engine.vocabulary import Party, Phase, Policy, PresidentialPower, Role, Victory, Vote
from games.models import Game, Seat
from games.presenters.learning.tour import COUNT, find_step
from games.presenters.learning.tour_script import STEPS, TourStepKind
from games.records.record import read_record
from games.records.replay import replay
from games.selectors import tour
from games.services import lobby_start
from games.values.tour import TourWay, way_of
from tests.factories import a_person
from tests.games.lobbies import a_table, join, ready
from tests.games.visits import browser, soup_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


USUAL = TourWay()
WAYS = [
    TourWay(first_vote=first, chancellor=chancellor, discarded=discarded, second_vote=second)
    for first in Vote
    for chancellor in (1, 3, 4, 5, 6)
    for discarded in Policy
    for second in Vote
]


def page(step: int, client: Client | None = None, way: TourWay = USUAL) -> BeautifulSoup:
    address = reverse("games:tour_step", args=[step], query={"way": way.code})
    response = (client or Client()).get(address)
    assert response.status_code == 200
    return BeautifulSoup(response.content.decode(), "html.parser")


def test_the_tour_goes_on_where_this_device_left_it() -> None:
    client = Client()
    page(7, client)
    response = client.get(reverse("games:tour"), follow=True)
    soup = BeautifulSoup(response.content.decode(), "html.parser")
    assert soup.select('#table[data-step="7"]')
    (again,) = soup.select(".tour-kept a")
    assert BeautifulSoup(client.get(str(again["href"])).content, "html.parser").select(
        '#table[data-step="1"]'
    )
    # Started again, or played to its end, it begins at the beginning.
    assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()
    page(7, client)
    page(COUNT, client)
    assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()
    for nonsense in ("x", "0", "999", "-3", "1" * 5000, "0-n4lj", "x-n4lj"):
        client.cookies["tour_step"] = nonsense
        assert 'data-step="1"' in client.get(reverse("games:tour")).content.decode()


def fields(form: Tag) -> dict[str, str]:
    return {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}


def answers(soup: BeautifulSoup) -> list[tuple[str, dict[str, str]]]:
    """Where each button on the table sends its form, and what it sends."""
    return [
        (
            str(form["action"]),
            fields(form)
            | ({str(button["name"]): str(button["value"])} if button.get("name") else {}),
        )
        for form in soup.select("#table form")
        for button in form.select("button")
    ]


def forms(soup: BeautifulSoup, value: str) -> list[dict[str, str]]:
    """What each button sends that sends this value."""
    return [sent for _where, sent in answers(soup) if value in sent.values()]


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
    assert {tour.moment(USUAL, moves, moves).seen.phase for moves in asked} == {
        Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT, Phase.EXECUTE,
    }  # fmt: skip
    assert all(tour.OWN_SEAT in tour.moment(USUAL, moves, moves).seen.actors for moves in asked)
    assert sum(step.kind is TourStepKind.CLAIM for step in STEPS) == 1
    assert COUNT <= 9
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
    shot = page(step_of("One shot")).select("#moments > .moment")
    assert [each["data-kind"] for each in shot] == [
        "rejected",
        "nominated",
        "elected",
        "enacted",
    ]
    vote = reverse("games:tour_step", args=[step_of("Your first vote")])
    refused = BeautifulSoup(Client().post(vote, {"action": "vote"}).content, "html.parser")
    assert refused.select("#tour-answer")
    assert not refused.select("#moments > .moment")


def test_everything_that_can_be_pressed_leads_on() -> None:
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
        moves = [each for each in answers(soup) if "decision" in each[1]]
        assert moves
        for where, sent in moves:
            response = client.post(where, sent)
            assert response.status_code == 302, sent
            assert response["Location"].startswith(reverse("games:tour_step", args=[number + 1]))
    assert page(COUNT).select_one(f"a[href='{reverse('games:home')}']") is not None


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.code)
def test_every_way_through_the_story_is_a_game_that_the_liberals_win(way: TourWay) -> None:
    last = tour.steps_of(way)[-1].state
    assert last.victory is Victory.HITLER_EXECUTED
    assert last.roles[way.hitler] is Role.HITLER
    assert last.roles.count(Role.FASCIST) == 2
    assert way_of(way.code) == way


def went_on(step: int, value: str, way: TourWay = USUAL) -> BeautifulSoup:
    """Return the step after this one for who chooses the option with this value."""
    client = Client()
    ((where, sent), *_twins) = [
        each for each in answers(page(step, client, way)) if value in each[1].values()
    ]
    response = client.post(where, sent, follow=True)
    soup = BeautifulSoup(response.content.decode(), "html.parser")
    assert soup.select(f'#table[data-step="{step + 1}"]')
    return soup


@pytest.mark.parametrize(
    ("title", "value", "says"),
    [
        ("Your first vote", "true", "You are elected"),
        ("Your first vote", "false", "You voted Nein!, but most voted Ja!"),
        ("The danger zone", "1", "Robin is elected and is not Hitler"),
        ("The danger zone", "4", "Noa is elected and is not Hitler"),
        ("Three policies, one to discard", "F", "Jo got two Liberal policies from you"),
        ("Three policies, one to discard", "L", "Jo could choose"),
        ("A government nobody trusts", "true", "Even with your “Ja!” the vote failed"),
        ("A government nobody trusts", "false", "The table said Nein!"),
    ],
)
def test_every_choice_is_taken_and_the_next_step_says_what_came_of_it(
    title: str, value: str, says: str
) -> None:
    assert says in words(went_on(step_of(title), value).select_one(".tour-text"))


def test_ballots_that_are_turned_over_have_the_readers_vote() -> None:
    def votes(soup: BeautifulSoup) -> str:
        return words(soup.select_one('#moments > [data-kind="elected"]'))

    vote = step_of("Your first vote")
    assert votes(went_on(vote, "true")) != votes(went_on(vote, "false"))


def test_choices_are_remembered_to_the_end() -> None:
    after = went_on(step_of("The danger zone"), "4")
    form = after.select_one("#decision form")
    assert form is not None
    assert "way=j4fn" in str(form["action"])
    shot = page(step_of("One shot"), way=way_of("j4fn"))
    # Noa has governed and is not Hitler; so it was Lou whom Robin wanted.
    assert [sent["target"] for _where, sent in answers(shot) if "target" in sent] == ["3"]


def test_who_comes_back_has_made_the_same_choices() -> None:
    client = Client()
    page(6, client, way_of("n4lj"))
    kept = client.get(reverse("games:tour"))["Location"]
    assert "way=n4lj" in kept


@pytest.mark.parametrize("code", ["", "j2fn", "j0fn", "x", "j6fnj", "j٣fn", "J6FN"])
def test_nonsense_in_the_address_is_the_usual_way(code: str) -> None:
    assert way_of(code) == USUAL


def test_only_one_player_can_be_executed_and_the_others_say_why() -> None:
    step = step_of("One shot")
    soup = page(step)
    (sent,) = [sent for _where, sent in answers(soup) if "target" in sent]
    assert sent["target"] == "4"
    others = soup.select("#decision .decision-players details")
    assert len(others) == len(tour.PLAYERS) - 2
    assert all("Robin did not want this player as Chancellor." in words(each) for each in others)
    forged = Client().post(reverse("games:tour_step", args=[step]), {**sent, "target": "5"})
    assert b"Robin did not want this player as Chancellor." in forged.content


def test_seat_of_a_term_limited_player_says_why() -> None:
    soup = page(step_of("The danger zone"))
    assert len(soup.select("#decision form button")) == len(tour.PLAYERS) - 2
    barred = soup.select_one("#decision details:has(#barred-0)")
    assert "Term limit: Alex was the last President and cannot be nominated now." in words(barred)
    url = reverse("games:tour_step", args=[step_of("The danger zone")])
    (chosen, *_others) = (fields(form) for form in soup.select("#decision form"))
    forged = Client().post(url, {**chosen, "target": "0"})
    assert b"Term limit: Alex was the last President" in forged.content


def test_move_of_another_step_is_refused_by_the_rules() -> None:
    (vote, *_) = forms(page(step_of("Your first vote")), "true")
    response = Client().post(reverse("games:tour_step", args=[step_of("One shot")]), vote)
    assert b"the table waits for another decision" in response.content


@pytest.mark.parametrize("data", [{}, {"action": "nominate", "target": "x"}, {"action": "claim"}])
@pytest.mark.parametrize("number", [1, 2, 6])
def test_nonsense_is_answered_by_the_same_step(number: int, data: dict[str, str]) -> None:
    response = Client().post(reverse("games:tour_step", args=[number]), data)
    assert response.status_code == 200
    assert f'data-step="{number}"' in response.content.decode()


@pytest.mark.parametrize("content", ["LLF", "FFF", ""])
def test_true_and_false_claims_are_taken_alike(content: str) -> None:
    number = step_of("Say what you saw")
    claim = {"action": "claim", "round": "4", "kind": "drew", "content": content}
    soup = BeautifulSoup(
        Client().post(reverse("games:tour_step", args=[number]), claim).content, "html.parser"
    )
    assert "a true claim and a false one look the same" in text_of(soup, "#tour-answer")
    assert soup.select_one("#tour-next") is not None
    assert soup.select("#claim-offers form") == []


@pytest.mark.parametrize(
    "claim",
    [
        {"round": "4", "kind": "drew", "content": "LLLL"},
        {"round": "2", "kind": "drew", "content": "LLL"},
        {"round": "4", "kind": "peeked", "content": "LLL"},
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
        seen = tour.moment(USUAL, step.moves, step.moves).seen
        assert seen.viewer == tour.OWN_SEAT
        assert [role for role in seen.roles if role is not None] == [Role.LIBERAL]
        assert {party for party in seen.parties if party is not None} <= {Party.LIBERAL}


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


# Whoever learns while a table fills


def own_table(client: Client) -> str:
    answer = client.get(reverse("games:tour_own_table"))
    return words(soup_of(answer))


def test_tour_tells_of_the_own_table_and_calls_to_it() -> None:
    host, learner = a_person(), a_person()
    lobby = a_table(host, name="Friday")
    people = [learner, *(join(lobby) for _ in range(3))]
    client = browser(learner)
    assert own_table(client) == ""
    assert "tour-own-table" not in client.get(reverse("games:tour")).content.decode()
    join(lobby, learner)
    assert "tour-own-table" in client.get(reverse("games:tour")).content.decode()
    assert own_table(client).startswith("Friday : Waiting")
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=host)
    assert own_table(client) == "Friday is about to begin: say that you are here"
    call = soup_of(client.get(reverse("games:tour_own_table"))).form
    assert call is not None
    assert call.button is not None
    client.post(str(call["action"]), {str(call.button["name"]): str(call.button["value"])})
    assert lobby.seats.get(user=learner).is_ready
    ready(lobby, people)
    lobby_start.start_lobby_game(lobby_id=lobby.pk, user=host)
    assert own_table(client) == "Friday has begun: to the table"
