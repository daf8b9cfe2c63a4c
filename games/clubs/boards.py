"""Boards that clubs keep: officers keep and remove them, members choose them for their tables.

The only writer of ClubBoard.
"""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from games.clubs.models import Club, ClubBoard, ClubRole
from games.clubs.standing import lock_club, require_free_to_write, require_role
from games.clubs.values import BOARDS_A_CLUB, ClubError, ClubRefusal
from games.engine.board import kind_of, players_of
from games.engine.errors import IllegalSetup
from games.engine.vocabulary import BoardKind
from games.forms.boards import clean_board_name, known_code
from games.presenters.boards import board_address
from games.values.boards import BoardKeeper, KeptBoard


@transaction.atomic
def keep_board(*, club_id: int, user: User, code: str, name: str) -> ClubBoard:
    """Keep a custom board for a club, as one of its officers.

    Raises ClubError: SUSPENDED, MUTED, NOT_A_MEMBER, NOT_ALLOWED, CLOSED, NO_SUCH_BOARD, BOARD_NAME_MISSING,
    BOARD_NAME_TAKEN, TOO_MANY_BOARDS.
    """
    require_free_to_write(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    try:
        known = known_code(code)
    except IllegalSetup as error:
        raise ClubError(ClubRefusal.NO_SUCH_BOARD) from error
    if kind_of(known) is not BoardKind.CUSTOM:
        raise ClubError(ClubRefusal.NO_SUCH_BOARD)
    try:
        called = clean_board_name(name)
    except ValidationError as error:
        raise ClubError(ClubRefusal.BOARD_NAME_MISSING) from error
    if not called:
        raise ClubError(ClubRefusal.BOARD_NAME_MISSING)
    if club.boards.filter(name=called).exists():
        raise ClubError(ClubRefusal.BOARD_NAME_TAKEN)
    if club.boards.count() >= BOARDS_A_CLUB:
        raise ClubError(ClubRefusal.TOO_MANY_BOARDS)
    return ClubBoard.objects.create(club=club, name=called, code=known)


@transaction.atomic
def remove_board(*, club_id: int, user: User, board_id: int) -> None:
    """Remove a board of a club, as one of its officers; one that is gone already is no fault.

    Tables that were opened with it keep it. Raises ClubError: SUSPENDED, MUTED, NOT_A_MEMBER, NOT_ALLOWED, CLOSED.
    """
    require_free_to_write(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    club.boards.filter(pk=board_id).delete()


def keepers(user: User) -> tuple[BoardKeeper, ...]:
    """Return the open clubs for which this person may keep a board, by name. One query."""
    found = Club.objects.filter(
        closed_at=None, memberships__user=user, memberships__role__lte=ClubRole.OFFICER
    ).order_by("name", "pk")
    return tuple(
        BoardKeeper(name=name, key=slug, url=reverse("clubs:keep_board", args=[slug]))
        for name, slug in found.values_list("name", "slug")
    )


def boards_of(user: User) -> tuple[KeptBoard, ...]:
    """Return the boards that the clubs of this person keep. One query."""
    found = ClubBoard.objects.filter(club__closed_at=None, club__memberships__user=user).order_by(
        "club__name", "club", "name", "pk"
    )
    return tuple(
        KeptBoard(id=pk, club=club, name=name, code=code)
        for pk, club, name, code in found.values_list("pk", "club__name", "name", "code")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBoardView:
    """A board of a club on its pages."""

    id: int
    name: str
    players: int
    address: str


def present_boards(club: Club) -> list[ClubBoardView]:
    """Return the boards that a club keeps, by name. One query."""
    return [
        ClubBoardView(
            id=each.pk,
            name=each.name,
            players=players_of(each.code) or 0,
            address=board_address(each.code, each.name),
        )
        for each in club.boards.all()
    ]
