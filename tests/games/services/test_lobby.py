"""Lobbies: who sits where, what the host may do, how a game starts, and what is refused."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connections
from django.utils import timezone, translation

from accounts.models import User
from accounts.names import name_skeleton
from accounts.services import close_account
from games.lobby_values import LobbySettings
from games.models import Game, Lobby, LobbySeat
from games.selectors.game import load_table
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services.bot_names import BOT_NAMES, pick_bot_name
from games.services.errors import GameError, ServiceReason
from games.timing import Pace
from tests.factories import a_game, a_person, play_at_random

pytestmark = pytest.mark.django_db


def a_table(host: User | None = None, **settings: object) -> Lobby:
    """A lobby with its host in it."""
    chosen = LobbySettings(**{"name": "Friday", **settings})  # type: ignore[arg-type]
    return lobbies.create_lobby(user=host or a_person(), settings=chosen)


def join(lobby: Lobby, user: User | None = None, password: str = "") -> User:
    user = user or a_person()
    seats.join_lobby(lobby_id=lobby.pk, user=user, password=password)
    return user


def registered(name: str = "") -> User:
    """A person with a confirmed address."""
    user = a_person(name, is_guest=False)
    EmailAddress.objects.create(
        user=user, email=f"{user.pk}@example.org", primary=True, verified=True
    )
    return user


def people_of(lobby: Lobby) -> list[User]:
    return [seat.user for seat in lobby.seats.filter(user__isnull=False) if seat.user]


def seat_id(lobby: Lobby, user: User | None) -> int:
    return lobby.seats.filter(user=user)[0].pk


def refusal(act: Callable[[], object]) -> ServiceReason:
    with pytest.raises(GameError) as refused:
        act()
    return refused.value.reason


def ready(lobby: Lobby, people: Iterable[User]) -> None:
    for user in people:
        seats.set_ready(lobby_id=lobby.pk, user=user, is_ready=True)


def a_full_table(most: int = 5) -> Lobby:
    lobby = a_table(most_players=most)
    ready(lobby, [join(lobby) for _ in range(most - 1)])
    return lobby


# Opening and joining


def test_host_sits_in_the_new_lobby() -> None:
    host = a_person()
    lobby = a_table(host)
    assert people_of(lobby) == [host]
    assert len(lobby.code) == 6


def test_joining_twice_takes_one_seat() -> None:
    lobby = a_table()
    user = join(lobby)
    join(lobby, user)
    assert people_of(lobby).count(user) == 1


def test_password_is_stored_hashed_and_asked_for() -> None:
    lobby = a_table(password="Wien 1930")
    assert "Wien" not in lobby.password
    user = a_person()
    assert refusal(lambda: join(lobby, user, "Berlin")) is ServiceReason.WRONG_PASSWORD
    assert user not in people_of(lobby)
    join(lobby, user, "Wien 1930")
    assert user in people_of(lobby)


def test_full_lobby_takes_nobody_else() -> None:
    lobby = a_full_table(5)
    assert refusal(lambda: join(lobby)) is ServiceReason.LOBBY_FULL
    assert lobby.seats.count() == 5


def test_person_sits_in_one_open_lobby_only() -> None:
    here, there = a_table(), a_table()
    user = join(here)
    assert refusal(lambda: join(there, user)) is ServiceReason.SEATED_ELSEWHERE
    assert refusal(lambda: a_table(user)) is ServiceReason.SEATED_ELSEWHERE
    seats.leave_lobby(lobby_id=here.pk, user=user)
    join(there, user)
    assert user in people_of(there)


def test_person_in_a_running_game_sits_nowhere_else_until_a_stand_in_plays() -> None:
    game, users = a_game(5)
    lobby = a_table()
    assert refusal(lambda: join(lobby, users[0])) is ServiceReason.SEATED_ELSEWHERE
    game.seats.filter(user=users[0]).update(has_stand_in=True)
    join(lobby, users[0])
    assert users[0] in people_of(lobby)


def test_ranked_lobby_is_for_confirmed_people_without_bots() -> None:
    guest = a_person()
    assert refusal(lambda: a_table(guest, is_ranked=True)) is ServiceReason.RANKED_NEEDS_ACCOUNT
    unconfirmed = a_person(is_guest=False)
    host = registered()
    lobby = a_table(host, is_ranked=True)
    assert refusal(lambda: join(lobby, guest)) is ServiceReason.RANKED_NEEDS_ACCOUNT
    assert refusal(lambda: join(lobby, unconfirmed)) is ServiceReason.RANKED_NEEDS_ACCOUNT
    join(lobby, registered())
    assert (
        refusal(lambda: seats.add_bots(lobby_id=lobby.pk, user=host))
        is ServiceReason.BOTS_NOT_ALLOWED
    )
    assert lobby.seats.count() == 2


# Leaving, removing, handing over


def test_next_person_becomes_host_when_the_host_leaves() -> None:
    host = a_person()
    lobby = a_table(host)
    seats.add_bots(lobby_id=lobby.pk, user=host)
    second, third = join(lobby), join(lobby)
    seats.leave_lobby(lobby_id=lobby.pk, user=host)
    lobby.refresh_from_db()
    assert (lobby.host, people_of(lobby)) == (second, [second, third])


def test_lobby_closes_when_the_last_person_leaves() -> None:
    host = a_person()
    lobby = a_table(host)
    seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
    seats.leave_lobby(lobby_id=lobby.pk, user=host)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.CLOSED
    assert not lobby.seats.exists()
    assert refusal(lambda: join(lobby)) is ServiceReason.LOBBY_CLOSED


def test_closed_account_leaves_its_lobby(
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    host = a_person()
    lobby = a_table(host)
    second = join(lobby)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        close_account(user=host)
    lobby.refresh_from_db()
    assert (lobby.host, people_of(lobby)) == (second, [second])


def test_tables_forget_the_name_of_a_closed_account(
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    host, other = a_person("Robin"), a_person("Robin II")
    with translation.override("es"):
        spanish = lobbies.usual_table_name("Robin")
    tables = [a_table(host, name=spanish), a_table(other, name="Table of Robin II")]
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        close_account(user=host)
    for table in tables:
        table.refresh_from_db()
    with translation.override("es"):
        assert tables[0].name == lobbies.usual_table_name(translation.gettext("deleted player"))
    assert tables[1].name == "Table of Robin II"


def test_removed_person_cannot_come_back() -> None:
    host = a_person()
    lobby = a_table(host)
    user = join(lobby)
    seats.remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, user))
    assert people_of(lobby) == [host]
    assert refusal(lambda: join(lobby, user)) is ServiceReason.REMOVED_FROM_LOBBY


def test_host_hands_over() -> None:
    host = a_person()
    lobby = a_table(host)
    user = join(lobby)
    seats.hand_over(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, user))
    lobby.refresh_from_db()
    assert lobby.host == user
    start = partial(lobbies.start_game, lobby_id=lobby.pk, user=host)
    assert refusal(start) is ServiceReason.NOT_HOST


def test_only_the_host_rules() -> None:
    lobby = a_table()
    user, other = join(lobby), join(lobby)
    target = seat_id(lobby, other)
    settings = LobbySettings(name="Mine")
    acts: list[Callable[[], object]] = [
        lambda: seats.remove_from_lobby(lobby_id=lobby.pk, user=user, seat_id=target),
        lambda: seats.hand_over(lobby_id=lobby.pk, user=user, seat_id=target),
        lambda: seats.add_bots(lobby_id=lobby.pk, user=user),
        lambda: seats.remove_bot(lobby_id=lobby.pk, user=user, seat_id=target),
        lambda: lobbies.change_settings(lobby_id=lobby.pk, user=user, settings=settings),
        lambda: lobbies.start_game(lobby_id=lobby.pk, user=user),
    ]
    assert [refusal(act) for act in acts] == [ServiceReason.NOT_HOST] * len(acts)
    assert lobby.seats.count() == 3


def test_host_cannot_touch_seats_of_another_lobby() -> None:
    host = a_person()
    lobby, other = a_table(host), a_table()
    stranger = seat_id(other, other.host)
    acts: list[Callable[[], object]] = [
        lambda: seats.remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=stranger),
        lambda: seats.hand_over(lobby_id=lobby.pk, user=host, seat_id=stranger),
        lambda: seats.remove_bot(lobby_id=lobby.pk, user=host, seat_id=stranger),
    ]
    assert [refusal(act) for act in acts] == [ServiceReason.NAME_NOT_IN_LOBBY] * 3
    assert other.seats.count() == 1


# Bots


def test_bots_fill_every_empty_seat_with_names_of_their_own() -> None:
    host = a_person("Robin")
    lobby = a_table(host)
    seats.add_bots(lobby_id=lobby.pk, user=host)
    assert lobby.seats.count() == 2
    seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
    names = [str(seat) for seat in lobby.seats.all()]
    assert len(names) == 10
    assert len({name_skeleton(name) for name in names}) == 10
    again = partial(seats.add_bots, lobby_id=lobby.pk, user=host)
    assert refusal(again) is ServiceReason.LOBBY_FULL


def test_bot_gives_its_name_up_to_a_person() -> None:
    lobby = a_table()
    LobbySeat.objects.create(lobby=lobby, bot_name="Robin", is_ready=True)
    join(lobby, a_person("robin"))
    names = [str(seat) for seat in lobby.seats.all()]
    assert "Robin" not in names
    assert len({name_skeleton(name) for name in names}) == 3


def test_bot_is_sent_away() -> None:
    host = a_person()
    lobby = a_table(host)
    seats.add_bots(lobby_id=lobby.pk, user=host)
    seats.remove_bot(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, None))
    assert people_of(lobby) == [host]
    assert lobby.seats.count() == 1


def test_bot_names_fit_a_seat_and_differ_to_the_eye() -> None:
    assert max(map(len, BOT_NAMES)) <= 24
    assert len({name_skeleton(name) for name in BOT_NAMES}) == len(BOT_NAMES) > 100
    taken = BOT_NAMES[1:]
    assert pick_bot_name(taken=taken, chance=Random(1)) == BOT_NAMES[0]


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


# Rematch


def a_finished_game() -> tuple[Game, list[User]]:
    game, users = a_game(3, 2, is_public=True, most_players=7)
    game.status = Game.Status.FINISHED
    game.save()
    return game, users


def test_rematch_opens_one_lobby_for_all_with_the_same_bots() -> None:
    game, users = a_finished_game()
    lobby = lobbies.rematch(game=game, user=users[1])
    assert lobbies.rematch(game=game, user=users[0]) == lobby
    assert (lobby.host, people_of(lobby)) == (users[1], [users[1], users[0]])
    assert {seat.bot_name for seat in lobby.seats.filter(user=None)} == {"Bot 1", "Bot 2"}
    assert (lobby.most_players, lobby.is_public) == (7, False)


def test_rematch_is_for_those_of_a_finished_game() -> None:
    game, _users = a_finished_game()
    stranger = a_person()
    ask = partial(lobbies.rematch, game=game, user=stranger)
    assert refusal(ask) is ServiceReason.NOT_SEATED
    running, players = a_game(5)
    ask = partial(lobbies.rematch, game=running, user=players[0])
    assert refusal(ask) is ServiceReason.GAME_RUNNING
    assert not Lobby.objects.open().exists()


def test_rematch_invites_without_the_password() -> None:
    host = a_person()
    old = a_table(host, password="secret", most_players=5)
    users = [join(old, password="secret") for _ in range(4)]
    ready(old, users)
    game = lobbies.start_game(lobby_id=old.pk, user=host)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    lobby = lobbies.rematch(game=game, user=host)
    join(lobby, users[0])
    assert refusal(lambda: join(lobby)) is ServiceReason.WRONG_PASSWORD
    assert people_of(lobby) == [host, users[0]]


def test_rematch_that_everybody_left_opens_again() -> None:
    game, users = a_finished_game()
    first = lobbies.rematch(game=game, user=users[0])
    seats.leave_lobby(lobby_id=first.pk, user=users[0])
    again = lobbies.rematch(game=game, user=users[1])
    assert again == first
    assert (again.host, people_of(again)) == (users[1], [users[1]])
    assert again.seats.count() == 3


def test_rematch_after_a_game_that_was_played_to_its_end() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(3))
    game.refresh_from_db()
    lobby = lobbies.rematch(game=game, user=users[0])
    ready(lobby, [join(lobby, user) for user in users[1:]])
    second = lobbies.start_game(lobby_id=lobby.pk, user=users[0])
    assert {seat.user for seat in second.seats.all()} == set(users)
    ask = partial(lobbies.rematch, game=game, user=users[1])
    assert refusal(ask) is ServiceReason.LOBBY_STARTED


# Forgotten lobbies


def test_forgotten_lobby_is_closed_and_a_lively_one_is_not() -> None:
    forgotten, lively = a_table(), a_table()
    now = timezone.now() + timedelta(hours=3)
    Lobby.objects.filter(pk=lively.pk).update(changed_at=now - timedelta(minutes=5))
    assert lobbies.close_stale(now) == 1
    assert [lobby.status for lobby in Lobby.objects.order_by("pk")] == ["closed", "open"]
    assert forgotten.host not in [seat.user for seat in LobbySeat.objects.all()]
    assert lobbies.close_stale(now) == 0


# Several at once


def at_once(acts: list[Callable[[], object]]) -> list[ServiceReason | None]:
    """Run everything at the same moment, each on a thread and connection of its own."""
    together = Barrier(len(acts))

    def run(act: Callable[[], object]) -> ServiceReason | None:
        try:
            together.wait()
            act()
        except GameError as error:
            return error.reason
        else:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


@pytest.mark.django_db(transaction=True)
def test_last_seat_has_one_taker() -> None:
    lobby = a_table(most_players=5)
    for _ in range(3):
        join(lobby)
    racers = [a_person() for _ in range(6)]
    outcomes = at_once([partial(join, lobby, user) for user in racers])
    assert outcomes.count(None) == 1
    assert outcomes.count(ServiceReason.LOBBY_FULL) == 5
    assert lobby.seats.count() == 5


@pytest.mark.django_db(transaction=True)
def test_person_who_joins_everywhere_at_once_sits_once() -> None:
    tables = [a_table() for _ in range(5)]
    user = a_person()
    outcomes = at_once([partial(join, table, user) for table in tables])
    assert outcomes.count(None) == 1
    assert outcomes.count(ServiceReason.SEATED_ELSEWHERE) == 4
    assert LobbySeat.objects.filter(user=user).count() == 1


@pytest.mark.django_db(transaction=True)
def test_start_pressed_twice_starts_one_game() -> None:
    lobby = a_full_table()
    start = partial(lobbies.start_game, lobby_id=lobby.pk, user=lobby.host)
    outcomes = at_once([start] * 4)
    assert outcomes.count(None) == 1
    assert Game.objects.filter(lobby=lobby).count() == 1


@pytest.mark.django_db(transaction=True)
def test_rematch_asked_for_by_all_at_once_is_one_lobby() -> None:
    game, users = a_finished_game()
    outcomes = at_once([partial(lobbies.rematch, game=game, user=user) for user in users])
    assert outcomes == [None, None, None]
    lobby = Lobby.objects.get(rematch_of=game)
    assert set(people_of(lobby)) == set(users)
    assert lobby.seats.filter(user=None).count() == 2


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


def test_only_a_table_by_link_plays_without_a_time_limit() -> None:
    public = LobbySettings(name="For ever", pace=Pace.NONE)
    open_it = partial(lobbies.create_lobby, user=a_person())
    assert refusal(partial(open_it, settings=public)) is ServiceReason.NO_LIMIT_IS_PRIVATE
    assert not Lobby.objects.filter(name="For ever").exists()
    assert open_it(settings=replace(public, is_public=False)).pace == Pace.NONE


def test_slow_game_holds_nobody_back_from_another_table() -> None:
    _game, slow = a_game(pace="1d")
    seats.join_lobby(lobby_id=a_table().pk, user=slow[0])
    _game, quick = a_game(pace="quick")
    sit = partial(seats.join_lobby, lobby_id=a_table().pk, user=quick[0])
    assert refusal(sit) is ServiceReason.SEATED_ELSEWHERE
