"""Invitations to a lobby: who may be invited, the seat that is kept, what is taken back, and what is not told."""

import re
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.blocks import block
from accounts.models import User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import sentence_of
from accounts.services import close_account
from games.models import Game, Invitation, Lobby
from games.selectors.invitations import invitable, is_invited, people_with_a_kept_seat
from games.selectors.lobby import load_lobby, places_of
from games.services import invitations, lobby_start
from games.services import lobby_seats as seats
from games.services.play_again import play_again
from games.values.invitation import AGAIN_SECONDS, KEPT_SECONDS, TELLS_FOR_SECONDS
from games.values.lobby import PlaceKind
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person, play_at_random
from tests.games.friends import befriend, friends_here, members
from tests.games.lobbies import a_table, join, ready
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def invite(lobby: Lobby, user: User, other: User) -> None:
    invitations.invite(lobby_id=lobby.pk, user=user, other=other)


def refused(lobby: Lobby, user: User, other: User) -> Any:
    return refusal(partial(invite, lobby, user, other))


def kept_for(lobby: Lobby) -> list[int]:
    return people_with_a_kept_seat(lobby, timezone.now())


def pass_time(seconds: float) -> None:
    """Let so much time pass for all invitations."""
    for row in Invitation.objects.all():
        row.created_at -= timedelta(seconds=seconds)
        if row.kept_until is not None:
            row.kept_until -= timedelta(seconds=seconds)
        row.save()


def invited(user: User) -> list[str]:
    """Return what this person is told of invitations, once the clock has told."""
    invitations.tell_of_invitations(timezone.now())
    notices = Notice.objects.filter(user=user, kind=NoticeKind.INVITATION)
    return [sentence_of(each) for each in notices]


def test_friend_is_told_and_a_seat_is_kept_for_a_minute() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana, most_players=5)
    strangers = [join(lobby) for _ in range(3)]
    invite(lobby, ana, bo)
    assert invited(bo) == [f"{ana} invites you to the table “Friday”."]
    assert Notice.objects.get(kind=NoticeKind.INVITATION).path == f"/lobbies/{lobby.code}/"
    assert kept_for(lobby) == [bo.pk]
    shown = load_lobby(lobby.pk).kept
    assert [seat.name for seat in shown] == [str(bo)]
    assert shown[0].kept_until is not None
    assert timedelta(0) < shown[0].kept_until - timezone.now() <= timedelta(seconds=KEPT_SECONDS)
    assert refusal(partial(join, lobby)) is ServiceReason.SEATS_KEPT
    bots = partial(seats.add_bots, lobby_id=lobby.pk, user=ana)
    assert refusal(bots) is ServiceReason.SEATS_KEPT
    size = partial(seats.set_size, lobby_id=lobby.pk, user=ana, size=5)
    assert refusal(size) is ServiceReason.SEATS_KEPT
    join(lobby, bo)
    assert kept_for(lobby) == []
    assert lobby.seats.count() == 2 + len(strangers)


def test_after_a_minute_the_seat_is_anybodys() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana, most_players=5)
    for _ in range(3):
        join(lobby)
    invite(lobby, ana, bo)
    pass_time(KEPT_SECONDS)
    join(lobby)
    assert refusal(partial(join, lobby, bo)) is ServiceReason.LOBBY_FULL


def test_no_more_seats_are_kept_than_are_free() -> None:
    ana, *others = friends_here(5)
    lobby = a_table(ana, most_players=5)
    join(lobby)
    join(lobby)
    for other in others:
        invite(lobby, ana, other)
    assert kept_for(lobby) == [each.pk for each in others[:2]]
    assert all(invited(each) for each in others)


def test_seat_is_kept_for_one_person_once_in_five_minutes() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana)
    invite(lobby, ana, bo)
    pass_time(AGAIN_SECONDS - 5)
    invite(lobby, ana, bo)
    assert kept_for(lobby) == []
    pass_time(10)
    invite(lobby, ana, bo)
    assert kept_for(lobby) == [bo.pk]
    assert len(invited(bo)) == 1, "told once of one lobby"


