"""What a block means at tables: no seat at one's own, a warning at others', and nothing that tells."""

from functools import partial

import pytest

from accounts.models import Block
from games.models import Lobby, Mute
from games.selectors.lobby import load_lobby, places_of
from games.selectors.rematch import awaited_seats
from games.services.blocking import block_person, unblock_person
from games.services.lobby_rematch import rematch
from games.services.lobby_seats import join_lobby
from games.services.quick_seat import quick_seat
from games.values.refusals import ServiceReason
from games.words.phrases import reason_text
from tests.factories import a_person
from tests.games.lobbies import a_finished_game, a_table, join, people_of
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)


def test_blocked_person_gets_no_seat_at_ones_own_table_and_is_not_told_why() -> None:
    host, other = a_person(), a_person()
    lobby = a_table(host)
    block_person(user=host, other=other)
    assert refusal(partial(join, lobby, other)) is ServiceReason.NOT_ADMITTED
    assert "block" not in reason_text(ServiceReason.NOT_ADMITTED).lower()
    unblock_person(user=host, other=other)
    join(lobby, other)
    assert other in people_of(lobby)


def test_block_mutes_and_its_end_is_heard() -> None:
    host, other = a_person(), a_person()
    block_person(user=host, other=other)
    assert Mute.objects.filter(user=host, muted=other).exists()
    unblock_person(user=host, other=other)
    assert not Mute.objects.exists()


def test_who_blocked_somebody_is_warned_before_sitting_down_beside_them() -> None:
    reader, other = a_person(), a_person()
    lobby = a_table()
    join(lobby, other)
    block_person(user=reader, other=other)
    assert refusal(partial(join, lobby, reader)) is ServiceReason.BLOCKED_PERSON_HERE
    join_lobby(lobby_id=lobby.pk, user=reader, beside_blocked=True)
    assert load_lobby(lobby.pk).blocks == {(reader.pk, other.pk)}


def test_a_blocked_person_sits_down_beside_who_blocked_them_at_the_table_of_a_third() -> None:
    reader, other = a_person(), a_person()
    lobby = a_table()
    join(lobby, reader)
    block_person(user=reader, other=other)
    join(lobby, other)
    assert other in people_of(lobby)


def test_quick_seat_keeps_both_apart() -> None:
    host, other, stranger = a_person(), a_person(), a_person()
    lobby = a_table(host, is_public=True)
    block_person(user=host, other=other)
    assert quick_seat(user=other).lobby != lobby
    blocker = a_person()
    block_person(user=blocker, other=host)
    assert quick_seat(user=blocker).lobby != lobby
    assert quick_seat(user=stranger).lobby in Lobby.objects.filter(is_public=True)


def test_rematch_of_who_blocked_somebody_neither_invites_nor_waits_for_them() -> None:
    game, (host, other, third) = a_finished_game()
    block_person(user=host, other=other)
    lobby = rematch(game=game, user=host)
    assert refusal(partial(rematch, game=game, user=other)) is ServiceReason.NOT_ADMITTED
    assert places_of(other.pk) == []
    assert [place.code for place in places_of(third.pk)] == [lobby.code]
    assert lobby.waits_until is not None
    awaited = awaited_seats(lobby, lobby.created_at)
    assert [seat.user_id for seat in awaited] == [third.pk]


def test_nobody_blocks_themselves() -> None:
    person = a_person()
    act = partial(block_person, user=person, other=person)
    assert refusal(act) is ServiceReason.MALFORMED
    assert not Block.objects.exists()
