"""From lobby to game: the start, and the ready check before it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from games.live.lobby_board import render_lobby
from games.models import Game, Lobby
from games.selectors.game import load_table
from games.selectors.lobby import load_lobby
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby import change_settings
from games.values.lobby import LobbySettings
from games.values.refusals import ServiceReason
from tests.factories import a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, ready, registered, seat_id
from tests.games.refusals import refusal
from tests.games.visits import browser, page, soup_of, words

pytestmark = pytest.mark.django_db

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def test_whoever_misses_the_ready_check_is_told_with_the_way_back_and_so_are_the_others() -> None:
    lobby = a_full_table(5)
    absent = people_of(lobby)[1]
    seats.set_ready(lobby_id=lobby.pk, user=absent, is_ready=False)
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=NOW)
    lobby_start.end_ready_checks(NOW + timedelta(minutes=1))
    missed = f"{absent.display_name} did not answer and lost the seat."
    assert missed in words(page(browser(lobby.host), f"/lobbies/{lobby.code}/").main)
    own = page(browser(absent), f"/lobbies/{lobby.code}/")
    assert "You did not answer, so your seat went free." in words(own.select_one(".join"))
    join(lobby, absent)
    assert "did not answer" not in words(page(browser(lobby.host), f"/lobbies/{lobby.code}/").main)


def test_whoever_misses_the_ready_check_of_a_game_that_begins_is_told_so() -> None:
    lobby = a_full_table(6)
    absent = people_of(lobby)[1]
    seats.set_ready(lobby_id=lobby.pk, user=absent, is_ready=False)
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=NOW)
    lobby_start.end_ready_checks(NOW + timedelta(minutes=1))
    soup = soup_of(browser(absent).get(f"/lobbies/{lobby.code}/"), 409)
    assert "the game began without you" in words(soup.main)
    assert soup.select('main form[action="/quick-seat/"] button')


# The start


def test_start_seats_everybody_of_the_lobby() -> None:
    lobby = a_full_table(7)
    expected = set(people_of(lobby))
    game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
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
        game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=host)
        hosts.add(game.seats.get(user=host).number)
        game.delete()
    assert len(hosts) > 1


def test_ranked_lobby_without_a_time_limit_does_not_start_until_it_has_one() -> None:
    host = registered()
    lobby = a_table(host, is_ranked=True)
    people = [join(lobby, registered()) for _ in range(4)]
    # As lobbies of an earlier release, or of a rematch.
    Lobby.objects.filter(pk=lobby.pk).update(pace="none", is_public=False)
    ready(lobby, people)
    for ask in (lobby_start.start_lobby_game, lobby_start.start_ready_check):
        start = partial(ask, lobby_id=lobby.pk, user=host)
        assert refusal(start) is ServiceReason.RANKED_NEEDS_LIMIT
    change_settings(
        lobby_id=lobby.pk, user=host, settings=LobbySettings(name="Friday", is_ranked=True)
    )
    ready(lobby, people)
    game = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=host)
    assert game.is_ranked


def test_start_waits_for_enough_people_who_are_ready() -> None:
    lobby = a_table(fewest_players=6)
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=lobby.host)
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
    lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    acts: list[Callable[[], object]] = [
        lambda: lobby_start.start_lobby_game(lobby_id=lobby.pk, user=lobby.host),
        lambda: join(lobby),
        lambda: seats.leave_lobby(lobby_id=lobby.pk, user=member),
        lambda: seats.add_bots(lobby_id=lobby.pk, user=lobby.host),
    ]
    assert [refusal(act) for act in acts] == [ServiceReason.LOBBY_STARTED] * len(acts)
    assert Game.objects.filter(lobby=lobby).count() == 1


# The ready check


def test_ready_check_asks_those_who_are_not_ready_and_the_last_one_starts() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people[:2])
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host)
    confirm = partial(lobby_start.confirm_ready, lobby_id=lobby.pk, is_ready=True)
    assert confirm(user=people[2]) is None
    game = confirm(user=people[3])
    assert game is not None
    assert game.player_count == 5


def test_person_absent_at_the_ready_check_loses_the_seat_and_the_others_play() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(6)]
    ready(lobby, people[:5])
    now = timezone.now()
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=now)
    assert lobby_start.end_ready_checks(now + timedelta(seconds=29)) == 0
    assert lobby_start.end_ready_checks(now + timedelta(seconds=31)) == 1
    assert lobby_start.end_ready_checks(now + timedelta(seconds=31)) == 0
    game = Game.objects.get(lobby=lobby)
    assert game.player_count == 6
    assert not game.seats.filter(user=people[5]).exists()


def test_lobby_goes_on_when_too_few_are_there() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people[:3])
    now = timezone.now()
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=now)
    assert lobby_start.end_ready_checks(now + timedelta(minutes=1)) == 1
    lobby.refresh_from_db()
    assert (lobby.status, lobby.check_ends_at) == (Lobby.Status.OPEN, None)
    assert people[3] not in people_of(lobby)
    # The person was not removed for good.
    join(lobby, people[3])
    assert len(people_of(lobby)) == 5


def test_ready_check_is_the_hosts_and_begins_once() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    now = timezone.now()
    member = partial(lobby_start.start_ready_check, lobby_id=lobby.pk, user=people[0])
    assert refusal(member) is ServiceReason.NOT_HOST
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=now)
    lobby_start.start_ready_check(
        lobby_id=lobby.pk, user=lobby.host, now=now + timedelta(seconds=20)
    )
    lobby.refresh_from_db()
    assert lobby.check_ends_at == now + timedelta(seconds=30)


# Another host during the ready check


@pytest.fixture(params=[False, True], ids=["casual", "ranked"])
def checked(request: pytest.FixtureRequest) -> tuple[Lobby, list[User]]:
    """A lobby of seven in a ready check that only the second person has not answered."""
    anybody = registered if request.param else a_person
    lobby = a_table(anybody(), is_ranked=request.param)
    people = [lobby.host, *(join(lobby, anybody()) for _ in range(6))]
    ready(lobby, people[2:])
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=NOW)
    return lobby, people


def test_host_by_hand_over_has_to_answer_the_ready_check_too(
    checked: tuple[Lobby, list[User]],
) -> None:
    lobby, (host, heir, *others) = checked
    seats.hand_over(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, heir))
    assert lobby_start.end_ready_checks(NOW + timedelta(minutes=1)) == 1
    game = Game.objects.get(lobby=lobby)
    assert {seat.user for seat in game.seats.all()} == {host, *others}
    lobby.refresh_from_db()
    assert lobby.host == host


def test_host_by_hand_over_starts_the_game_by_answering(
    checked: tuple[Lobby, list[User]],
) -> None:
    lobby, (host, heir, *others) = checked
    seats.hand_over(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, heir))
    again = partial(lobby_start.confirm_ready, lobby_id=lobby.pk, is_ready=True)
    assert again(user=others[0]) is None
    game = again(user=heir)
    assert game is not None
    assert {seat.user for seat in game.seats.all()} == {host, heir, *others}


def test_heir_of_a_host_who_leaves_has_to_answer_the_ready_check(
    checked: tuple[Lobby, list[User]],
) -> None:
    lobby, (host, heir, *others) = checked
    seats.leave_lobby(lobby_id=lobby.pk, user=host)
    page = load_lobby(lobby.pk)
    assert page.host_id == heir.pk
    assert [seat.is_ready for seat in page.seats] == [False, *[True] * 5]
    assert 'data-asked="' in render_lobby(page, heir.pk, "en")["controls"]
    assert lobby_start.end_ready_checks(NOW + timedelta(minutes=1)) == 1
    game = Game.objects.get(lobby=lobby)
    assert {seat.user for seat in game.seats.all()} == set(others)
    lobby.refresh_from_db()
    assert lobby.host == others[0]


def test_lobby_closes_when_no_player_answers_the_ready_check_of_a_host_who_left() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    assert len(people) == 4
    lobby_start.start_ready_check(lobby_id=lobby.pk, user=lobby.host, now=NOW)
    seats.leave_lobby(lobby_id=lobby.pk, user=lobby.host)
    assert lobby_start.end_ready_checks(NOW + timedelta(minutes=1)) == 1
    lobby.refresh_from_db()
    assert (lobby.status, people_of(lobby)) == (Lobby.Status.CLOSED, [])