def test_who_says_no_frees_the_seat_and_may_come_later() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana)
    invite(lobby, ana, bo)
    assert [place.kind for place in places_of(bo.pk)] == [PlaceKind.INVITED_BY]
    invitations.decline(lobby_id=lobby.pk, user=bo)
    assert kept_for(lobby) == []
    assert places_of(bo.pk) == []
    (told,) = invitable(lobby.pk, ana.pk, [ana.pk])
    assert told.has_declined
    join(lobby, bo)


def test_only_friends_and_people_of_the_last_game_are_invited_and_only_by_who_sits_there() -> None:
    ana, bo = friends_here()
    stranger, guest = a_person(is_guest=False), a_person()
    lobby = a_table(ana)
    assert refused(lobby, ana, stranger) is ServiceReason.MALFORMED
    assert refused(lobby, ana, guest) is ServiceReason.MALFORMED
    assert refused(lobby, bo, ana) is ServiceReason.NOT_SEATED
    join(lobby, guest)
    assert refused(lobby, guest, bo) is ServiceReason.SIGN_IN_FIRST
    assert not Invitation.objects.exists()


def test_one_person_invites_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 2)
    ana, *others = friends_here(4)
    lobby = a_table(ana)
    for other in others[:2]:
        invite(lobby, ana, other)
    assert refused(lobby, ana, others[2]) is ServiceReason.TOO_MANY_INVITATIONS


def test_invited_person_needs_no_password_and_a_stranger_does() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana, password="sesame")
    assert refusal(partial(join, lobby, bo)) is ServiceReason.WRONG_PASSWORD
    invite(lobby, ana, bo)
    join(lobby, bo)
    assert refusal(partial(join, lobby)) is ServiceReason.WRONG_PASSWORD


def of_a_last_game(*people: User) -> None:
    """Let these people, and others, have finished a game."""
    game, users = a_game(5)
    for old, new in zip(users, people, strict=False):
        game.seats.filter(user=old).update(user=new)
    play_at_random(game, Random(3))


@pytest.mark.parametrize("blocker", ["inviter", "invited", "host"])
def test_a_block_keeps_an_invitation_back_and_the_inviter_sees_nothing_of_it(
    blocker: str,
) -> None:
    host, ana, bo, cy = members(4)
    of_a_last_game(ana, bo, cy)
    lobby = a_table(host, password="sesame")
    join(lobby, ana, "sesame")
    one, other = {"inviter": (ana, bo), "invited": (bo, ana), "host": (host, bo)}[blocker]
    assert block(user=one, other=other)
    invite(lobby, ana, bo)
    invite(lobby, ana, cy)
    assert kept_for(lobby) == [bo.pk, cy.pk]
    assert [each.is_invited for each in invitable(lobby.pk, ana.pk, [ana.pk])] == [True, True]
    assert invited(bo) == []
    assert invited(cy) != []
    assert places_of(bo.pk) == []
    assert not is_invited(lobby, bo.pk)
    assert refusal(partial(join, lobby, bo)) in {
        ServiceReason.WRONG_PASSWORD,
        ServiceReason.NOT_ADMITTED,
    }


@pytest.mark.parametrize("blocker", ["inviter", "invited", "host"])
def test_a_block_changes_nothing_about_the_work_of_an_invitation(blocker: str) -> None:
    host, ana, bo, cy = members(4)
    of_a_last_game(ana, bo, cy)
    lobby = a_table(host)
    join(lobby, ana)
    one, other = {"inviter": (ana, bo), "invited": (bo, ana), "host": (host, bo)}[blocker]
    assert block(user=one, other=other)
    asked = []
    for person in (bo, cy):
        with CaptureQueriesContext(connection) as queries:
            invite(lobby, ana, person)
        asked.append([re.sub(r"\d+", "0", each["sql"].split("VALUES")[0]) for each in queries])
    assert [len(each) for each in asked] == [len(asked[0])] * 2
    assert [each[:40] for each in asked[0]] == [each[:40] for each in asked[1]]


