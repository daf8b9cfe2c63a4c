"""Lobbies: settings, quick seat, stale ones."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings as site
from django.utils import timezone, translation

from games.models import Lobby, LobbySeat
from games.selectors.game import load_table
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services.lobby_start import start_lobby_game
from games.services.quick_seat import quick_seat
from games.services.table_names import TABLE_NAMES
from games.values.bots import BotLevel
from games.values.lobby import LobbySettings
from games.values.refusals import ServiceReason
from games.values.timing import Pace
from tests.factories import a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, ready, registered, seat_id
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


def test_host_lets_strangers_find_the_table_and_everybody_stays_ready() -> None:
    host = a_person()
    lobby = a_table(host, is_public=False)
    ready(lobby, [join(lobby)])
    lobbies.set_listing(lobby_id=lobby.pk, user=host, is_public=True)
    assert lobby in Lobby.objects.listed()
    assert lobby.seats.filter(is_ready=True).count() == 1
    lobbies.set_listing(lobby_id=lobby.pk, user=host, is_public=False)
    assert lobby not in Lobby.objects.listed()


def test_only_the_host_lists_a_table_and_none_without_a_time_limit() -> None:
    host = a_person()
    lobby = a_table(host, is_public=False, pace=Pace.NONE)
    guest = join(lobby)
    act = partial(lobbies.set_listing, lobby_id=lobby.pk, is_public=True)
    assert refusal(partial(act, user=guest)) is ServiceReason.NOT_HOST
    assert refusal(partial(act, user=host)) is ServiceReason.NO_LIMIT_IS_PRIVATE
    assert lobby not in Lobby.objects.listed()


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


def test_ranked_table_needs_a_time_limit() -> None:
    host = registered()
    ranked = LobbySettings(name="For ever", pace=Pace.NONE, is_public=False, is_ranked=True)
    open_it = partial(lobbies.create_lobby, user=host)
    assert refusal(partial(open_it, settings=ranked)) is ServiceReason.RANKED_NEEDS_LIMIT
    assert not Lobby.objects.exists()
    lobby = open_it(settings=replace(ranked, is_ranked=False))
    change = partial(lobbies.change_settings, lobby_id=lobby.pk, user=host)
    assert refusal(partial(change, settings=ranked)) is ServiceReason.RANKED_NEEDS_LIMIT
    lobby.refresh_from_db()
    assert not lobby.is_ranked
    change(settings=replace(ranked, pace=Pace.RELAXED))


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
    assert quick_seat(user=user).lobby == best
    assert user in people_of(best)
    # A second request leads back to the same lobby.
    assert quick_seat(user=user).lobby == best


def test_quick_seat_opens_a_table_when_there_is_none() -> None:
    user = a_person("Ana")
    removed_from = a_table()
    join(removed_from, user)
    seats.remove_from_lobby(
        lobby_id=removed_from.pk, user=removed_from.host, seat_id=seat_id(removed_from, user)
    )
    lobby = quick_seat(user=user).lobby
    assert lobby != removed_from
    assert (lobby.host, lobby.is_public) == (user, True)
    assert lobby.name in map(str, TABLE_NAMES)


# A table in one tap


def test_table_in_one_tap_has_a_name_that_no_other_open_table_has() -> None:
    opened = [lobbies.open_table(user=a_person()) for _name in TABLE_NAMES]
    assert sorted(lobby.name for lobby in opened) == sorted(map(str, TABLE_NAMES))
    # With more tables than names, names come again.
    assert lobbies.open_table(user=a_person()).name in map(str, TABLE_NAMES)


def test_name_of_a_table_does_not_come_again_soon() -> None:
    lately = []
    for _table in range(lobbies.RESTING_NAMES):
        lobby = lobbies.open_table(user=a_person())
        lately.append(lobby.name)
        Lobby.objects.filter(pk=lobby.pk).update(status=Lobby.Status.CLOSED)
    assert len(set(lately)) == lobbies.RESTING_NAMES
    # Others are left, and each name comes again some day.
    assert len(TABLE_NAMES) / 2 > lobbies.RESTING_NAMES


@pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])
def test_names_of_tables_fit_in_every_language(language: str) -> None:
    with translation.override(language):
        names = [str(name) for name in TABLE_NAMES]
        assert max(map(len, names)) <= Lobby._meta.get_field("name").max_length  # type: ignore[operator]
        assert len(set(names)) == len(names)
        assert lobbies.open_table(user=a_person()).name in names


def test_second_press_opens_no_second_table() -> None:
    host = a_person()
    assert lobbies.open_table(user=host) == lobbies.open_table(user=host)
    assert Lobby.objects.count() == 1


# Forgotten lobbies


def test_forgotten_lobby_is_closed_and_a_lively_one_is_not() -> None:
    forgotten, lively = a_table(), a_table()
    now = timezone.now() + timedelta(hours=3)
    Lobby.objects.filter(pk=lively.pk).update(changed_at=now - timedelta(minutes=5))
    assert lobbies.close_stale(now) == 1
    assert [lobby.status for lobby in Lobby.objects.order_by("pk")] == ["closed", "open"]
    assert forgotten.host not in [seat.user for seat in LobbySeat.objects.all()]
    assert lobbies.close_stale(now) == 0


def test_level_of_the_bots_goes_with_the_game() -> None:
    host = a_person()
    lobby = a_table(host)
    settings = LobbySettings(name="Saturday", bot_level=BotLevel.SHARP)
    lobbies.change_settings(lobby_id=lobby.pk, user=host, settings=settings)
    seats.add_bots(lobby_id=lobby.pk, user=host, fill=True)
    game = start_lobby_game(lobby_id=lobby.pk, user=host)
    assert game.bot_level == BotLevel.SHARP
    levels = {each.is_bot: each.level for each in load_table(game.pk).occupants}
    assert levels == {False: BotLevel.REGULAR, True: BotLevel.SHARP}
