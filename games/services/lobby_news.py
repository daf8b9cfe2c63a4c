"""What people elsewhere are told of those in a lobby, and what is taken back when it starts or closes.

Friends who are online get a hint without content, so traffic grows with them alone; all friends get a notice of a free
seat. services.invitations invites.
"""

from collections.abc import Collection
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import Count, F
from django.urls import reverse
from django.utils import timezone

from accounts.blocks import kept_apart
from accounts.friends import friend_ids
from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from accounts.presence import is_shown, online_friends_of
from games.models import Lobby
from games.services.notice_sentences import FRIEND_AT_TABLE
from games.transport.broadcast import announce_friends

TOLD_FOR = timedelta(minutes=30)
"""So long a friend's free seat is news; nobody is told twice of friends in one lobby."""
INVITATION_KEY = "invitation:lobby:"
"""How the keys of notices of invitations begin; the lobby's number follows."""


def tell_friends_of(user_ids: Collection[int]) -> None:
    """Let the pages of online friends look again: these people have come, gone, or are elsewhere now."""
    online = online_friends_of(user_ids).values_list("friend_id", flat=True)
    for friend in sorted(set(online)):
        announce_friends(friend)


def tell_of_seat(lobby: Lobby, user: User) -> None:
    """Tell friends, after the commit, that this person has sat down where a seat is free for everybody."""
    transaction.on_commit(partial(_tell_of_seat, lobby.pk, user))


def _tell_of_seat(lobby_id: int, user: User) -> None:
    tell_friends_of([user.pk])
    if user.is_guest or not is_shown(user.pk):
        return
    # Those of the list only: an unlisted table is told to those whom somebody invites.
    open_to_all = Lobby.objects.listed().filter(pk=lobby_id, password="")
    counted = open_to_all.annotate(seated=Count("seats")).filter(seated__lt=F("most_players"))
    lobby = counted.first()
    friends = friend_ids(user.pk)
    if lobby is None or not friends:
        return
    here = lobby.seats.filter(user__isnull=False).values_list("user_id", flat=True)
    removed = lobby.removals.values_list("user_id", flat=True)
    told = friends.difference(here, removed, kept_apart(lobby.host_id))
    notify(
        users=told,
        kind=NoticeKind.FRIEND_AT_TABLE,
        sentence=FRIEND_AT_TABLE,
        facts={"name": user.display_name, "table": lobby.name},
        path=reverse("games:lobby", args=[lobby.code]),
        key=_friend_key(lobby_id),
        by=user,
        expires_at=timezone.now() + TOLD_FOR,
    )


def take_back_news(lobby: Lobby) -> None:
    """Forget the invitations of a lobby that starts or closes, and take back what was told of it.

    Call it while people still sit there: their online friends look where they are now.
    """
    lobby.invitations.all().delete()
    withdraw(invitation_key(lobby.pk))
    withdraw(_friend_key(lobby.pk))
    seats = lobby.seats.filter(user__isnull=False)
    tell_friends_of([pk for pk in seats.values_list("user_id", flat=True) if pk is not None])


def invitation_key(lobby_id: int) -> str:
    """Return the key of the notices of all who are invited to this lobby."""
    return f"{INVITATION_KEY}{lobby_id}"


def _friend_key(lobby_id: int) -> str:
    return f"friend-at-table:{lobby_id}"
