"""Clubs that a table may be kept to, that may be invited there, and that keep boards, as the wing of clubs answers."""

from collections.abc import Sequence
from typing import cast

from accounts.models import User
from games.models import Lobby
from games.signals import (
    asked_for_board_keepers,
    asked_for_invitable_clubs,
    asked_for_kept_boards,
    asked_for_own_clubs,
    asked_whose_table,
)
from games.values.boards import BoardKeeper, KeptBoard
from games.values.invitation import InvitableClub
from games.values.lobby import TableClub


def own_clubs(user: User) -> tuple[TableClub, ...]:
    """Return the clubs to whose members this person may keep a table."""
    answers = cast(
        "Sequence[tuple[object, tuple[TableClub, ...]]]",
        asked_for_own_clubs.send(Lobby, user=user),
    )
    return tuple(club for _receiver, clubs in answers for club in clubs)


def club_of_table(lobby: Lobby) -> TableClub | None:
    """Return the club whose members alone sit down in a lobby; None if everybody may."""
    answers = cast(
        "Sequence[tuple[object, TableClub | None]]", asked_whose_table.send(Lobby, lobby=lobby)
    )
    return next((club for _receiver, club in answers if club is not None), None)


def invitable_clubs(lobby: Lobby, user: User) -> tuple[InvitableClub, ...]:
    """Return the clubs that this person may invite to a lobby."""
    answers = cast(
        "Sequence[tuple[object, tuple[InvitableClub, ...]]]",
        asked_for_invitable_clubs.send(Lobby, lobby=lobby, user=user),
    )
    return tuple(club for _receiver, clubs in answers for club in clubs)


def board_keepers(user: User) -> tuple[BoardKeeper, ...]:
    """Return the clubs for which this person may keep a board."""
    answers = cast(
        "Sequence[tuple[object, tuple[BoardKeeper, ...]]]",
        asked_for_board_keepers.send(Lobby, user=user),
    )
    return tuple(club for _receiver, clubs in answers for club in clubs)


def kept_boards(user: User) -> tuple[KeptBoard, ...]:
    """Return the boards that the clubs of this person keep."""
    answers = cast(
        "Sequence[tuple[object, tuple[KeptBoard, ...]]]",
        asked_for_kept_boards.send(Lobby, user=user),
    )
    return tuple(board for _receiver, boards in answers for board in boards)