def test_clock_tells_of_an_invitation_once_and_not_of_an_old_one() -> None:
    ana, bo, cy = friends_here(3)
    lobby = a_table(ana)
    invite(lobby, ana, bo)
    invite(lobby, ana, cy)
    join(lobby, cy)
    now = timezone.now()
    assert invitations.tell_of_invitations(now + timedelta(seconds=TELLS_FOR_SECONDS)) == 0
    assert invitations.tell_of_invitations(now) == 1, "who sits there knows"
    assert invitations.tell_of_invitations(now) == 0


def test_start_and_close_take_all_back() -> None:
    ana, bo, cy = friends_here(3)
    lobby = a_table(ana)
    invite(lobby, ana, bo)
    ready(lobby, [join(lobby) for _ in range(4)])
    lobby_start.start_lobby_game(lobby_id=lobby.pk, user=ana)
    assert not Invitation.objects.exists()
    assert invited(bo) == []
    assert places_of(bo.pk) == []
    other = a_table(cy)
    befriend(cy, bo)
    invite(other, cy, bo)
    assert len(invited(bo)) == 1
    seats.leave_lobby(lobby_id=other.pk, user=cy)
    assert not Invitation.objects.exists()
    assert invited(bo) == []


def test_host_may_start_without_the_invited() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana)
    ready(lobby, [join(lobby) for _ in range(4)])
    invite(lobby, ana, bo)
    assert lobby_start.start_lobby_game(lobby_id=lobby.pk, user=ana)


def test_closed_account_holds_no_seat() -> None:
    ana, bo = friends_here()
    lobby = a_table(ana)
    invite(lobby, ana, bo)
    close_account(user=bo)
    assert kept_for(lobby) == []
    assert not Invitation.objects.exists()


def test_friends_who_are_online_are_offered_first() -> None:
    ana, bo = friends_here()
    away, met, guest = a_person("Aaron", is_guest=False), a_person(is_guest=False), a_person()
    befriend(ana, away)
    of_a_last_game(ana, met, guest, bo)
    lobby = a_table(ana)
    offered = invitable(lobby.pk, ana.pk, [ana.pk])
    assert [each.user_id for each in offered] == [bo.pk, away.pk, met.pk]
    assert [each.is_online for each in offered] == [True, False, False]


def finished(people: list[User], **fields: Any) -> Game:
    game, users = a_game(len(people), **fields)
    for old, new in zip(users, people, strict=True):
        game.seats.filter(user=old).update(user=new)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    return game


def test_play_again_opens_a_table_with_the_same_settings_and_invites_all() -> None:
    people = members(4)
    guest = a_person()
    game = finished([*people, guest], pace="quick", most_players=5, is_public=True)
    lobby = play_again(game=game, user=people[1])
    assert (lobby.pace, lobby.most_players, lobby.name) == ("quick", 5, game.name)
    assert lobby.host == people[1]
    assert lobby.rematch_of_id is None
    others = [people[0], people[2], people[3]]
    assert kept_for(lobby) == [each.pk for each in others]
    assert all(invited(each) for each in others)
    assert invited(guest) == []


def test_play_again_is_for_people_of_a_finished_game() -> None:
    people = members(5)
    game = finished(people)
    again = partial(play_again, game=game)
    assert refusal(partial(again, user=a_person(is_guest=False))) is ServiceReason.NOT_SEATED
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    game.refresh_from_db()
    assert refusal(partial(again, user=people[0])) is ServiceReason.GAME_RUNNING
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    again(user=people[0])
    assert refusal(partial(again, user=people[0])) is ServiceReason.SEATED_ELSEWHERE
    assert Lobby.objects.open().count() == 1
