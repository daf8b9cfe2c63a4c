"""The only writer of lobbies: create, change, start, close, quick seat, rematch.

Doors: create_lobby, change_settings, start_game, check_ready,
confirm_ready, end_ready_checks, quick_seat, rematch, close_lobby, close_stale.
Places in a lobby are written by services.lobby_seats; its locks and refusals are used here too.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import SystemRandom

from django.conf import settings as site
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.live.broadcast import announce_lobby_list
from games.lobby_values import LobbySettings
from games.models import Game, Lobby, LobbySeat, Seat
from games.services.bot_names import pick_bot_name
from games.services.errors import GameError, ServiceReason
from games.services.game import create_game
from games.services.lobby_seats import (
    close,
    is_seated_elsewhere,
    join_lobby,
    lock_open_lobby,
    lock_person,
    may_play_ranked,
    names_of,
    require_host,
    set_ready,
    sit_down,
    touch,
)
from games.timing import READY_CHECK_SECONDS, SLOW, Pace

logger = logging.getLogger(__name__)

# How many tables quick seat tries before it opens a new one: others are looking for a seat too.
QUICK_SEAT_TRIES = 8


def create_lobby(*, user: User, settings: LobbySettings) -> Lobby:
    """Open a lobby; whoever opens it is its host and takes the first seat.

    Raises GameError: SEATED_ELSEWHERE, RANKED_NEEDS_ACCOUNT, NO_LIMIT_IS_PRIVATE.
    """
    lobby = Lobby(host=user)
    _apply(lobby, settings, _hash(settings.password))
    with transaction.atomic():
        lock_person(user)
        _refuse_to_host(lobby, user)
        lobby.save()
        sit_down(lobby, user)
    return lobby


def change_settings(*, lobby_id: int, user: User, settings: LobbySettings) -> None:
    """The host changes the settings; people say anew whether they are ready.

    A ready check that runs is over. Raises GameError: NOT_HOST, TOO_MANY_SEATED,
    RANKED_NEEDS_ACCOUNT, NO_LIMIT_IS_PRIVATE, LOBBY_STARTED, LOBBY_CLOSED.
    """
    hashed = _hash(settings.password)
    with transaction.atomic():
        lobby = lock_open_lobby(lobby_id)
        require_host(lobby, user)
        was_public = lobby.is_public
        _apply(lobby, settings, hashed)
        if not lobby.bots_allowed:
            lobby.seats.filter(user=None).delete()
        seats = list(lobby.seats.select_related("user"))
        if len(seats) > lobby.most_players:
            raise GameError(ServiceReason.TOO_MANY_SEATED)
        if lobby.is_ranked and not all(_may_be_ranked(seat) for seat in seats):
            raise GameError(ServiceReason.RANKED_NEEDS_ACCOUNT)
        lobby.seats.filter(user__isnull=False).update(is_ready=False)
        lobby.check_ends_at = None
        lobby.save()
        touch(lobby)
        if was_public and not lobby.is_public:
            # touch() speaks of lobbies that are in the list, not of those that have left it.
            announce_lobby_list()


def _hash(password: str | None) -> str | None:
    return make_password(password) if password else password


def _apply(lobby: Lobby, settings: LobbySettings, hashed: str | None) -> None:
    if settings.is_public and settings.pace is Pace.NONE:
        # Strangers would wait for each other for ever.
        raise GameError(ServiceReason.NO_LIMIT_IS_PRIVATE)
    if hashed is not None:
        lobby.password = hashed
    lobby.name = settings.name
    lobby.is_public = settings.is_public
    lobby.fewest_players = settings.fewest_players
    lobby.most_players = settings.most_players
    lobby.edition = settings.edition.value
    lobby.pace = settings.pace.value
    lobby.time_up = settings.time_up.value
    lobby.talk = settings.talk.value
    # Ranked games have no bots (rating.md): the two choices cannot contradict each other.
    lobby.bots_allowed = settings.bots_allowed and not settings.is_ranked
    lobby.is_ranked = settings.is_ranked


def _refuse_to_host(lobby: Lobby, user: User) -> None:
    if is_seated_elsewhere(user):
        raise GameError(ServiceReason.SEATED_ELSEWHERE)
    if lobby.is_ranked and not may_play_ranked(user):
        raise GameError(ServiceReason.RANKED_NEEDS_ACCOUNT)


def _may_be_ranked(seat: LobbySeat) -> bool:
    return seat.user is not None and may_play_ranked(seat.user)


@transaction.atomic
def start_game(*, lobby_id: int, user: User) -> Game:
    """The host starts, everybody being ready.

    Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS, NOT_ALL_READY, RANKED_NEEDS_ACCOUNT,
    LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    seats = _seats_to_start(lobby)
    if _absent(lobby, seats):
        raise GameError(ServiceReason.NOT_ALL_READY)
    return _deal(lobby, seats)


