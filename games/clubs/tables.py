"""Tables of clubs: open one for members only, and say who may sit down there. The only writer of ClubLobby."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.clubs.models import Club, ClubLobby, ClubRole, Membership
from games.clubs.standing import lock_club, require_free, require_role
from games.clubs.values import TABLES_TOLD_EVERY
from games.models import Lobby
from games.services.lobby import create_lobby
from games.values.lobby import LobbySettings
from games.values.refusals import ServiceReason


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


def _tell(club: Club, lobby: Lobby, user: User) -> None:
    """Tell the members, unless they have been told of a table a short while ago."""
    now = timezone.now()
    if club.table_told_at is not None and now - club.table_told_at < TABLES_TOLD_EVERY:
        return
    Club.objects.filter(pk=club.pk).update(table_told_at=now)
    notify(
        users=list(club.memberships.values_list("user_id", flat=True)),
        kind=NoticeKind.CLUB,
        sentence="club_table",
        facts={"club": club.name},
        path=f"/lobbies/{lobby.code}/",
        key=f"club:table:{lobby.pk}",
        by=user,
        expires_at=now + TABLES_TOLD_EVERY,
    )


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
