"""Riddles from games of people: only where everybody agrees, without names, and gone as soon as one takes it back."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from itertools import product

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.services import ask_to_close, close_account
from accounts.signals import time_to_spare
from games.engine.events import told_to
from games.learning.answering import answer_riddle
from games.learning.game_riddles import (
    AHEAD_DAYS,
    FIRST_NUMBER,
    find_one,
    forget_withdrawn,
    listed_of_people,
    number_today,
    riddle_numbered,
)
from games.learning.models import GameRiddle, RiddleDifficulty
from games.learning.policy_deck import can_all_be_true
from games.learning.riddles import (
    Riddle,
    all_riddles,
    answers_to,
    number_of_day,
    read_riddle,
)
from games.models import Game, GameResult
from games.selectors.riddle_games import agreed_games, read_finished
from games.services.retention import forget_old_data
from tests.factories import a_person
from tests.games.learning.played import a_game_of, willing
from tests.games.recordings import played_log, store_game
from tests.games.visits import soup_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def people_of(number: int = 5) -> list[User]:
    return [willing() for _ in range(number)]


def made(game: Game) -> tuple[GameRiddle, Riddle]:
    """The riddle of this game, after the clock has looked."""
    find_one(timezone.now())
    row = GameRiddle.objects.get(game=game)
    assert row.written
    return row, read_riddle(row.written)


def on_its_day(row: GameRiddle) -> date:
    assert row.day is not None
    return row.day


def show_now(row: GameRiddle) -> int:
    """Make it the riddle of today; return its number."""
    GameRiddle.objects.filter(pk=row.pk).update(day=timezone.localdate())
    return FIRST_NUMBER + row.pk


def test_a_game_of_people_who_agree_becomes_a_riddle_with_one_forced_answer() -> None:
    _row, riddle = made(a_game_of(people_of()))
    assert can_all_be_true(riddle.facts, frozenset())
    assert answers_to(riddle.question, riddle.facts, riddle.claims) == (riddle.answer,)


@pytest.mark.parametrize("seed", [24, 5])
def test_it_holds_only_what_its_seat_was_told_and_heard(seed: int) -> None:
    game = a_game_of(people_of(), seed)
    _row, riddle = made(game)
    log, claims = read_finished(game.pk)
    assert set(told_to(log, riddle.seat, game_over=False)) < set(log)
    assert riddle.told == tuple(told_to(riddle.told, riddle.seat, game_over=False))
    # Whether a person or a bot made them is not kept.
    assert set(riddle.claims) <= {replace(claim, by_person=True) for _version, claim in claims}
    assert all(claim.seat != riddle.seat for claim in riddle.claims)


@pytest.mark.parametrize("seed", [24, 5])
def test_no_name_no_word_and_no_address_of_the_game_is_shown(client: Client, seed: int) -> None:
    names = ("Wenceslas", "Hermenegilda", "Theophrast", "Philippina", "Zebedaeus")
    game = a_game_of([willing(name) for name in names], seed)
    row, riddle = made(game)
    number = show_now(row)
    bots = [seat.bot_name for seat in game.seats.all() if seat.bot_name]
    assert len(bots) == 2
    for language, query in product(
        (code for code, _name in settings.LANGUAGES), ("", f"?answer={riddle.answer}")
    ):
        client.cookies["django_language"] = language
        text = client.get(f"/learn/riddles/{number}/{query}").content.decode()
        assert f'<html lang="{language}"' in text
        for hidden in (*names, *bots, game.code, game.name, "Trust me"):
            assert not re.search(rf"\b{re.escape(hidden)}\b", text)
    assert not any(hidden in row.written for hidden in names)


def hide(person: User) -> None:
    Preferences.objects.filter(user=person).update(shows_games=False)


def withdraw(person: User) -> None:
    Preferences.objects.filter(user=person).update(gives_riddles=False)


def close(person: User) -> None:
    close_account(user=person)


def ask(person: User) -> None:
    ask_to_close(user=person)


CHANGES = pytest.mark.parametrize("change", [withdraw, hide, close, ask])


@CHANGES
def test_one_who_does_not_agree_is_enough(change: Callable[[User], None]) -> None:
    people = people_of()
    change(people[-1])
    a_game_of(people)
    find_one(timezone.now())
    assert not GameRiddle.objects.exists()


@CHANGES
def test_whoever_changes_their_mind_takes_the_riddle_away(
    client: Client, change: Callable[[User], None]
) -> None:
    people = people_of()
    row, riddle = made(a_game_of(people))
    number = show_now(row)
    today = timezone.localdate()
    answer_riddle(a_person(), number, riddle.answer, today=today)
    assert number_today(today) == number
    assert client.get(f"/learn/riddles/{number}/").status_code == 200
    change(people[2])
    # From this moment nobody is shown it, and the day has its other riddle.
    assert client.get(f"/learn/riddles/{number}/").status_code == 404
    assert number_today(today) == number_of_day(today)
    assert listed_of_people(today) == ()
    assert forget_old_data(timezone.now())["riddles"] == 1
    assert not GameRiddle.objects.exists()
    assert not RiddleDifficulty.objects.exists()


def test_a_riddle_on_which_all_agree_stays() -> None:
    made(a_game_of(people_of()))
    assert forget_withdrawn() == ("riddles", 0)
    assert GameRiddle.objects.exists()


def with_a_guest() -> Game:
    return a_game_of([*people_of(4), willing(is_guest=True)])


def by_link_only() -> Game:
    return a_game_of(people_of(), is_public=False)


def of_bots() -> Game:
    return a_game_of([])


def long_ago() -> Game:
    game = a_game_of(people_of())
    GameResult.objects.update(ended_at=timezone.now() - timedelta(days=40))
    return game


@pytest.mark.parametrize("begin", [with_a_guest, by_link_only, of_bots, long_ago])
def test_no_riddle_comes_from_other_games(begin: Callable[[], Game]) -> None:
    begin()
    find_one(timezone.now())
    assert not GameRiddle.objects.exists()


def test_no_running_game_is_read() -> None:
    game = store_game(played_log(actions=30), tuple(people_of()), is_public=True)
    assert game.status == Game.Status.RUNNING
    assert not agreed_games().exists()
    with pytest.raises(Game.DoesNotExist):
        read_finished(game.pk)


def test_no_game_has_two_riddles_and_no_day_either() -> None:
    people = people_of()
    games = [a_game_of(people, seed) for seed in (24, 5, 6)]
    for _turn in range(5):
        time_to_spare.send(User, now=timezone.now())
    rows = GameRiddle.objects.all()
    assert {row.game_id for row in rows} == {game.pk for game in games}
    assert len(rows) == 3
    days = [row.day for row in rows if row.day is not None]
    assert len(set(days)) == len(days) >= 2
    # The days between have those of the data file.
    assert {day.toordinal() % 2 for day in days} == {0}


def test_a_game_without_a_riddle_is_looked_at_once() -> None:
    game = a_game_of(people_of(), seed=1)
    for _turn in range(2):
        find_one(timezone.now())
    assert GameRiddle.objects.get(game=game).written == ""
    assert number_today(timezone.localdate()) == number_of_day(timezone.localdate())


def test_no_more_are_looked_for_than_days_ahead() -> None:
    now = timezone.now()
    for ahead in range(1, AHEAD_DAYS + 1):
        day = timezone.localdate(now) + timedelta(days=ahead)
        game = store_game(played_log(5, seed=1, actions=0))
        GameRiddle.objects.create(game=game, day=day, written="{}")
    game = a_game_of(people_of())
    find_one(now)
    assert not GameRiddle.objects.filter(game=game).exists()


def test_a_riddle_waits_for_its_day_and_stays_listed_after_it(client: Client) -> None:
    row, riddle = made(a_game_of(people_of()))
    number, day = FIRST_NUMBER + row.pk, on_its_day(row)
    assert day > timezone.localdate()
    assert client.get(f"/learn/riddles/{number}/").status_code == 404
    assert riddle_numbered(number, day - timedelta(days=1)) is None
    assert number_today(day) == number
    assert number_today(day + timedelta(days=1)) == number_of_day(day + timedelta(days=1))
    assert riddle_numbered(number, day + timedelta(days=9)) == riddle
    assert listed_of_people(day) == ((number, day),)


def test_the_riddle_of_the_day_counts_whichever_it_is(client: Client) -> None:
    people = people_of()
    row, riddle = made(a_game_of(people))
    number = show_now(row)
    client.force_login(a_person())
    page = soup_of(client.get("/learn/riddles/"))
    assert "This happened in a public game." in words(page)
    assert page.select(f"form[action='/learn/riddles/{number}/'][method=post]")
    shown = soup_of(
        client.post(f"/learn/riddles/{number}/", {"answer": riddle.answer}, follow=True)
    )
    assert "Right!" in words(shown)
    assert "Streak: 1" in words(shown)
    # If it is taken back that day, the other riddle counts nothing more.
    withdraw(people[0])
    other = number_of_day(timezone.localdate())
    client.post(f"/learn/riddles/{other}/", {"answer": all_riddles()[other - 1].answer})
    assert "Streak: 1" in words(soup_of(client.get("/learn/riddles/")))


@pytest.mark.parametrize("number", [0, 9999, FIRST_NUMBER, FIRST_NUMBER + 1, 10**30])
def test_there_is_no_riddle_of_another_number(client: Client, number: int) -> None:
    assert client.get(f"/learn/riddles/{number}/").status_code == 404
    assert client.post(f"/learn/riddles/{number}/", {"answer": "0"}).status_code == 404


def test_members_choose_on_their_page_and_guests_are_not_asked(client: Client) -> None:
    ana = a_person(is_guest=False)
    assert not ana.preferences.gives_riddles
    client.force_login(ana)
    chosen = {"colour_scheme": "auto", "reduced_motion": "auto", "shows_games": "on"}
    for given in (True, False):
        client.post("/accounts/preferences/", chosen | ({"gives_riddles": "on"} if given else {}))
        assert Preferences.objects.get(user=ana).gives_riddles is given
    client.force_login(a_person())
    assert not soup_of(client.get("/accounts/preferences/")).select("[name=gives_riddles]")
    client.post("/accounts/preferences/", chosen | {"gives_riddles": "on"})
    assert not Preferences.objects.filter(gives_riddles=True).exists()
