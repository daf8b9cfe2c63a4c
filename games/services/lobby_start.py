"""How a lobby becomes a game: a ready check, then seats are shuffled and roles are dealt.

A person who does not answer the ready check loses the seat.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import SystemRandom

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Lobby, LobbySeat
from games.services.game import create_game
from games.services.lobby_seats import (
    lock_open_lobby,
    require_host,
    require_limit_in_ranked,
    require_ranked_people,
    require_room_for_slow_games,
    set_ready,
    stand_up,
    touch,
)
from games.services.setbacks import Setbacks
from games.values.refusals import GameError, ServiceReason
from games.values.timing import READY_CHECK_SECONDS

logger = logging.getLogger(__name__)

_broken: Setbacks[int] = Setbacks(logger, "The ready check of lobby %s could not be ended")


@transaction.atomic
def start_game(*, lobby_id: int, user: User) -> Game:
    """The host starts, everybody being ready.

    Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS, NOT_ALL_READY, RANKED_NEEDS_ACCOUNT,
    RANKED_NEEDS_LIMIT, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    seats = _seats_to_start(lobby)
    if any(seat.user_id != user.pk for seat in _absent(seats)):
        raise GameError(ServiceReason.NOT_ALL_READY)
    return _deal(lobby, seats)


@transaction.atomic
def check_ready(*, lobby_id: int, user: User, now: datetime | None = None) -> None:
    """The host asks who is there; whoever has said so already need not say it again.

    Whoever asks is there. Whoever becomes the host later has to say so like everybody else.
    Asking twice changes nothing. Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS,
    RANKED_NEEDS_ACCOUNT, RANKED_NEEDS_LIMIT, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    _seats_to_start(lobby)
    lobby.seats.filter(user=user).update(is_ready=True)
    if lobby.check_ends_at is None:
        lobby.check_ends_at = (now or timezone.now()) + timedelta(seconds=READY_CHECK_SECONDS)
        touch(lobby, "check_ends_at")


@transaction.atomic
def confirm_ready(*, lobby_id: int, user: User, is_ready: bool) -> Game | None:
    """Say that one is ready, or not yet; the last one in a ready check begins the game."""
    set_ready(lobby_id=lobby_id, user=user, is_ready=is_ready)
    lobby = lock_open_lobby(lobby_id)
    if lobby.check_ends_at is None:
        return None
    try:
        seats = _seats_to_start(lobby)
    except GameError:
        return None
    return None if _absent(seats) else _deal(lobby, seats)


def end_ready_checks(now: datetime) -> int:
    """People who have not answered by now lose the seat, and the others play; how many checks ended."""
    ended = 0
    due = Lobby.objects.open().filter(check_ends_at__lte=now)
    due = due.exclude(pk__in=_broken.waiting(now))
    for lobby_id in list(due.values_list("pk", flat=True)[:100]):
        # One broken lobby must not stop all others.
        with _broken.guarding(lobby_id, now), transaction.atomic():
            ended += _end_ready_check(lobby_id, now)
    return ended


def _end_ready_check(lobby_id: int, now: datetime) -> bool:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    # Looked at again under the lock: another clock may have been here.
    if lobby.status != Lobby.Status.OPEN or not lobby.check_ends_at or lobby.check_ends_at > now:
        return False
    for seat in _absent(lobby.seats.select_related("user")):
        # Another one may become the host by that; after the last one the lobby is closed.
        stand_up(lobby, seat)
    if lobby.status != Lobby.Status.OPEN:
        return True
    lobby.check_ends_at = None
    touch(lobby, "check_ends_at")
    # Too few are left, or one may not play a ranked game: the lobby goes on, and the host decides.
    with suppress(GameError):
        _deal(lobby, _seats_to_start(lobby))
    return True


def _absent(seats: Iterable[LobbySeat]) -> list[LobbySeat]:
    """People who have not said that they are there; bots always are."""
    return [seat for seat in seats if not seat.is_ready and seat.user_id is not None]


def _seats_to_start(lobby: Lobby) -> list[LobbySeat]:
    seats = list(lobby.seats.select_related("user"))
    if len(seats) < lobby.fewest_players:
        raise GameError(ServiceReason.NOT_ENOUGH_PLAYERS)
    # A rematch and a lobby from before may still be so; the host can give it one.
    require_limit_in_ranked(lobby)
    require_ranked_people(lobby, seats)
    require_room_for_slow_games(lobby, [seat.user for seat in seats if seat.user])
    return seats


def _deal(lobby: Lobby, seats: Sequence[LobbySeat]) -> Game:
    """Seats are shuffled, roles are dealt, the lobby is a link from now on."""
    players = [seat.user or seat.bot_name for seat in seats]
    SystemRandom().shuffle(players)
    lobby.status = Lobby.Status.STARTED
    lobby.check_ends_at = None
    touch(lobby, "status", "check_ends_at")
    return create_game(lobby=lobby, players=players)
