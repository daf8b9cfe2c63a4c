"""Invitations to a lobby: invite a person, or say no. They end with the lobby (services.lobby_news).

An invited person gets a notice and, while there are free seats, one of them for a minute. Where one has blocked the
other nobody is told, and the inviter sees the same as otherwise. The clock writes the notice, so that the time tells of
no block; see accounts/late_notices.py.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from accounts.blocks import is_blocked, kept_apart
from accounts.late_notices import tell_late
from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.models import Invitation, Lobby, LobbySeat
from games.selectors.invitations import awaited_people, may_be_invited
from games.services.lobby_news import INVITATION_KEY, invitation_key
from games.services.lobby_seats import lock_open_lobby, touch
from games.services.notice_sentences import INVITED
from games.values.invitation import (
    AGAIN_SECONDS,
    KEPT_SECONDS,
    MOST_INVITATIONS,
    TELLS_FOR_SECONDS,
)
from games.values.refusals import GameError, ServiceReason


@transaction.atomic
def invite(*, lobby_id: int, user: User, other: User) -> None:
    """Invite a friend, or somebody of the last game, to the lobby where one sits.

    Raises GameError: NOT_SEATED, SIGN_IN_FIRST for a guest, MALFORMED for anybody else, TOO_MANY_INVITATIONS,
    LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    if not lobby.seats.filter(user=user).exists():
        raise GameError(ServiceReason.NOT_SEATED)
    if user.is_guest:
        raise GameError(ServiceReason.SIGN_IN_FIRST)
    if not _can_be_invited(other) or not may_be_invited(user.pk, other.pk):
        raise GameError(ServiceReason.MALFORMED)
    invite_all(lobby, user, [other])


def invite_all(lobby: Lobby, user: User, people: Iterable[User]) -> None:
    """Invite these people to a locked lobby; who sits there, or was invited just now, is left out.

    Raises GameError(TOO_MANY_INVITATIONS) once this person has invited as many as one may.
    """
    now = timezone.now()
    here = set(lobby.seats.values_list("user_id", flat=True))
    known = {row.user_id: row for row in lobby.invitations.all()}
    apart = kept_apart(user.pk)
    for other in people:
        before = known.get(other.pk)
        if not _can_be_invited(other) or other.pk in here or _is_fresh(before, now):
            continue
        if (
            before is None
            and sum(row.by_id == user.pk for row in known.values()) >= MOST_INVITATIONS
        ):
            raise GameError(ServiceReason.TOO_MANY_INVITATIONS)
        row = before or Invitation(lobby=lobby, user=other)
        row.by, row.created_at, row.declined_at = user, now, None
        row.kept_until = _keep_until(lobby, now)
        # Both are asked of the database in any case, so that the time tells nobody of a block.
        is_unwelcome = is_blocked(other.pk, by=lobby.host_id)
        row.is_told = other.pk not in apart and not is_unwelcome
        row.save()
        known[other.pk] = row
    touch(lobby)


def tell_of_invitations(now: datetime) -> int:
    """Tell people to which lobby they are invited, each once for a lobby; called by the clock; return how many were told.

    After TELLS_FOR_SECONDS an invitation is only seen on the page of the lobby.
    """
    here = LobbySeat.objects.filter(lobby=OuterRef("lobby"), user=OuterRef("user"))
    return tell_late(
        Invitation.objects.filter(~Exists(here), is_told=True, declined_at=None),
        now,
        _tell,
        person="user",
        since="created_at",
        key=INVITATION_KEY,
        number="lobby_id",
        tells_for=timedelta(seconds=TELLS_FOR_SECONDS),
    )


@transaction.atomic
def _tell(number: int) -> int:
    # The lobby may start or close, or the person say no, at this moment.
    rows = Invitation.objects.select_for_update(of=("self",)).select_related("lobby", "by")
    invitation = rows.filter(pk=number, is_told=True, declined_at=None).first()
    if invitation is None:
        return 0
    return notify(
        users=[invitation.user_id],
        kind=NoticeKind.INVITATION,
        sentence=INVITED,
        facts={"name": invitation.by.display_name, "table": invitation.lobby.name},
        path=reverse("games:lobby", args=[invitation.lobby.code]),
        key=invitation_key(invitation.lobby_id),
        by=invitation.by,
    )


@transaction.atomic
def decline(*, lobby_id: int, user: User) -> None:
    """Say no to an invitation: the seat is free again. A later yes is still welcome."""
    lobby = lock_open_lobby(lobby_id)
    rows = Invitation.objects.filter(lobby=lobby, user=user, declined_at=None)
    if rows.update(declined_at=timezone.now()):
        touch(lobby)


def _can_be_invited(other: User) -> bool:
    # Guests have no list of notices that follows them; they come by the link.
    return not other.is_guest and other.closed_at is None


def _is_fresh(invitation: Invitation | None, now: datetime) -> bool:
    if invitation is None:
        return False
    return now - invitation.created_at < timedelta(seconds=AGAIN_SECONDS)


def _keep_until(lobby: Lobby, now: datetime) -> datetime | None:
    """Return until when a seat is kept for one more person; None if there is none to keep."""
    free = lobby.most_players - lobby.seats.count() - len(awaited_people(lobby, now))
    return now + timedelta(seconds=KEPT_SECONDS) if free > 0 else None
