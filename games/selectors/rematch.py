"""Reads of rematches: whom one waits for, and what a player of the finished game is told.

Whoever said no, or left the site, is not awaited: an open page of the finished game says every few seconds that it
is open, see services.lobby_rematch.note_open_page. Nor is anybody who has sat down elsewhere meanwhile.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from accounts.blocks import blocked_by
from games.models import Game, Lobby, LobbySeat, Seat
from games.values.rematch import (
    GONE_SECONDS,
    GRACE_SECONDS,
    WAIT_SECONDS,
    Rematch,
    RematchAnswer,
    RematchState,
)
from games.values.timing import SLOW


def awaited_seats(lobby: Lobby, now: datetime) -> Sequence[Seat]:
    """Return the seats of the finished game whose people this lobby still waits for."""
    until = lobby.waits_until
    if lobby.rematch_of_id is None or until is None or now >= until:
        return ()
    elsewhere = LobbySeat.objects.filter(
        user=OuterRef("user"), lobby__status=Lobby.Status.OPEN
    ).exclude(lobby=lobby)
    playing = Seat.objects.filter(
        user=OuterRef("user"), has_stand_in=False, game__status=Game.Status.RUNNING
    ).exclude(game__pace__in=SLOW)
    here = LobbySeat.objects.filter(user=OuterRef("user"), lobby=lobby)
    seats = (
        Seat.objects.filter(
            game_id=lobby.rematch_of_id,
            user__isnull=False,
            user__closed_at=None,
            declines_rematch=False,
        )
        .filter(~Exists(here), ~Exists(elsewhere), ~Exists(playing))
        .exclude(user__in=blocked_by(lobby.host_id))
        .select_related("user")
        .order_by("number")
    )
    if now - (until - timedelta(seconds=WAIT_SECONDS)) >= timedelta(seconds=GRACE_SECONDS):
        seats = seats.filter(seen_at__gt=now - timedelta(seconds=GONE_SECONDS))
    return tuple(seats)


def opens_at(lobby: Lobby, now: datetime) -> datetime | None:
    """Return when others may sit down at the rematch of a public game; None if they may now.

    Others come to a rematch by link only through somebody's invitation, so that they may come at once.
    """
    until = lobby.waits_until
    return until if lobby.is_public and until is not None and now < until else None


def read_rematch(game: Game, user_id: int, now: datetime) -> Rematch:
    """Return what this player of a finished game is told of its rematch."""
    seats = list(game.seats.select_related("user"))
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    lobby = Lobby.objects.filter(rematch_of=game).select_related("game").first()
    answer = RematchAnswer.NO if own and own.declines_rematch else RematchAnswer.NONE
    if lobby is None or lobby.status == Lobby.Status.CLOSED:
        return Rematch(game_code=game.code, answer=answer)
    if lobby.status == Lobby.Status.STARTED:
        return _started(game, lobby, user_id, answer)
    joined = list(lobby.seats.filter(user__isnull=False).select_related("user"))
    if any(seat.user_id == user_id for seat in joined):
        answer = RematchAnswer.YES
    awaited = awaited_seats(lobby, now)
    return Rematch(
        game_code=game.code,
        state=RematchState.OPEN,
        answer=answer,
        lobby_code=lobby.code,
        joined=tuple(str(seat) for seat in joined),
        declined=tuple(seat.shown_name for seat in seats if seat.declines_rematch),
        awaited=tuple(seat.shown_name for seat in awaited if seat.user_id != user_id),
        waits_until=lobby.waits_until if awaited else None,
    )


def _started(game: Game, lobby: Lobby, user_id: int, answer: RematchAnswer) -> Rematch:
    begun = getattr(lobby, "game", None)
    plays = begun is not None and begun.seats.filter(user_id=user_id).exists()
    may_watch = begun is not None and Game.objects.watchable_by(user_id).contains(begun)
    return Rematch(
        game_code=game.code,
        state=RematchState.STARTED,
        answer=RematchAnswer.YES if plays else answer,
        lobby_code=lobby.code,
        new_game_code=begun.code if begun is not None and (plays or may_watch) else "",
    )
