"""From lobby to game: a ready check, then browsers open their shares of chance, then seats and roles are dealt.

A person who does not answer the ready check loses the seat. A rematch in which all are ready starts by itself.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import Role
from games.models import Game, Lobby, LobbySeat
from games.selectors.rematch import awaited_seats
from games.selectors.written_query import WrittenQuery
from games.services import fair_deal
from games.services.dealing import deal_game
from games.services.lobby_admission import (
    require_limit_in_ranked,
    require_one_seat_each,
    require_playable_board,
    require_ranked_people,
    require_room_for_slow_games,
)
from games.services.lobby_news import take_back_news
from games.services.lobby_seats import (
    lock_open_lobby,
    require_host,
    set_ready,
    stand_up,
    touch,
)
from games.services.setbacks import Setbacks
from games.values.fair_deal import OPENING_SECONDS, OpenedShare
from games.values.refusals import GameError, ServiceReason
from games.values.rematch import START_SECONDS
from games.values.timing import READY_CHECK_SECONDS, SLOW

logger = logging.getLogger(__name__)

_broken: Setbacks[int] = Setbacks(logger, "The ready check of lobby %s could not be ended")
_broken_rematches: Setbacks[int] = Setbacks(logger, "The rematch of lobby %s could not be started")
_broken_deals: Setbacks[int] = Setbacks(logger, "Lobby %s could not be dealt")


@transaction.atomic
def start_lobby_game(*, lobby_id: int, user: User, role: Role | None = None) -> Game:
    """Start the game at once as the host, when everybody is ready. Only who is alone with bots may choose a role.

    Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS, NOT_ALL_READY, RANKED_NEEDS_ACCOUNT,
    RANKED_PAUSED, ONE_SEAT_EACH, RANKED_NEEDS_LIMIT, REMATCH_WAITS, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby, seats = _of_ready_people(lobby_id, user)
    is_alone = sum(seat.user_id is not None for seat in seats) == 1
    return _deal(lobby, seats, chosen=role if is_alone else None)


@transaction.atomic
def start_with_shares(*, lobby_id: int, user: User, now: datetime | None = None) -> Game | None:
    """Start the game as the host, once browsers have opened what they announced; None if they do so now.

    Raises GameError as start_lobby_game does.
    """
    lobby, seats = _of_ready_people(lobby_id, user)
    return _begin(lobby, seats, now or timezone.now())


def _of_ready_people(lobby_id: int, user: User) -> tuple[Lobby, list[LobbySeat]]:
    """Lock the lobby of this host, in which everybody is ready; return it with its seats."""
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    seats = _seats_to_start(lobby)
    if any(seat.user_id != user.pk for seat in _absent(seats)):
        raise GameError(ServiceReason.NOT_ALL_READY)
    return lobby, seats


