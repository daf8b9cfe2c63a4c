"""Invite a whole club to a lobby: which clubs one may invite, and each member who may come there is told, once.

No seats are kept for them, as there are more of them than seats. It takes about a dozen queries however large the club
is, beside those that write the notices.
"""

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.blocks import kept_apart
from accounts.models import SanctionKind, User
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from accounts.sanctions import kinds_in_force
from games.clubs.models import Club, ClubLobby, ClubRole, Membership
from games.clubs.standing import lock_club, require_free, require_role
from games.clubs.tables import table_key, was_told_lately
from games.clubs.values import ClubError, ClubRefusal
from games.models import Lobby
from games.services.lobby_seats import lock_open_lobby
from games.values.invitation import InvitableClub
from games.values.refusals import GameError, ServiceReason

_NO_PLAY = frozenset({SanctionKind.SUSPENSION, SanctionKind.BAN})
_NO_RANKED = frozenset({SanctionKind.NO_RANKED})


def invitable_clubs(lobby: Lobby, user: User) -> tuple[InvitableClub, ...]:
    """Return the clubs of this person in which there is somebody else, by name. One query."""
    now = timezone.now()
    found = Club.objects.filter(closed_at=None, memberships__user=user, size__gt=1)
    return tuple(
        InvitableClub(
            name=club.name,
            emblem=club.emblem,
            key=club.slug,
            others=club.size - 1,
            url=reverse("clubs:invite_to_table", args=[club.slug, lobby.code]),
            was_told=was_told_lately(club, now),
        )
        for club in found.order_by("name", "pk")
    )


@transaction.atomic
def invite_club(*, club_id: int, lobby_id: int, user: User) -> int:
    """Tell the members of one's club of the lobby where one sits; return how many were told.

    Left out are those who sit there, were removed, or may not play there; whoever was invited or told of this lobby before;
    and those whom a block keeps from the inviter or the host. Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, TOLD_LATELY;
    GameError: NOT_SEATED, LOBBY_FULL, LOBBY_STARTED, LOBBY_CLOSED.
    """
    require_free(user)
    lobby = lock_open_lobby(lobby_id)
    seated = list(lobby.seats.values_list("user_id", flat=True))
    if user.pk not in seated:
        raise GameError(ServiceReason.NOT_SEATED)
    if len(seated) >= lobby.most_players:
        raise GameError(ServiceReason.LOBBY_FULL)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.MEMBER)
    now = timezone.now()
    if was_told_lately(club, now):
        raise ClubError(ClubRefusal.TOLD_LATELY)
    Club.objects.filter(pk=club.pk).update(table_told_at=now)
    return notify(
        users=_who_may_come(club, lobby).difference(seated, kept_apart(lobby.host_id)),
        kind=NoticeKind.INVITATION,
        sentence="club_invited",
        facts={"name": user.display_name, "club": club.name, "table": lobby.name},
        path=reverse("games:lobby", args=[lobby.code]),
        key=table_key(lobby.pk),
        by=user,
    )


def _who_may_come(club: Club, lobby: Lobby) -> set[int]:
    """Return the members who may sit down in this lobby."""
    members = Membership.objects.filter(club=club, user__closed_at=None)
    only = ClubLobby.objects.filter(lobby=lobby, club__closed_at=None).first()
    if only is not None:
        members = members.filter(user__memberships__club=only.club_id)
    if lobby.is_ranked:
        members = members.filter(user__emailaddress__verified=True)
    found = set(members.values_list("user_id", flat=True))
    barring = _NO_PLAY | _NO_RANKED if lobby.is_ranked else _NO_PLAY
    barred = {pk for pk, kinds in kinds_in_force(found).items() if kinds & barring}
    invited = lobby.invitations.filter(is_told=True).values_list("user_id", flat=True)
    removed = lobby.removals.values_list("user_id", flat=True)
    return found.difference(barred, invited, removed)
