"""Where friends are: free seats and public games with a way to them, all else without; nothing of who is not shown."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.blocks import block
from accounts.friend_models import Presence
from accounts.friends import ask
from accounts.models import User
from accounts.presence import note_online, show_presence
from games.models import Game, Lobby, Seat
from games.selectors.friends import friends_of, read_friends
from games.services import invitations
from games.services import lobby_seats as seats
from games.values.friends import FriendLine, Whereabouts
from tests.factories import a_game, a_person, play_at_random
from tests.games.friends import befriend, friends_here, members
from tests.games.lobbies import a_table, join

pytestmark = pytest.mark.django_db


def line_of(reader: User, friend: User) -> FriendLine:
    (found,) = [each for each in friends_of(reader) if each.person.address == friend.username]
    return found


def where(reader: User, friend: User) -> Whereabouts:
    return line_of(reader, friend).where


def seat_at(user: User, **fields: Any) -> Game:
    """Seat a person at a running game."""
    game, users = a_game(**{"pace": "quick", "is_public": True, **fields})
    Seat.objects.filter(game=game, user=users[0]).update(user=user)
    return game


def test_friend_in_a_listed_lobby_with_a_free_seat_has_a_way_to_it() -> None:
    ana, bo = friends_here()
    assert where(ana, bo) is Whereabouts.ONLINE
    lobby = a_table(bo, most_players=5)
    line = line_of(ana, bo)
    assert (line.where, line.code, line.table, line.free) == (
        Whereabouts.FREE_SEAT, lobby.code, "Friday", 4,
    )  # fmt: skip
    for _ in range(4):
        join(lobby)
    assert line_of(ana, bo) == FriendLine(person=line.person, where=Whereabouts.AT_TABLE)


@pytest.mark.parametrize("settings", [{"is_public": False}, {"password": "sesame"}])
def test_table_that_is_not_for_everybody_has_neither_name_nor_way(settings: Any) -> None:
    ana, bo = friends_here()
    lobby = a_table(bo, **settings)
    line = line_of(ana, bo)
    assert line == FriendLine(person=line.person, where=Whereabouts.AT_TABLE)
    invitations.invite(lobby_id=lobby.pk, user=bo, other=ana)
    assert line_of(ana, bo).code == lobby.code, "who is invited has one"


def test_who_was_removed_from_a_lobby_gets_no_way_back() -> None:
    ana, bo = friends_here()
    lobby = a_table(bo)
    join(lobby, ana)
    seat = lobby.seats.get(user=ana)
    seats.remove_from_lobby(lobby_id=lobby.pk, user=bo, seat_id=seat.pk)
    assert where(ana, bo) is Whereabouts.AT_TABLE


def test_public_game_can_be_watched_and_any_other_is_only_a_table() -> None:
    ana, bo = friends_here()
    game = seat_at(bo)
    assert line_of(ana, bo).code == game.code
    assert where(ana, bo) is Whereabouts.WATCHABLE
    for change in ({"is_public": False}, {"is_locked": True, "is_public": True}):
        Game.objects.filter(pk=game.pk).update(**change)
        line = line_of(ana, bo)
        assert line == FriendLine(person=line.person, where=Whereabouts.AT_TABLE)


def test_slow_game_or_a_seat_left_to_a_stand_in_is_no_place() -> None:
    ana, bo = friends_here()
    game = seat_at(bo, pace="1d")
    assert where(ana, bo) is Whereabouts.ONLINE
    Game.objects.filter(pk=game.pk).update(pace="quick")
    assert where(ana, bo) is Whereabouts.WATCHABLE
    Seat.objects.filter(game=game, user=bo).update(has_stand_in=True)
    assert where(ana, bo) is Whereabouts.ONLINE


@pytest.mark.parametrize("how", ["invisible", "gone", "never here"])
def test_who_is_not_shown_is_away_wherever_they_sit(how: str) -> None:
    ana, bo = friends_here()
    a_table(bo)
    assert where(ana, bo) is Whereabouts.FREE_SEAT
    lease = Presence.objects.filter(user=bo)
    if how == "invisible":
        show_presence(user=bo, is_shown=False)
    elif how == "gone":
        lease.update(until=timezone.now() - timedelta(seconds=1))
    else:
        lease.delete()
    line = line_of(ana, bo)
    assert line == FriendLine(person=line.person, where=Whereabouts.AWAY)


def test_only_friends_are_in_the_list_those_to_play_with_first() -> None:
    ana, *others = friends_here(5)
    befriend(others[0], a_person(is_guest=False))
    free, playing, online, away = others
    a_table(free)
    seat_at(playing)
    Presence.objects.filter(user=away).delete()
    names = [line.person.address for line in friends_of(ana)]
    assert names == [each.username for each in (free, playing, online, away)]


def test_people_lately_played_with_are_no_friends_yet() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(3))
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_guest=False)
    ana, bo, cy, di, ed = User.objects.filter(pk__in=[each.pk for each in users]).order_by("pk")
    assert {each.person.address for each in read_friends(ana).met} == {
        each.username for each in (bo, cy, di, ed)
    }
    befriend(ana, bo)
    ask(user=ana, other=cy)
    assert block(user=ana, other=di)
    assert block(user=ed, other=ana)
    found = read_friends(ana)
    assert [each.person.address for each in found.met] == [ed.username], "a block is not told"
    assert [each.address for each in found.asked] == [cy.username]
    assert [each.address for each in read_friends(cy).asking] == [ana.username]


def test_the_whole_page_is_four_queries_however_many_friends(
    django_assert_num_queries: Any,
) -> None:
    ana, *others = friends_here(12)
    for other in others[:4]:
        a_table(other)
    seat_at(others[4])
    assert Lobby.objects.open().count() == 4
    with django_assert_num_queries(4):
        read_friends(ana)
    stranger = members(1)[0]
    assert read_friends(stranger).friends == ()


def test_only_friends_with_a_seat_are_read_where_only_they_are_shown() -> None:
    reader, ana, bo, cem = members(4)
    befriend(reader, ana, bo, cem)
    for friend in (ana, bo, cem):
        note_online([friend.pk])
    a_table(ana)
    seat_at(bo)
    assert {line.person.address for line in friends_of(reader, only_at_tables=True)} == {
        ana.username,
        bo.username,
    }
