"""Lobbies: their settings, the ready check, how a game starts, the quick seat, forgotten ones."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.lobby_values import LobbySettings
from games.models import Game, Lobby, LobbySeat
from games.selectors.game import load_table
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services.errors import ServiceReason
from games.timing import Pace
from tests.factories import a_person
from tests.games.lobbies import (
    a_full_table,
    a_table,
    join,
    people_of,
    ready,
    registered,
    seat_id,
)
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


# Settings


def test_change_of_settings_asks_everybody_anew() -> None:
    host = a_person()
    lobby = a_table(host)
    ready(lobby, [join(lobby)])
    seats.add_bots(lobby_id=lobby.pk, user=host)
    changed = LobbySettings(name="Saturday", bots_allowed=False, most_players=7)
    lobbies.change_settings(lobby_id=lobby.pk, user=host, settings=changed)
    lobby.refresh_from_db()
    assert (lobby.name, lobby.most_players, lobby.bots_allowed) == ("Saturday", 7, False)
    assert [seat.is_ready for seat in lobby.seats.all()] == [False, False]


def test_settings_keep_change_or_drop_the_password() -> None:
    host = a_person()
    lobby = a_table(host, password="one")
    for password, is_kept in ((None, True), ("two", False), ("", False)):
        before = lobby.password
        settings = LobbySettings(name="Friday", password=password)
        lobbies.change_settings(lobby_id=lobby.pk, user=host, settings=settings)
        lobby.refresh_from_db()
        assert (lobby.password == before) is is_kept
    assert lobby.password == ""


def test_table_cannot_shrink_below_those_who_sit() -> None:
    host = a_person()
    lobby = a_table(host)
    seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
    change = partial(
        lobbies.change_settings,
        lobby_id=lobby.pk,
        user=host,
        settings=LobbySettings(name="Friday", most_players=9),
    )
    assert refusal(change) is ServiceReason.TOO_MANY_SEATED
    lobby.refresh_from_db()
    assert (lobby.most_players, lobby.seats.count()) == (10, 10)


def test_table_of_guests_cannot_become_ranked() -> None:
    host = registered()
    lobby = a_table(host)
    guest = join(lobby)
    change = partial(
        lobbies.change_settings,
        lobby_id=lobby.pk,
        user=host,
        settings=LobbySettings(name="Friday", is_ranked=True),
    )
    assert refusal(change) is ServiceReason.RANKED_NEEDS_ACCOUNT
    seats.leave_lobby(lobby_id=lobby.pk, user=guest)
    change()
    lobby.refresh_from_db()
    assert (lobby.is_ranked, lobby.bots_allowed) == (True, False)


def test_only_a_table_by_link_plays_without_a_time_limit() -> None:
    public = LobbySettings(name="For ever", pace=Pace.NONE)
    open_it = partial(lobbies.create_lobby, user=a_person())
    assert refusal(partial(open_it, settings=public)) is ServiceReason.NO_LIMIT_IS_PRIVATE
    assert not Lobby.objects.filter(name="For ever").exists()
    assert open_it(settings=replace(public, is_public=False)).pace == Pace.NONE


# The ready check


def test_ready_check_asks_those_who_are_not_ready_and_the_last_one_starts() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people[:2])
    lobbies.check_ready(lobby_id=lobby.pk, user=lobby.host)
    confirm = partial(lobbies.confirm_ready, lobby_id=lobby.pk, is_ready=True)
    assert confirm(user=people[2]) is None
    game = confirm(user=people[3])
    assert game is not None
    assert game.player_count == 5


def test_person_absent_at_the_ready_check_loses_the_seat_and_the_others_play() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(6)]
    ready(lobby, people[:5])
    now = timezone.now()
    lobbies.check_ready(lobby_id=lobby.pk, user=lobby.host, now=now)
    assert lobbies.end_ready_checks(now + timedelta(seconds=29)) == 0
    assert lobbies.end_ready_checks(now + timedelta(seconds=31)) == 1
    assert lobbies.end_ready_checks(now + timedelta(seconds=31)) == 0
    game = Game.objects.get(lobby=lobby)
    assert game.player_count == 6
    assert not game.seats.filter(user=people[5]).exists()


def test_lobby_goes_on_when_too_few_are_there() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people[:3])
    now = timezone.now()
    lobbies.check_ready(lobby_id=lobby.pk, user=lobby.host, now=now)
    assert lobbies.end_ready_checks(now + timedelta(minutes=1)) == 1
    lobby.refresh_from_db()
    assert (lobby.status, lobby.check_ends_at) == (Lobby.Status.OPEN, None)
    assert people[3] not in people_of(lobby)
    # Nobody was sent away for good.
    join(lobby, people[3])
    assert len(people_of(lobby)) == 5


def test_ready_check_is_the_hosts_and_begins_once() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    now = timezone.now()
    member = partial(lobbies.check_ready, lobby_id=lobby.pk, user=people[0])
    assert refusal(member) is ServiceReason.NOT_HOST
    lobbies.check_ready(lobby_id=lobby.pk, user=lobby.host, now=now)
    lobbies.check_ready(lobby_id=lobby.pk, user=lobby.host, now=now + timedelta(seconds=20))
    lobby.refresh_from_db()
    assert lobby.check_ends_at == now + timedelta(seconds=30)


# The start


def test_start_seats_everybody_of_the_lobby() -> None:
    lobby = a_full_table(7)
    expected = set(people_of(lobby))
    game = lobbies.start_game(lobby_id=lobby.pk, user=lobby.host)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.STARTED
    assert {seat.user for seat in game.seats.all()} == expected
    assert [seat.number for seat in game.seats.all()] == list(range(7))
    assert load_table(game.pk).version == game.version > 0


def test_start_shuffles_the_seats() -> None:
    hosts = set()
    for _ in range(12):
        host = a_person()
        lobby = a_table(host)
        seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
        game = lobbies.start_game(lobby_id=lobby.pk, user=host)
        hosts.add(game.seats.get(user=host).number)
        game.delete()
    assert len(hosts) > 1


def test_start_waits_for_enough_people_who_are_ready() -> None:
    lobby = a_table(fewest_players=6)
    start = partial(lobbies.start_game, lobby_id=lobby.pk, user=lobby.host)
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people)
    assert refusal(start) is ServiceReason.NOT_ENOUGH_PLAYERS
    last = join(lobby)
    assert refusal(start) is ServiceReason.NOT_ALL_READY
    ready(lobby, [last])
    seats.set_ready(lobby_id=lobby.pk, user=people[0], is_ready=False)
    assert refusal(start) is ServiceReason.NOT_ALL_READY
    ready(lobby, [people[0]])
    assert start().player_count == 6


def test_started_lobby_does_not_change_any_more() -> None:
    lobby = a_full_table()
    member = people_of(lobby)[1]
    lobbies.start_game(lobby_id=lobby.pk, user=lobby.host)
    acts: list[Callable[[], object]] = [
        lambda: lobbies.start_game(lobby_id=lobby.pk, user=lobby.host),
        lambda: join(lobby),
        lambda: seats.leave_lobby(lobby_id=lobby.pk, user=member),
        lambda: seats.add_bots(lobby_id=lobby.pk, user=lobby.host),
    ]
    assert [refusal(act) for act in acts] == [ServiceReason.LOBBY_STARTED] * len(acts)
    assert Game.objects.filter(lobby=lobby).count() == 1


# Quick seat


def test_quick_seat_takes_the_fullest_table_that_is_open_to_all() -> None:
    a_table(password="secret")
    a_table(is_public=False)
    a_table(registered(), is_ranked=True)
    a_full_table(5)
    a_table()
    best = a_table()
    join(best)
    user = a_person()
    assert lobbies.quick_seat(user=user) == best
    assert user in people_of(best)
    # Asked again, the person is brought back.
    assert lobbies.quick_seat(user=user) == best


def test_quick_seat_opens_a_table_when_there_is_none() -> None:
    user = a_person("Ana")
    removed_from = a_table()
    join(removed_from, user)
    seats.remove_from_lobby(
        lobby_id=removed_from.pk, user=removed_from.host, seat_id=seat_id(removed_from, user)
    )
    lobby = lobbies.quick_seat(user=user)
    assert lobby != removed_from
    assert (lobby.host, lobby.name, lobby.is_public) == (user, "Table of Ana", True)


# Forgotten lobbies


def test_forgotten_lobby_is_closed_and_a_lively_one_is_not() -> None:
    forgotten, lively = a_table(), a_table()
    now = timezone.now() + timedelta(hours=3)
    Lobby.objects.filter(pk=lively.pk).update(changed_at=now - timedelta(minutes=5))
    assert lobbies.close_stale(now) == 1
    assert [lobby.status for lobby in Lobby.objects.order_by("pk")] == ["closed", "open"]
    assert forgotten.host not in [seat.user for seat in LobbySeat.objects.all()]
    assert lobbies.close_stale(now) == 0
