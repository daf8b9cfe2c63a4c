"""The only writer of lobbies: create, change, start, close, quick seat, rematch.

Doors: create_lobby, change_settings, start_game, quick_seat, rematch,
close_lobby, close_stale.
Places in a lobby are written by services.lobby_seats; its locks and refusals are used here too.
"""

from datetime import datetime, timedelta
from random import SystemRandom

from django.conf import settings as site
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Count, F, Q
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
    sit_down,
    touch,
)

# How many tables quick seat tries before it opens a new one: others are looking for a seat too.
QUICK_SEAT_TRIES = 8


def create_lobby(*, user: User, settings: LobbySettings) -> Lobby:
    """Open a lobby; whoever opens it is its host and takes the first seat.

    Raises GameError: SEATED_ELSEWHERE, RANKED_NEEDS_ACCOUNT.
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

    Raises GameError: NOT_HOST, TOO_MANY_SEATED, RANKED_NEEDS_ACCOUNT, LOBBY_STARTED, LOBBY_CLOSED.
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
        lobby.save()
        touch(lobby)
        if was_public and not lobby.is_public:
            # touch() speaks of lobbies that are in the list, not of those that have left it.
            announce_lobby_list()


def _hash(password: str | None) -> str | None:
    return make_password(password) if password else password


def _apply(lobby: Lobby, settings: LobbySettings, hashed: str | None) -> None:
    if hashed is not None:
        lobby.password = hashed
    lobby.name = settings.name
    lobby.is_public = settings.is_public
    lobby.fewest_players = settings.fewest_players
    lobby.most_players = settings.most_players
    lobby.edition = settings.edition.value
    lobby.pace = settings.pace.value
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
    """The host starts: seats are shuffled, roles are dealt, the lobby is a link from now on.

    Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS, NOT_ALL_READY, RANKED_NEEDS_ACCOUNT,
    LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    seats = list(lobby.seats.select_related("user"))
    if len(seats) < lobby.fewest_players:
        raise GameError(ServiceReason.NOT_ENOUGH_PLAYERS)
    # Bots are always ready, and who starts is ready.
    if not all(seat.is_ready or seat.user_id in (None, user.pk) for seat in seats):
        raise GameError(ServiceReason.NOT_ALL_READY)
    if lobby.is_ranked and not all(_may_be_ranked(seat) for seat in seats):
        raise GameError(ServiceReason.RANKED_NEEDS_ACCOUNT)
    players = [seat.user or seat.bot_name for seat in seats]
    SystemRandom().shuffle(players)
    lobby.status = Lobby.Status.STARTED
    touch(lobby, "status")
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
    name = _("Table of %(name)s") % {"name": user.display_name}
    return create_lobby(user=user, settings=LobbySettings(name=name))


def _joinable(user: User) -> list[Lobby]:
    lobbies = Lobby.objects.listed().filter(password="", is_ranked=False)
    counted = lobbies.annotate(
        seated=Count("seats", distinct=True), people=Count("seats__user", distinct=True)
    )
    free = counted.filter(seated__lt=F("most_players")).exclude(removals__user=user)
    return list(free.order_by("-people", "-seated", "created_at")[:QUICK_SEAT_TRIES])


def rematch(*, game: Game, user: User) -> Lobby:
    """One lobby for the rematch of a finished game: the first who asks opens it, the others join.

    Same settings, same bots; everybody of the game is invited without a password.
    Raises GameError: NOT_SEATED, GAME_RUNNING, SEATED_ELSEWHERE, REMOVED_FROM_LOBBY, LOBBY_FULL,
    LOBBY_STARTED.
    """
    if not Seat.objects.filter(game=game, user=user).exists():
        raise GameError(ServiceReason.NOT_SEATED)
    if game.status != Game.Status.FINISHED:
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