@transaction.atomic
def start_ready_check(*, lobby_id: int, user: User, now: datetime | None = None) -> None:
    """Start a ready check as the host; people who are ready need not answer again.

    The host counts as ready. A person who becomes the host later must answer like the others. A
    repeated request changes nothing. Raises GameError: NOT_HOST, NOT_ENOUGH_PLAYERS,
    RANKED_NEEDS_ACCOUNT, RANKED_PAUSED, ONE_SEAT_EACH, RANKED_NEEDS_LIMIT, REMATCH_WAITS, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    _seats_to_start(lobby)
    lobby.seats.filter(user=user).update(is_ready=True)
    if lobby.check_ends_at is None:
        lobby.check_ends_at = (now or timezone.now()) + timedelta(seconds=READY_CHECK_SECONDS)
        lobby.unanswered = None
        lobby.starts_at = None
        touch(lobby, "check_ends_at", "unanswered", "starts_at")


@transaction.atomic
def confirm_ready(*, lobby_id: int, user: User, is_ready: bool) -> Game | None:
    """Set whether a person is ready; the last answer in a ready check starts the game."""
    set_ready(lobby_id=lobby_id, user=user, is_ready=is_ready)
    lobby = lock_open_lobby(lobby_id)
    if lobby.check_ends_at is None:
        return None
    try:
        seats = _seats_to_start(lobby)
    except GameError:
        return None
    return None if _absent(seats) else _begin(lobby, seats, timezone.now())


def end_ready_checks(now: datetime) -> int:
    """End ready checks that are over, without the people who did not answer; return how many."""
    ended = 0
    due = Lobby.objects.open().filter(check_ends_at__lte=now)
    due = due.exclude(pk__in=_broken.waiting(now))
    for lobby_id in list(due.values_list("pk", flat=True)[:100]):
        # One broken lobby must not stop the others.
        with _broken.guarding(lobby_id, now), transaction.atomic():
            ended += _end_ready_check(lobby_id, now)
    return ended


def _end_ready_check(lobby_id: int, now: datetime) -> bool:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    # Check again under the lock: another clock may have been here.
    if lobby.status != Lobby.Status.OPEN or not lobby.check_ends_at or lobby.check_ends_at > now:
        return False
    absent = _absent(lobby.seats.select_related("user"))
    lobby.unanswered = [seat.user_id for seat in absent]
    lobby.save(update_fields=["unanswered"])
    for seat in absent:
        # This may make another person the host; an empty lobby is closed.
        stand_up(lobby, seat)
    if lobby.status != Lobby.Status.OPEN:
        return True
    lobby.check_ends_at = None
    touch(lobby, "check_ends_at")
    # Too few people are left, or one may not play ranked games: the lobby goes on, and the host
    # decides.
    with suppress(GameError):
        _begin(lobby, _seats_to_start(lobby), now)
    return True


def start_rematches(now: datetime) -> int:
    """Start the rematches whose time has come, and say of the others when it comes; return how many started.

    One in which all are ready starts when the wait for the others is over, or START_SECONDS after nobody is awaited
    any more. Whoever is not ready holds it; games that take days wait for their hosts.
    """
    waiting = _broken_rematches.waiting(now)
    due = [lobby_id for (lobby_id,) in _REMATCHES.rows() if lobby_id not in waiting]
    started = 0
    for lobby_id in due[:100]:
        # One broken lobby must not stop the others.
        with _broken_rematches.guarding(lobby_id, now), transaction.atomic():
            started += _advance_rematch(lobby_id, now)
    return started


def _rematches_to_advance() -> QuerySet[Lobby, tuple[int]]:
    unready = LobbySeat.objects.filter(lobby=OuterRef("pk"), user__isnull=False, is_ready=False)
    rematches = Lobby.objects.open().filter(
        rematch_of__isnull=False, waits_until__isnull=False, check_ends_at=None, opens_until=None
    )
    rematches = rematches.exclude(pace__in=SLOW).annotate(seated=Count("seats"))
    rematches = rematches.filter(
        Q(starts_at__isnull=False) | Q(seated__gte=F("fewest_players")) & ~Exists(unready)
    )
    return rematches.order_by("pk").values_list("pk")


# Asked at every sweep of the clock.
_REMATCHES = WrittenQuery(_rematches_to_advance)


def _advance_rematch(lobby_id: int, now: datetime) -> bool:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    # Check again under the lock: another clock, or the host, may have been here.
    is_waiting = lobby.check_ends_at is None and lobby.opens_until is None
    if lobby.status != Lobby.Status.OPEN or not is_waiting:
        return False
    seats = list(lobby.seats.select_related("user"))
    starts_at = _own_start(lobby, seats, now)
    if starts_at is not None and starts_at <= now:
        _begin(lobby, seats, now)
        return True
    if starts_at != lobby.starts_at:
        lobby.starts_at = starts_at
        touch(lobby, "starts_at")
    return False


def _own_start(lobby: Lobby, seats: Sequence[LobbySeat], now: datetime) -> datetime | None:
    """Return when this rematch starts by itself; None while it does not."""
    if len(seats) < lobby.fewest_players or _absent(seats):
        return None
    try:
        _require_fit(lobby, seats)
    except GameError:
        # The host decides, and is told the reason at the start.
        return None
    if awaited_seats(lobby, now):
        return lobby.waits_until
    soon = now + timedelta(seconds=START_SECONDS)
    return min(lobby.starts_at or soon, soon)


@transaction.atomic
def open_share(
    *, lobby_id: int, user_id: int, opened: OpenedShare, now: datetime | None = None
) -> None:
    """Take the share that a browser opens; after the last one the game is dealt at once.

    Nothing happens while shares are not asked for. One that comes late, or does not fit, counts as not sent.
    """
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    if lobby.status != Lobby.Status.OPEN or lobby.opens_until is None:
        return
    is_late = lobby.opens_until <= (now or timezone.now())
    if not is_late:
        fair_deal.open_share(lobby=lobby, user_id=user_id, opened=opened)
    if is_late or fair_deal.are_all_open(lobby):
        _deal(lobby, list(lobby.seats.select_related("user")))


def deal_without_waiting(now: datetime) -> int:
    """Deal the games for whose shares nobody waits any longer; return how many."""
    dealt = 0
    due = Lobby.objects.open().filter(opens_until__lte=now)
    due = due.exclude(pk__in=_broken_deals.waiting(now))
    for lobby_id in list(due.values_list("pk", flat=True)[:100]):
        # One broken lobby must not stop the others.
        with _broken_deals.guarding(lobby_id, now), transaction.atomic():
            lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
            # Check again under the lock: the last share may have come.
            if lobby.status == Lobby.Status.OPEN:
                _deal(lobby, list(lobby.seats.select_related("user")))
                dealt += 1
    return dealt


def _begin(lobby: Lobby, seats: Sequence[LobbySeat], now: datetime) -> Game | None:
    """Deal at once, or, if browsers have announced shares, first let them open these; then None.

    From then on nobody sits down or gets up: the game has begun, and only its cards are missing.
    """
    if not fair_deal.has_shares(lobby):
        return _deal(lobby, seats)
    lobby.opens_until = now + timedelta(seconds=OPENING_SECONDS)
    lobby.check_ends_at = lobby.starts_at = None
    touch(lobby, "opens_until", "check_ends_at", "starts_at")
    return None


def _absent(seats: Iterable[LobbySeat]) -> list[LobbySeat]:
    """People who have not said that they are ready; bots always are."""
    return [seat for seat in seats if not seat.is_ready and seat.user_id is not None]


def _seats_to_start(lobby: Lobby) -> list[LobbySeat]:
    seats = list(lobby.seats.select_related("user"))
    if len(seats) < lobby.fewest_players:
        raise GameError(ServiceReason.NOT_ENOUGH_PLAYERS)
    if awaited_seats(lobby, timezone.now()):
        raise GameError(ServiceReason.REMATCH_WAITS)
    _require_fit(lobby, seats)
    return seats


def _require_fit(lobby: Lobby, seats: Sequence[LobbySeat]) -> None:
    """Raise GameError unless these people may play this game together."""
    # A rematch, or a lobby from an earlier release, may have no limit; its host can set one.
    require_limit_in_ranked(lobby)
    require_playable_board(lobby)
    require_ranked_people(lobby, seats)
    require_one_seat_each(lobby, seats)
    require_room_for_slow_games(lobby, [seat.user for seat in seats if seat.user])


def _deal(lobby: Lobby, seats: Sequence[LobbySeat], chosen: Role | None = None) -> Game:
    """Shuffle seats and deal roles; the lobby is only a link from now on. The host may have chosen the own role."""
    players = [seat.user or seat.bot_name for seat in seats]
    lobby.messages.all().delete()
    take_back_news(lobby)
    lobby.seats.update(device_key="", connection_key="")
    lobby.status = Lobby.Status.STARTED
    lobby.check_ends_at = lobby.starts_at = lobby.opens_until = None
    touch(lobby, "status", "check_ends_at", "starts_at", "opens_until")
    game = deal_game(lobby=lobby, joined=players, chosen=chosen)
    # The game has it from now on, and forgets it in time.
    Lobby.objects.filter(pk=lobby.pk).update(voice_link="")
    return game
