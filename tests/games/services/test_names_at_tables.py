"""Names are unique at the table: guests of one name are told apart there, members keep theirs."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.names import name_skeleton
from accounts.services import close_account, create_guest
from games.engine.vocabulary import Phase
from games.models import ChatMessage, Game, Lobby
from games.selectors.chat import said_at
from games.selectors.game import load_table
from games.selectors.lobby import load_lobby
from games.selectors.open_tables import open_lobbies
from games.selectors.table_cache import forget_all
from games.services.chat import say
from games.services.lobby_names import names_of, offered_name
from games.services.lobby_rematch import rematch
from games.services.lobby_seats import hand_over, join_lobby
from games.services.lobby_start import start_lobby_game
from games.values.refusals import GameError, ServiceReason
from tests.games import talk
from tests.games.lobbies import a_table, join, ready, registered, seat_id
from tests.games.services.test_lobby_at_once import at_once
from tests.games.views.lobby_forms import text, url
from tests.games.visits import browser

pytestmark = pytest.mark.django_db(transaction=True)


def names(lobby: Lobby) -> list[str]:
    return [seat.name for seat in load_lobby(lobby.pk).seats]


def test_the_second_guest_of_a_name_is_offered_another_and_takes_it_in_one_tap() -> None:
    lobby = a_table(create_guest(name="Tom"))
    client = browser()
    refused = client.post(url("lobby_join", lobby), {"guest-name": "Tom"})
    assert refused.status_code == 409
    assert 'name="offered" value="Tom 2"' in text(refused)
    # A person who comes back to the page finds the offer there, too.
    assert 'name="offered" value="Tom 2"' in text(client.get(url("lobby", lobby)))
    assert names(lobby) == ["Tom"]
    assert client.post(url("lobby_join", lobby), {"offered": "Tom 2"}).status_code == 302
    assert names(lobby) == ["Tom", "Tom 2"]
    third = create_guest(name="Tom")
    assert offered_name(third, names_of(lobby.seats.all())) == "Tom 3"
    # The offered name was taken meanwhile: the person is asked again, not seated under another
    # one.
    with pytest.raises(GameError) as error:
        join_lobby(lobby_id=lobby.pk, user=third, agreed="Tom 2")
    assert error.value.reason is ServiceReason.NAME_TAKEN


def test_elsewhere_the_same_name_is_free() -> None:
    first, second = (a_table(create_guest(name="Tom")) for _ in range(2))
    assert names(first) == names(second) == ["Tom"]


@pytest.mark.parametrize("twin", ["TOM", "T-om", "T0m"])
def test_look_alikes_are_told_apart_too(twin: str) -> None:
    lobby = a_table(create_guest(name="Tom"))
    guest = create_guest(name=twin)
    assert offered_name(guest, names_of(lobby.seats.all())) == f"{twin} 2"


def test_two_guests_of_one_name_at_the_same_moment() -> None:
    for _round in range(5):
        lobby = a_table(most_players=7)
        twins = [create_guest(name="Tom") for _ in range(4)]
        acts: list[Callable[[], object]] = [
            partial(join_lobby, lobby_id=lobby.pk, user=user, agreed="Tom 2") for user in twins
        ]
        outcomes = at_once(acts)
        assert outcomes.count(None) == 2
        assert outcomes.count(ServiceReason.NAME_TAKEN) == 2
        assert sorted(names(lobby)[1:]) == ["Tom", "Tom 2"]


def test_a_member_keeps_the_name_and_the_guest_gets_a_number() -> None:
    lobby = a_table()
    guest = join(lobby, create_guest(name="Tom"))
    member = join(lobby, registered("Tom"))
    assert names(lobby)[1:] == ["Tom 2", "Tom"]
    # At other tables, too, a guest gives way to a member's name.
    other = create_guest(name="Tam")
    User.objects.filter(pk=other.pk).update(guest_name="Tom")
    other.refresh_from_db()
    assert offered_name(other, names_of(a_table().seats.all())) == "Tom 2"
    assert (guest.display_name, member.display_name) == ("Tom", "Tom")


def a_game_of_toms() -> tuple[Game, list[User]]:
    toms = [create_guest(name="Tom") for _ in range(5)]
    lobby = a_table(toms[0], most_players=5)
    for number, user in enumerate(toms[1:], start=2):
        join_lobby(lobby_id=lobby.pk, user=user, agreed=f"Tom {number}")
    ready(lobby, toms[1:])
    return start_lobby_game(lobby_id=lobby.pk, user=toms[0]), toms


NUMBERED = ["Tom", "Tom 2", "Tom 3", "Tom 4", "Tom 5"]


def test_the_game_its_talk_and_its_rematch_go_by_the_names_of_the_table() -> None:
    game, toms = a_game_of_toms()
    table = load_table(game.pk)
    assert sorted(each.shown_name for each in table.occupants) == NUMBERED
    called = {each.user_id: each.shown_name for each in table.occupants}
    # After registering under another name the seat keeps the name that the others know.
    kept = {"email": "tom@example.org", "password": "correct horse battery", "name": "Thomas"}
    assert browser(toms[4]).post("/accounts/keep/", kept).status_code == 302
    assert User.objects.get(pk=toms[4].pk).display_name == "Thomas"
    forget_all()
    assert called == {each.user_id: each.shown_name for each in load_table(game.pk).occupants}
    assert load_table(game.pk).state.phase is Phase.NOMINATE

    Game.objects.filter(pk=game.pk).update(status="finished")
    game.refresh_from_db()
    for user in toms[:4]:
        lobby = rematch(game=game, user=user)
    assert names(lobby) == NUMBERED[:4]


def test_spectator_has_a_name_unlike_any_at_the_table() -> None:
    game, users, _state = talk.at(talk.over)
    seated = users[0].display_name
    watchers = [create_guest(name="Tom"), create_guest(name="Tom"), create_guest(name="Tam")]
    User.objects.filter(pk=watchers[2].pk).update(guest_name=seated)
    for user in (*watchers, watchers[1]):
        say(game_id=game.pk, user_id=user.pk, text="hm")
    spoken = [line.name for line in said_at(game.pk)]
    assert spoken[:2] == ["Tom", "Tom 2"]
    assert spoken[3] == "Tom 2"
    assert name_skeleton(spoken[2]) != name_skeleton(seated)
    assert len({line.speaker for line in said_at(game.pk)}) == 3


def test_a_closed_account_leaves_no_name_at_any_table() -> None:
    game, toms = a_game_of_toms()
    say(game_id=game.pk, user_id=toms[1].pk, text="hm")
    named = Lobby.objects.filter(name="Table of Tom").count()
    others = a_table(create_guest(name="Tom"), name="Table of Tom")
    close_account(user=toms[1])
    forget_all()
    shown = [each.shown_name for each in load_table(game.pk).occupants]
    assert sorted(shown) == ["Tom", "Tom 3", "Tom 4", "Tom 5", "deleted player"]
    assert not ChatMessage.objects.filter(user=toms[1]).exclude(name="").exists()
    assert not game.seats.filter(user=toms[1]).exclude(name="").exists()
    # A table of another guest with the same name keeps its name.
    assert Lobby.objects.filter(name="Table of Tom").count() == named + 1
    assert Lobby.objects.get(pk=others.pk).name == "Table of Tom"


def test_lists_and_records_go_by_the_names_of_the_table() -> None:
    host = create_guest(name="Tom")
    lobby = a_table(host)
    second = create_guest(name="Tom")
    join_lobby(lobby_id=lobby.pk, user=second, agreed="Tom 2")
    assert [entry.host_name for entry in open_lobbies()] == ["Tom"]
    hand_over(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, second))
    assert [entry.host_name for entry in open_lobbies()] == ["Tom 2"]

    game, users, _state = talk.at(talk.over)
    game.seats.filter(number=0).update(name="Tom 2")
    Game.objects.filter(pk=game.pk).update(status="finished")
    forget_all()
    record = browser(users[1]).get(reverse("games:record", args=[game.code]))
    assert json.loads(record.content)["players"][0] == "Tom 2"


def test_a_quick_seat_where_only_the_name_is_in_the_way_offers_another() -> None:
    lobby = a_table(create_guest(name="Tom"))
    client = browser(create_guest(name="Tom"))
    answer = client.post(reverse("games:quick_seat"))
    assert answer["Location"] == url("lobby", lobby)
    assert 'name="offered" value="Tom 2"' in text(client.get(url("lobby", lobby)))
