"""Tables of clubs: open one for members only, keep another one to them, and say who may sit down there.

The only writer of ClubLobby.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from games.clubs.models import Club, ClubLobby, ClubRole, Membership
from games.clubs.standing import lock_club, require_free, require_role
from games.clubs.values import TABLES_TOLD_EVERY, ClubError, ClubRefusal
from games.models import Lobby
from games.services.lobby import create_lobby
from games.values.lobby import LobbySettings, TableClub
from games.values.refusals import GameError, ServiceReason


@transaction.atomic
def open_club_table(*, club_id: int, user: User) -> Lobby:
    """Open a lobby in which only members sit down, named after the club and in no list but the club's.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER; GameError as create_lobby does.
    """
    require_free(user)
    lobby = create_lobby(
        user=user,
        settings=LobbySettings(name=Club.objects.get(pk=club_id).name, is_public=False),
    )
    club = lock_club(club_id)
    require_role(club, user, ClubRole.MEMBER)
    ClubLobby.objects.create(lobby=lobby, club=club)
    _tell(club, lobby, user)
    return lobby


def table_key(lobby_id: int) -> str:
    """Return the key of the notices about a table. A member of two clubs gets only one of them."""
    return f"club:table:{lobby_id}"


def was_told_lately(club: Club, now: datetime) -> bool:
    """Whether members have been told of a table of any of them a short while ago."""
    return club.table_told_at is not None and now - club.table_told_at < TABLES_TOLD_EVERY


def _tell(club: Club, lobby: Lobby, user: User) -> None:
    """Tell the members, unless they have been told of a table a short while ago."""
    now = timezone.now()
    if was_told_lately(club, now):
        return
    Club.objects.filter(pk=club.pk).update(table_told_at=now)
    notify(
        users=list(club.memberships.values_list("user_id", flat=True)),
        kind=NoticeKind.CLUB,
        sentence="club_table",
        facts={"club": club.name},
        path=f"/lobbies/{lobby.code}/",
        key=table_key(lobby.pk),
        by=user,
        expires_at=now + TABLES_TOLD_EVERY,
    )


def own_clubs(user: User) -> tuple[TableClub, ...]:
    """Return the open clubs of this person by name."""
    found = Club.objects.filter(closed_at=None, memberships__user=user).order_by("name", "pk")
    return tuple(TableClub(id=pk, name=name) for pk, name in found.values_list("pk", "name"))


def club_of(lobby: Lobby) -> TableClub | None:
    """Return the club whose members alone sit down in a lobby."""
    table = ClubLobby.objects.filter(lobby=lobby, club__closed_at=None).select_related("club")
    found = table.first()
    return None if found is None else TableClub(id=found.club_id, name=found.club.name)


def choose_club(lobby: Lobby, user: User, club_id: int) -> None:
    """Keep a locked lobby to members of a club of its host, or (0) let everybody sit down again.

    Whoever sits there keeps the seat. Raises GameError(NOT_A_MEMBER), and SUSPENDED for a person who may do nothing in a
    club now.
    """
    known = ClubLobby.objects.filter(lobby=lobby).first()
    if club_id == 0:
        if known is not None:
            known.delete()
        return
    if known is None or known.club_id != club_id:
        try:
            require_free(user)
            require_role(lock_club(club_id), user, ClubRole.MEMBER)
        except (ClubError, Club.DoesNotExist) as error:
            is_suspended = getattr(error, "refusal", None) is ClubRefusal.SUSPENDED
            reason = ServiceReason.SUSPENDED if is_suspended else ServiceReason.NOT_A_MEMBER
            raise GameError(reason) from error
        ClubLobby.objects.update_or_create(lobby=lobby, defaults={"club_id": club_id})


def refusal_at(lobby: Lobby, user: User) -> ServiceReason | None:
    """Return why a person may not sit down in a lobby: it is for members of a club, and they are none."""
    table = ClubLobby.objects.filter(lobby=lobby, club__closed_at=None).first()
    if table is None or Membership.objects.filter(club=table.club_id, user=user).exists():
        return None
    return ServiceReason.NOT_A_MEMBER


def keep_for_rematch(lobby: Lobby) -> None:
    """Let a new lobby for the people of a game be for the same club as the lobby of that game."""
    if lobby.rematch_of is None:
        return
    former = ClubLobby.objects.filter(lobby=lobby.rematch_of.lobby_id).first()
    if former is not None:
        ClubLobby.objects.create(lobby=lobby, club_id=former.club_id)


def take_back_news(lobby: Lobby) -> None:
    """Take back what members were told of a table that has started or closed."""
    withdraw(table_key(lobby.pk))