@transaction.atomic
def check_ready(*, lobby_id: int, user: User, now: datetime | None = None) -> None:
    """The host asks who is there; whoever has said so already need not say it again.

    Asking twice changes nothing. Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS,
    RANKED_NEEDS_ACCOUNT, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    _seats_to_start(lobby)
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
    return None if _absent(lobby, seats) else _deal(lobby, seats)


def end_ready_checks(now: datetime) -> int:
    """Whoever has not said so by now loses the seat, and the others play; how many checks ended."""
    ended = 0
    due = Lobby.objects.open().filter(check_ends_at__lte=now)
    for lobby_id in list(due.values_list("pk", flat=True)[:100]):
        try:
            with transaction.atomic():
                ended += _end_ready_check(lobby_id, now)
        except Exception:
            # One broken lobby must not stop all others.
            logger.exception("The ready check of lobby %s could not be ended", lobby_id)
    return ended


def _end_ready_check(lobby_id: int, now: datetime) -> bool:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    # Looked at again under the lock: another clock may have been here.
    if lobby.status != Lobby.Status.OPEN or not lobby.check_ends_at or lobby.check_ends_at > now:
        return False
    for seat in _absent(lobby, lobby.seats.select_related("user")):
        seat.delete()
    lobby.check_ends_at = None
    touch(lobby, "check_ends_at")
    # Too few are left, or one may not play a ranked game: the lobby goes on, and the host decides.
    with suppress(GameError):
        _deal(lobby, _seats_to_start(lobby))
    return True


def _absent(lobby: Lobby, seats: Iterable[LobbySeat]) -> list[LobbySeat]:
    """Bots are always ready, and the host, who starts, is ready."""
    return [
        seat for seat in seats if not seat.is_ready and seat.user_id not in (None, lobby.host_id)
    ]


def _seats_to_start(lobby: Lobby) -> list[LobbySeat]:
    seats = list(lobby.seats.select_related("user"))
    if len(seats) < lobby.fewest_players:
        raise GameError(ServiceReason.NOT_ENOUGH_PLAYERS)
    if lobby.is_ranked and not all(_may_be_ranked(seat) for seat in seats):
        raise GameError(ServiceReason.RANKED_NEEDS_ACCOUNT)
    return seats


def _deal(lobby: Lobby, seats: Sequence[LobbySeat]) -> Game:
    """Seats are shuffled, roles are dealt, the lobby is a link from now on."""
    players = [seat.user or seat.bot_name for seat in seats]
    SystemRandom().shuffle(players)
    lobby.status = Lobby.Status.STARTED
    lobby.check_ends_at = None
    touch(lobby, "status", "check_ends_at")
    return create_game(lobby=lobby, players=players)


def quick_seat(*, user: User) -> Lobby:
    """A seat at the fullest casual table that anybody may join, or at a new one.

    Whoever sits in an open lobby is brought back there. Raises GameError(SEATED_ELSEWHERE) for
    somebody who is playing.
    """
    present = Lobby.objects.open().filter(seats__user=user).first()
    if present is not None:
        return present
    for lobby in _joinable(user):
        try:
            join_lobby(lobby_id=lobby.pk, user=user)
        except GameError as refused:
            # Somebody was quicker, or the table has gone: the next one.
            if refused.reason is ServiceReason.SEATED_ELSEWHERE:
                raise
            continue
        return lobby
    name = usual_table_name(user.display_name)
    return create_lobby(user=user, settings=LobbySettings(name=name))


def usual_table_name(name: str) -> str:
    """What somebody's table is called until they call it otherwise, in the active language."""
    return _("Table of %(name)s") % {"name": name}


