"""Seats of a lobby: joining, leaving, what the host may do with them, bots."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.utils import timezone, translation

from accounts.emblems import emblem_of_name, read_emblem
from accounts.names import name_skeleton
from accounts.services import close_account
from config.fonts import LETTERS
from games.models import Lobby, LobbySeat
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.bot_names import BOT_NAMES, pick_bot_name
from games.values.lobby import HOST_GONE_SECONDS, LobbySettings
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person
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


def test_full_lobby_takes_no_more_players() -> None:
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


def test_slow_game_does_not_bar_a_person_from_another_table() -> None:
    _game, slow = a_game(pace="1d")
    seats.join_lobby(lobby_id=a_table().pk, user=slow[0])
    _game, quick = a_game(pace="quick")
    sit = partial(seats.join_lobby, lobby_id=a_table().pk, user=quick[0])
    assert refusal(sit) is ServiceReason.SEATED_ELSEWHERE


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
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=host)
    assert refusal(start) is ServiceReason.NOT_HOST


def test_only_the_host_may_change_a_lobby() -> None:
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
        lambda: lobby_start.start_lobby_game(lobby_id=lobby.pk, user=user),
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


def test_host_chooses_how_many_play_and_bots_come_and_go() -> None:
    host = a_person()
    lobby = a_table(host, most_players=8)
    join(lobby)
    choose = partial(seats.set_size, lobby_id=lobby.pk, user=host)

    def seated(size: int) -> tuple[int, int]:
        choose(size=size)
        return lobby.seats.count(), len(people_of(lobby))

    assert [seated(size) for size in (5, 7, 7, 6)] == [(5, 2), (7, 2), (7, 2), (6, 2)]
    # A bot gets up for somebody who comes later.
    join(lobby)
    assert seated(6) == (6, 3)
    for size in (4, 9):
        assert refusal(partial(choose, size=size)) is ServiceReason.MALFORMED
    for _person in range(2):
        join(lobby)
    choose(size=6)
    join(lobby)
    assert refusal(partial(choose, size=5)) is ServiceReason.TOO_MANY_SEATED
    assert len(people_of(lobby)) == 6


def test_only_the_host_of_a_table_with_bots_chooses_its_size() -> None:
    lobby = a_table(registered(), is_ranked=True)
    choose = partial(seats.set_size, lobby_id=lobby.pk, user=lobby.host, size=5)
    assert refusal(choose) is ServiceReason.BOTS_NOT_ALLOWED
    lobby = a_table()
    choose = partial(seats.set_size, lobby_id=lobby.pk, user=join(lobby), size=5)
    assert refusal(choose) is ServiceReason.NOT_HOST


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


def test_bots_wear_the_symbol_of_nobody_at_the_table() -> None:
    worn_by_bots = {read_emblem(emblem_of_name(name)).symbol for name in BOT_NAMES}
    spared = set(sorted(symbol for symbol in worn_by_bots if symbol)[:5])
    host, *others = [a_person(emblem=f"{symbol} rose solid") for symbol in sorted(spared)]
    lobby = a_table(host)
    for other in others:
        join(lobby, other)
    seats.remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, others[-1]))
    for _time in range(5):
        seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
        bots = [read_emblem(seat.face).symbol for seat in lobby.seats.filter(user=None)]
        assert len(set(bots)) == len(bots) == 6
        assert not spared & set(bots)
        seats.set_size(lobby_id=lobby.pk, user=host, size=5)
        for seat in lobby.seats.filter(user=None):
            seats.remove_bot(lobby_id=lobby.pk, user=host, seat_id=seat.pk)


def test_bots_are_written_in_letters_of_the_fonts_of_the_site() -> None:
    reach = [
        range(int(first, 16), int(last or first, 16) + 1)
        for letters in LETTERS.values()
        for first, _dash, last in (part.partition("-") for part in letters.split(","))
    ]
    assert not {
        letter for letter in "".join(BOT_NAMES) if not any(ord(letter) in part for part in reach)
    }


def test_bot_names_fit_a_seat_and_differ_to_the_eye() -> None:
    assert max(map(len, BOT_NAMES)) <= 24
    assert len({name_skeleton(name) for name in BOT_NAMES}) == len(BOT_NAMES) > 100
    taken = BOT_NAMES[1:]
    assert pick_bot_name(taken=taken, chance=Random(1)) == BOT_NAMES[0]


def test_person_who_comes_to_a_table_of_the_chosen_size_takes_a_bots_place() -> None:
    host = a_person()
    lobby = a_table(host)
    seats.set_size(lobby_id=lobby.pk, user=host, size=7)
    user = join(lobby)
    assert (lobby.seats.count(), people_of(lobby)) == (7, [host, user])
    # Whoever adds a bot by hand wants one more at the table.
    seats.add_bots(lobby_id=lobby.pk, user=host)
    join(lobby)
    assert lobby.seats.count() == 9


def test_table_of_the_chosen_size_without_bots_grows() -> None:
    host = a_person()
    lobby = a_table(host)
    for _ in range(4):
        join(lobby)
    seats.set_size(lobby_id=lobby.pk, user=host, size=5)
    join(lobby)
    assert lobby.seats.count() == 6


def test_another_person_takes_over_from_a_host_who_is_gone_once_all_are_ready() -> None:
    host = a_person()
    lobby = a_table(host)
    heir, other = join(lobby), join(lobby)
    own = seat_id(lobby, heir)
    take_over = partial(seats.hand_over, lobby_id=lobby.pk, user=heir, seat_id=own)
    ready(lobby, [heir, other])
    assert refusal(take_over) is ServiceReason.NOT_HOST
    gone = timezone.now() - timedelta(seconds=HOST_GONE_SECONDS + 1)
    lobby.seats.filter(user=host).update(seen_at=gone)
    seats.set_ready(lobby_id=lobby.pk, user=other, is_ready=False)
    assert refusal(take_over) is ServiceReason.NOT_HOST
    seats.set_ready(lobby_id=lobby.pk, user=other, is_ready=True)
    # Nobody makes somebody else the host.
    theirs = seat_id(lobby, other)
    for_another = partial(seats.hand_over, lobby_id=lobby.pk, user=heir, seat_id=theirs)
    assert refusal(for_another) is ServiceReason.NOT_HOST
    take_over()
    lobby.refresh_from_db()
    assert lobby.host == heir
