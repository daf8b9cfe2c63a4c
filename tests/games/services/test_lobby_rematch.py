"""A rematch: another lobby for those of a finished game."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Game, Lobby
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby_rematch import rematch
from games.values.lobby import LobbySettings
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person, play_at_random
from tests.games.lobbies import a_finished_game, a_full_table, a_table, join, people_of, ready
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def test_rematch_opens_one_lobby_for_all_with_the_same_bots() -> None:
    game, users = a_finished_game()
    lobby = rematch(game=game, user=users[1])
    assert rematch(game=game, user=users[0]) == lobby
    assert (lobby.host, people_of(lobby)) == (users[1], [users[1], users[0]])
    assert {seat.bot_name for seat in lobby.seats.filter(user=None)} == {"Bot 1", "Bot 2"}
    assert (lobby.most_players, lobby.is_public) == (7, False)


def test_who_comes_to_a_rematch_is_ready() -> None:
    game, users = a_finished_game()
    for user in users[:2]:
        lobby = rematch(game=game, user=user)
    assert all(lobby.seats.values_list("is_ready", flat=True))
    # A change of mind stays possible, and pressing again does not take it back.
    seats.set_ready(lobby_id=lobby.pk, user=users[1], is_ready=False)
    rematch(game=game, user=users[1])
    assert not lobby.seats.get(user=users[1]).is_ready


def test_rematch_is_for_those_of_a_finished_game() -> None:
    game, _users = a_finished_game()
    stranger = a_person()
    ask = partial(rematch, game=game, user=stranger)
    assert refusal(ask) is ServiceReason.NOT_SEATED
    running, players = a_game(5)
    ask = partial(rematch, game=running, user=players[0])
    assert refusal(ask) is ServiceReason.GAME_RUNNING
    assert not Lobby.objects.open().exists()


def test_rematch_invites_without_the_password() -> None:
    host = a_person()
    old = a_table(host, password="secret", most_players=5)
    users = [join(old, password="secret") for _ in range(4)]
    ready(old, users)
    game = lobby_start.start_lobby_game(lobby_id=old.pk, user=host)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    lobby = rematch(game=game, user=host)
    join(lobby, users[0])
    assert refusal(lambda: join(lobby)) is ServiceReason.WRONG_PASSWORD
    assert people_of(lobby) == [host, users[0]]


def test_rematch_of_a_ranked_game_without_a_time_limit_waits_for_one() -> None:
    game, people = a_game(is_ranked=True, pace="none")
    for each in people:
        EmailAddress.objects.create(user=each, email=f"{each.pk}@example.org", verified=True)
        each.is_guest = False
        each.save()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    for each in people:
        lobby = rematch(game=game, user=each)
    ready(lobby, people)
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=people[0])
    assert refusal(start) is ServiceReason.RANKED_NEEDS_LIMIT


def test_rematch_keeps_the_board_that_the_host_chose() -> None:
    """Where the rebalanced board is the standard one, the game says so, and the table goes on with the choice (B-2)."""
    host = a_person()
    old = a_table(host, board="rebalanced")
    others = [join(old) for _ in range(7)]
    ready(old, others)
    game = lobby_start.start_lobby_game(lobby_id=old.pk, user=host)
    assert game.board == "standard"
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    assert rematch(game=game, user=host).board == "rebalanced"


def test_rematch_that_everybody_left_opens_again() -> None:
    game, users = a_finished_game()
    first = rematch(game=game, user=users[0])
    seats.leave_lobby(lobby_id=first.pk, user=users[0])
    again = rematch(game=game, user=users[1])
    assert again == first
    assert (again.host, people_of(again)) == (users[1], [users[1]])
    assert again.seats.count() == 3


def test_rematch_that_opens_again_keeps_nothing_of_the_first_opening() -> None:
    game, users = a_finished_game()
    first = rematch(game=game, user=users[0])
    for user in users[1:]:
        rematch(game=game, user=user)
    seats.remove_from_lobby(
        lobby_id=first.pk, user=users[0], seat_id=first.seats.get(user=users[1]).pk
    )
    changed = LobbySettings(name="Mine", most_players=5, password="secret")
    lobbies.change_settings(lobby_id=first.pk, user=users[0], settings=changed)
    seats.add_bots(lobby_id=first.pk, user=users[0], fill=True)
    now = timezone.now()
    lobby_start.start_ready_check(lobby_id=first.pk, user=users[0], now=now)
    seats.leave_lobby(lobby_id=first.pk, user=users[2])
    seats.leave_lobby(lobby_id=first.pk, user=users[0])
    again = rematch(game=game, user=users[1])
    rematch(game=game, user=users[2])
    assert again == first
    assert (again.name, again.password, again.is_public) == (game.name, "", False)
    assert (again.most_players, again.check_ends_at) == (7, None)
    assert lobby_start.end_ready_checks(now + timedelta(minutes=1)) == 0
    assert people_of(again) == [users[1], users[2]]
    assert not Game.objects.filter(lobby=again).exists()


@pytest.mark.parametrize("how", ["left", "closed by staff", "forgotten"])
def test_closed_lobby_has_no_ready_check(how: str) -> None:
    lobby = a_full_table()
    people = people_of(lobby)
    seats.set_ready(lobby_id=lobby.pk, user=people[1], is_ready=False)
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host)
    if how == "left":
        for user in people:
            seats.leave_lobby(lobby_id=lobby.pk, user=user)
    elif how == "closed by staff":
        lobbies.close_lobby(lobby_id=lobby.pk)
    else:
        lobbies.close_stale(timezone.now() + timedelta(days=1))
    lobby.refresh_from_db()
    assert (lobby.status, lobby.check_ends_at) == (Lobby.Status.CLOSED, None)


def test_rematch_after_a_game_that_was_played_to_its_end() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(3))
    game.refresh_from_db()
    lobby = rematch(game=game, user=users[0])
    ready(lobby, [join(lobby, user) for user in users[1:]])
    second = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=users[0])
    assert {seat.user for seat in second.seats.all()} == set(users)
    ask = partial(rematch, game=game, user=users[1])
    assert refusal(ask) is ServiceReason.LOBBY_STARTED