def _joinable(user: User) -> list[Lobby]:
    lobbies = Lobby.objects.listed().filter(password="", is_ranked=False)
    counted = lobbies.annotate(
        seated=Count("seats", distinct=True), people=Count("seats__user", distinct=True)
    )
    free = counted.filter(seated__lt=F("most_players")).exclude(removals__user=user)
    # Whoever wants to play now does not mean a game of weeks.
    free = free.exclude(pace__in=SLOW)
    return list(free.order_by("-people", "-seated", "created_at")[:QUICK_SEAT_TRIES])


def rematch(*, game: Game, user: User) -> Lobby:
    """One lobby for the rematch of a finished game: the first who asks opens it, the others join.

    Same settings, same bots; everybody of the game is invited without a password.
    Raises GameError: NOT_SEATED, GAME_RUNNING, SEATED_ELSEWHERE, REMOVED_FROM_LOBBY, LOBBY_FULL,
    LOBBY_STARTED.
    """
    if not Seat.objects.filter(game=game, user=user).exists():
        raise GameError(ServiceReason.NOT_SEATED)
    if game.status == Game.Status.RUNNING:
        raise GameError(ServiceReason.GAME_RUNNING)
    with transaction.atomic():
        lock_person(user)
        # Locked, so that two people at once find each other instead of opening two lobbies.
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        present = Lobby.objects.select_for_update(no_key=True).filter(rematch_of=game)
        lobby = present.first() or _copy_of(game, user)
        if lobby.status == Lobby.Status.CLOSED:
            lobby.status = Lobby.Status.OPEN
            lobby.host = user
            touch(lobby, "status", "host")
        is_new = not lobby.seats.exists()
        if lobby.status == Lobby.Status.STARTED:
            raise GameError(ServiceReason.LOBBY_STARTED)
        if lobby.removals.filter(user=user).exists():
            raise GameError(ServiceReason.REMOVED_FROM_LOBBY)
        sit_down(lobby, user)
        if is_new:
            _seat_same_bots(lobby, game)
    return lobby


def _copy_of(game: Game, user: User) -> Lobby:
    before = game.lobby
    lobby = Lobby(
        name=game.name,
        host=user,
        # An invitation to those of the game only; the host may open it to everybody.
        is_public=False,
        edition=game.edition,
        pace=game.pace,
        time_up=game.time_up,
        talk=game.talk,
        is_ranked=game.is_ranked,
        bots_allowed=not game.is_ranked,
        rematch_of=game,
    )
    if before is not None:
        lobby.password = before.password
        lobby.fewest_players, lobby.most_players = before.fewest_players, before.most_players
        lobby.bots_allowed = before.bots_allowed
    lobby.save()
    return lobby


def _seat_same_bots(lobby: Lobby, game: Game) -> None:
    if not lobby.bots_allowed:
        return
    taken = names_of(lobby.seats.select_related("user"))
    for seat in game.seats.exclude(bot_name=""):
        name = seat.bot_name if seat.bot_name not in taken else pick_bot_name(taken=taken)
        taken.append(name)
        LobbySeat.objects.create(lobby=lobby, bot_name=name, is_ready=True)


@transaction.atomic
def close_lobby(*, lobby_id: int) -> None:
    """Staff close a lobby. Raises GameError: LOBBY_STARTED, LOBBY_CLOSED."""
    close(lock_open_lobby(lobby_id))


def close_stale(now: datetime) -> int:
    """Close lobbies in which nothing has happened for long; how many that were."""
    forgotten_before = now - timedelta(seconds=site.LOBBY_STALE_SECONDS)
    stale = Q(changed_at__lt=forgotten_before, status=Lobby.Status.OPEN)
    closed = 0
    for lobby_id in list(Lobby.objects.filter(stale).values_list("pk", flat=True)[:100]):
        with transaction.atomic():
            lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
            # Looked at again under the lock: somebody may have come in.
            if lobby.status == Lobby.Status.OPEN and lobby.changed_at < forgotten_before:
                close(lobby)
                closed += 1
    return closed
