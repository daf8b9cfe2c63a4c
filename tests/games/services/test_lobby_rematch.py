"""A rematch: another lobby for those of a finished game."""

from functools import partial
from random import Random

import pytest

from games.models import Game, Lobby
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.errors import ServiceReason
from games.services.lobby_rematch import rematch
from tests.factories import a_game, a_person, play_at_random
from tests.games.lobbies import a_finished_game, a_table, join, people_of, ready
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def test_rematch_opens_one_lobby_for_all_with_the_same_bots() -> None:
    game, users = a_finished_game()
    lobby = rematch(game=game, user=users[1])
    assert rematch(game=game, user=users[0]) == lobby
    assert (lobby.host, people_of(lobby)) == (users[1], [users[1], users[0]])
    assert {seat.bot_name for seat in lobby.seats.filter(user=None)} == {"Bot 1", "Bot 2"}
    assert (lobby.most_players, lobby.is_public) == (7, False)


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
    game = lobby_start.start_game(lobby_id=old.pk, user=host)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    lobby = rematch(game=game, user=host)
    join(lobby, users[0])
    assert refusal(lambda: join(lobby)) is ServiceReason.WRONG_PASSWORD
    assert people_of(lobby) == [host, users[0]]


def test_rematch_that_everybody_left_opens_again() -> None:
    game, users = a_finished_game()
    first = rematch(game=game, user=users[0])
    seats.leave_lobby(lobby_id=first.pk, user=users[0])
    again = rematch(game=game, user=users[1])
    assert again == first
    assert (again.host, people_of(again)) == (users[1], [users[1]])
    assert again.seats.count() == 3


def test_rematch_after_a_game_that_was_played_to_its_end() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(3))
    game.refresh_from_db()
    lobby = rematch(game=game, user=users[0])
    ready(lobby, [join(lobby, user) for user in users[1:]])
    second = lobby_start.start_game(lobby_id=lobby.pk, user=users[0])
    assert {seat.user for seat in second.seats.all()} == set(users)
    ask = partial(rematch, game=game, user=users[1])
    assert refusal(ask) is ServiceReason.LOBBY_STARTED
