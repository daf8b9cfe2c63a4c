"""A rematch does not begin without the others: whom it waits for, for how long, and whose seats it keeps."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import User
from games.models import Game, Lobby, Seat
from games.selectors.lobby import load_lobby, places_of
from games.selectors.open_tables import open_lobbies
from games.selectors.rematch import awaited_seats
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby_rematch import decline_rematch, note_open_page, rematch
from games.services.quick_seat import quick_seat
from games.values.refusals import ServiceReason
from games.values.rematch import GRACE_SECONDS, START_SECONDS, WAIT_SECONDS
from tests.factories import a_game, a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, ready, seat_id
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def a_finished_table(people: int = 6, bots: int = 0, **fields: Any) -> tuple[Game, list[User]]:
    game, users = a_game(people, bots, **{"most_players": people + bots, **fields})
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    return game, users


def later(lobby: Lobby, seconds: float) -> None:
    """Let this much time pass for the rematch."""
    assert lobby.waits_until is not None
    Lobby.objects.filter(pk=lobby.pk).update(
        waits_until=lobby.waits_until - timedelta(seconds=seconds)
    )
    lobby.refresh_from_db()


def awaited(lobby: Lobby) -> list[User]:
    return [seat.user for seat in awaited_seats(lobby, timezone.now()) if seat.user]


def show_pages(game: Game, users: Sequence[User]) -> None:
    for user in users:
        note_open_page(game=game, user=user, now=timezone.now())


def test_rematch_waits_half_a_minute_for_those_who_have_the_game_open() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    assert awaited(lobby) == users[1:]
    ready(lobby, [join(lobby, user) for user in users[1:5]])
    assert awaited(lobby) == [users[5]]
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=users[0])
    check = partial(lobby_start.start_ready_check, lobby_id=lobby.pk, user=users[0])
    assert [refusal(start), refusal(check)] == [ServiceReason.REMATCH_WAITS] * 2
    later(lobby, WAIT_SECONDS - 2)
    show_pages(game, users)
    assert refusal(start) is ServiceReason.REMATCH_WAITS
    later(lobby, 2)
    assert start().seats.count() == 5


def test_rematch_waits_for_nobody_who_has_left_the_site() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    show_pages(game, [users[4]])
    later(lobby, GRACE_SECONDS + 1)
    assert awaited(lobby) == [users[4]]
    Seat.objects.filter(user=users[4]).update(seen_at=timezone.now() - timedelta(seconds=11))
    assert awaited(lobby) == []


def test_rematch_waits_for_nobody_who_says_no_and_a_yes_takes_that_back() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    decline_rematch(game=game, user=users[1])
    decline_rematch(game=game, user=users[1])
    assert awaited(lobby) == users[2:]
    assert places_of(users[1].pk) == []
    rematch(game=game, user=users[1])
    assert people_of(lobby) == users[:2]
    # Who sat down and got up again, or was removed, is not waited for either.
    seats.leave_lobby(lobby_id=lobby.pk, user=users[1])
    rematch(game=game, user=users[2])
    seats.remove_from_lobby(lobby_id=lobby.pk, user=users[0], seat_id=seat_id(lobby, users[2]))
    assert awaited(lobby) == users[3:]


def test_rematch_waits_for_nobody_who_sits_elsewhere() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    a_table(users[1])
    assert awaited(lobby) == users[2:]


def test_rematch_with_bots_alone_begins_at_once() -> None:
    game, users = a_finished_table(people=1, bots=4)
    lobby = rematch(game=game, user=users[0])
    assert lobby_start.start_lobby_game(lobby_id=lobby.pk, user=users[0]).has_bots


def test_ready_check_of_a_host_who_left_waits_like_the_first() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    for user in users[1:]:
        rematch(game=game, user=user)
    seats.leave_lobby(lobby_id=lobby.pk, user=users[0])
    lobby.refresh_from_db()
    assert lobby.host == users[1]
    assert awaited(lobby) == []
    ready(lobby, users[2:])
    assert lobby_start.start_lobby_game(lobby_id=lobby.pk, user=users[1]).seats.count() == 5


def test_seats_of_those_who_are_awaited_are_not_given_away() -> None:
    game, users = a_finished_table(people=5, bots=2)
    lobby = rematch(game=game, user=users[0])
    stranger = a_person()
    # Five people and two bots at a table of seven: every free seat is somebody's.
    assert refusal(partial(join, lobby, stranger)) is ServiceReason.LOBBY_FULL
    fill = partial(seats.add_bots, lobby_id=lobby.pk, user=users[0], fill=True)
    assert refusal(fill) is ServiceReason.REMATCH_WAITS
    grow = partial(seats.set_size, lobby_id=lobby.pk, user=users[0], size=5)
    assert refusal(grow) is ServiceReason.REMATCH_WAITS
    decline_rematch(game=game, user=users[1])
    join(lobby, stranger)
    for user in users[2:]:
        rematch(game=game, user=user)
    assert set(people_of(lobby)) == {users[0], stranger, *users[2:]}


def test_rematch_of_a_public_table_is_listed_once_its_own_people_had_their_time() -> None:
    game, users = a_finished_table(people=5, pace="relaxed", most_players=7)
    lobby = rematch(game=game, user=users[0])
    stranger = a_person()
    assert lobby.is_public
    assert open_lobbies() == ()
    assert refusal(partial(join, lobby, stranger)) is ServiceReason.REMATCH_WAITS
    # Quick seat finds no seat there either, and everybody of the game said yes: that changes nothing.
    for user in users[1:]:
        join(lobby, user)
    assert refusal(partial(join, lobby, stranger)) is ServiceReason.REMATCH_WAITS
    assert quick_seat(user=a_person()).lobby != lobby
    assert load_lobby(lobby.pk).opens_at == lobby.waits_until
    later(lobby, WAIT_SECONDS)
    assert lobby.code in {entry.code for entry in open_lobbies()}
    assert load_lobby(lobby.pk).opens_at is None
    join(lobby, stranger)
    assert stranger in people_of(lobby)


def test_game_after_a_rematch_is_as_public_as_the_first() -> None:
    for fields, is_public in (
        ({"pace": "relaxed"}, True),
        ({"pace": "relaxed", "is_public": False}, False),
        # Strangers would wait for each other for ever.
        ({"pace": "none"}, False),
    ):
        game, users = a_finished_table(people=5, **fields)
        for user in users:
            lobby = rematch(game=game, user=user)
        second = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=users[0])
        assert Game.objects.public().contains(second) is is_public
        Game.objects.filter(pk=second.pk).update(status=Game.Status.FINISHED)


def test_rematch_behind_a_password_keeps_it_after_the_wait() -> None:
    game, users = a_finished_table(people=5, pace="relaxed", password=make_password("secret"))
    lobby = rematch(game=game, user=users[0])
    stranger = a_person()
    assert refusal(partial(join, lobby, stranger)) is ServiceReason.WRONG_PASSWORD
    ask = partial(join, lobby, stranger, password="secret")
    assert refusal(ask) is ServiceReason.REMATCH_WAITS
    later(lobby, WAIT_SECONDS)
    assert [entry.has_password for entry in open_lobbies()] == [True]
    assert refusal(partial(join, lobby, stranger)) is ServiceReason.WRONG_PASSWORD
    ask()


def test_rematch_whose_password_is_gone_is_in_no_list() -> None:
    game, users = a_finished_table(people=5, pace="relaxed", password=make_password("secret"))
    Game.objects.filter(pk=game.pk).update(lobby=None)
    game.refresh_from_db()
    lobby = rematch(game=game, user=users[0])
    later(lobby, WAIT_SECONDS)
    assert (lobby.is_public, open_lobbies()) == (False, ())


def test_rematch_that_opens_again_asks_everybody_again() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    decline_rematch(game=game, user=users[1])
    later(lobby, WAIT_SECONDS)
    seats.leave_lobby(lobby_id=lobby.pk, user=users[0])
    again = rematch(game=game, user=users[2])
    assert awaited(again) == [users[0], users[1], *users[3:]]


def test_lobby_tells_whom_it_waits_for() -> None:
    game, users = a_finished_table(people=5)
    lobby = rematch(game=game, user=users[0])
    for user in users[1:4]:
        rematch(game=game, user=user)
    snapshot = load_lobby(lobby.pk)
    assert (snapshot.awaited, snapshot.waits_until) == (
        (users[4].display_name,),
        lobby.waits_until,
    )
    decline_rematch(game=game, user=users[4])
    snapshot = load_lobby(lobby.pk)
    assert (snapshot.awaited, snapshot.waits_until) == ((), None)


def test_no_is_for_those_of_a_finished_game() -> None:
    game, _users = a_finished_table()
    assert (
        refusal(partial(decline_rematch, game=game, user=a_person())) is ServiceReason.NOT_SEATED
    )
    running, players = a_game(5)
    ask = partial(decline_rematch, game=running, user=players[0])
    assert refusal(ask) is ServiceReason.GAME_RUNNING


def test_rematch_in_which_all_are_ready_starts_by_itself_soon_after_the_last_answer() -> None:
    game, users = a_finished_table()
    lobby = rematch(game=game, user=users[0])
    now = timezone.now()
    for user in users[1:]:
        assert lobby_start.start_rematches(now) == 0
        rematch(game=game, user=user)
    assert lobby_start.start_rematches(now) == 0
    lobby.refresh_from_db()
    assert lobby.starts_at == now + timedelta(seconds=START_SECONDS)
    assert lobby_start.start_rematches(now + timedelta(seconds=START_SECONDS - 1)) == 0
    assert lobby_start.start_rematches(now + timedelta(seconds=START_SECONDS)) == 1
    assert Game.objects.get(lobby=lobby).seats.count() == 6
    assert lobby_start.start_rematches(now + timedelta(minutes=1)) == 0


def test_rematch_without_some_starts_when_the_wait_for_them_is_over() -> None:
    game, users = a_finished_table()
    for user in users[:5]:
        lobby = rematch(game=game, user=user)
    show_pages(game, users)
    assert lobby_start.start_rematches(timezone.now()) == 0
    lobby.refresh_from_db()
    assert lobby.starts_at == lobby.waits_until
    assert load_lobby(lobby.pk).starts_at == lobby.waits_until
    assert lobby.waits_until is not None
    assert lobby_start.start_rematches(lobby.waits_until) == 1


def test_whoever_is_not_ready_holds_the_start_of_a_rematch() -> None:
    game, users = a_finished_table()
    for user in users:
        lobby = rematch(game=game, user=user)
    now = timezone.now()
    for each in (users[0], users[3]):
        lobby_start.start_rematches(now)
        seats.set_ready(lobby_id=lobby.pk, user=each, is_ready=False)
        assert lobby_start.start_rematches(now + timedelta(minutes=5)) == 0
        assert load_lobby(lobby.pk).starts_at is None
        seats.set_ready(lobby_id=lobby.pk, user=each, is_ready=True)
    # It counts from then on again.
    assert lobby_start.start_rematches(now + timedelta(minutes=5)) == 0
    assert lobby_start.start_rematches(now + timedelta(minutes=6)) == 1


def test_rematch_with_too_few_players_does_not_start_by_itself() -> None:
    game, users = a_finished_table()
    for user in users[:4]:
        lobby = rematch(game=game, user=user)
    assert lobby_start.start_rematches(timezone.now() + timedelta(minutes=1)) == 0
    lobby.refresh_from_db()
    assert (lobby.status, lobby.starts_at) == (Lobby.Status.OPEN, None)


def test_only_a_rematch_starts_by_itself() -> None:
    lobby = a_full_table()
    lobby_start.start_rematches(timezone.now() + timedelta(minutes=1))
    lobby.refresh_from_db()
    assert (lobby.status, lobby.starts_at) == (Lobby.Status.OPEN, None)
