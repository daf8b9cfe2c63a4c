"""The only writer of seats in a lobby: join, leave, ready, hand over, remove, fill with bots.

Each is one short transaction that first locks the person (who may have one seat only), then the
lobby (so the last seat has one taker). A refusal is a GameError and changes nothing; services.lobby_admission
has those that are about who may play here.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import NoReturn

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils import timezone

from accounts.blocks import blocked_by
from accounts.emblems import emblem_of_name
from accounts.models import User
from accounts.names import are_alike
from accounts.origins import Origin
from games.engine.ruleset import FEWEST_PLAYERS
from games.models import FairDeal, Lobby, LobbyRemoval, LobbySeat, Seat
from games.selectors.invitations import awaited_people, is_invited, people_with_a_kept_seat
from games.selectors.rematch import opens_at
from games.services.bot_names import pick_bot_name
from games.services.lobby_admission import (
    is_seated_elsewhere,
    needs_password,
    require_admitted,
    require_free_to_play,
    require_ranked_person,
    require_room_for_slow_games,
)
from games.services.lobby_names import free_name, names_of
from games.services.lobby_news import take_back_news, tell_friends_of, tell_of_seat
from games.transport.broadcast import announce_lobby, announce_lobby_list
from games.values.lobby import HOST_GONE_SECONDS
from games.values.refusals import GameError, ServiceReason


def lock_person(user: User) -> None:
    """Lock a person, who then cannot sit down elsewhere at the same moment.

    SQLite needs no row lock: its transactions take the only write lock when they begin.
    """
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()


def lock_open_lobby(lobby_id: int) -> Lobby:
    """Lock and return an open lobby. Raises Lobby.DoesNotExist, GameError if it has started or closed."""
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    _require_open(lobby)
    return lobby


def _require_open(lobby: Lobby) -> None:
    """Raise GameError if the lobby has started, or is about to be dealt, or has closed."""
    if lobby.status == Lobby.Status.STARTED or lobby.opens_until is not None:
        raise GameError(ServiceReason.LOBBY_STARTED)
    if lobby.status == Lobby.Status.CLOSED:
        raise GameError(ServiceReason.LOBBY_CLOSED)


def require_host(lobby: Lobby, user: User) -> None:
    """Raise GameError unless the person is the host."""
    if lobby.host_id != user.pk:
        raise GameError(ServiceReason.NOT_HOST)


def touch(lobby: Lobby, *fields: str) -> None:
    """Save these fields, note that the lobby is in use, and announce the change."""
    lobby.save(update_fields=[*fields, "changed_at"])
    announce_lobby(lobby.pk)
    if lobby.is_public:
        announce_lobby_list()


def join_lobby(
    *,
    lobby_id: int,
    user: User,
    password: str = "",
    agreed: str = "",
    beside_blocked: bool = False,
) -> None:
    """Sit down; a second click changes nothing. Raises Lobby.DoesNotExist.

    `agreed`: the name a guest takes at this table if the own one is taken; see offered_name.
    `beside_blocked`: whether to sit down although somebody whom this person blocked sits here.
    Raises GameError: LOBBY_STARTED, LOBBY_CLOSED, REMOVED_FROM_LOBBY, NOT_ADMITTED, WRONG_PASSWORD, BLOCKED_PERSON_HERE,
    SUSPENDED, WARNING_UNREAD, RANKED_FORBIDDEN,
    SEATED_ELSEWHERE, RANKED_NEEDS_ACCOUNT, RANKED_PAUSED, TOO_MANY_SLOW_GAMES, LOBBY_FULL, REMATCH_WAITS,
    NAME_TAKEN.
    """
    lobby = Lobby.objects.get(pk=lobby_id)
    _refuse_unless_welcome(lobby, user)
    # Hashing is slow on purpose, so it runs outside the transaction, which would block writers.
    if needs_password(lobby, user) and not check_password(password, lobby.password):
        raise GameError(ServiceReason.WRONG_PASSWORD)
    with transaction.atomic():
        lock_person(user)
        locked = lock_open_lobby(lobby_id)
        if locked.password != lobby.password:
            raise GameError(ServiceReason.WRONG_PASSWORD)
        _refuse_unless_welcome(locked, user)
        if not beside_blocked and locked.seats.filter(user__in=blocked_by(user.pk)).exists():
            raise GameError(ServiceReason.BLOCKED_PERSON_HERE)
        sit_down(locked, user, agreed=agreed)


def sit_down(
    lobby: Lobby,
    user: User,
    *,
    agreed: str | None = None,
    wanted: str = "",
    is_ready: bool = False,
) -> None:
    """Take a free seat in a locked lobby; a person who has a seat keeps it.

    A guest is called `wanted` at this table (empty: the usual name) if it is free, else the name
    they `agreed` to; None accepts any.
    """
    seats = list(lobby.seats.select_related("user"))
    if any(seat.user_id == user.pk for seat in seats):
        return
    require_free_to_play(user)
    if is_seated_elsewhere(user, besides=lobby.pk):
        raise GameError(ServiceReason.SEATED_ELSEWHERE)
    if lobby.is_ranked:
        require_ranked_person(user)
    require_room_for_slow_games(lobby, [user])
    if opens_at(lobby, timezone.now()) and not is_invited(lobby, user.pk):
        raise GameError(ServiceReason.REMATCH_WAITS)
    if len(seats) >= lobby.most_players - _kept_seats(lobby, user):
        is_kept = len(seats) < lobby.most_players and people_with_a_kept_seat(
            lobby, timezone.now()
        )
        raise GameError(ServiceReason.SEATS_KEPT if is_kept else ServiceReason.LOBBY_FULL)
    people = [seat for seat in seats if seat.user is not None]
    name = ""
    if user.is_guest:
        wanted = wanted or user.display_name
        name = free_name(user, wanted, names_of(people))
        if agreed is not None and name not in (wanted, agreed):
            raise GameError(ServiceReason.NAME_TAKEN)
    shown = name or user.display_name
    for seat in seats:
        if not are_alike(str(seat), shown):
            continue
        others = [shown, *names_of(each for each in seats if each is not seat)]
        if seat.user is None:
            # This person had the name first.
            seat.bot_name = pick_bot_name(
                taken=others, worn=[user.face, *_emblems_at(lobby, seats)]
            )
        else:
            # So the other one is a guest's: members keep their names at every table.
            seat.name = free_name(seat.user, seat.name or seat.user.display_name, others)
        seat.save(update_fields=["bot_name", "name"])
    LobbySeat.objects.create(lobby=lobby, user=user, name=name, is_ready=is_ready)
    bots = [seat for seat in seats if seat.user is None]
    if bots and lobby.chosen_size is not None and len(seats) >= lobby.chosen_size:
        bots[-1].delete()
    lobby.unanswered = [pk for pk in lobby.unanswered or () if pk != user.pk]
    lobby.starts_at = None
    touch(lobby, "unanswered", "starts_at")
    tell_of_seat(lobby, user)


def _kept_seats(lobby: Lobby, user: User | None = None) -> int:
    """Return how many free seats are kept for people of the last game or invited ones, as this person or a bot sees it."""
    awaited = awaited_people(lobby, timezone.now())
    return 0 if user is not None and user.pk in awaited else len(awaited)


def _refuse_kept_seats(lobby: Lobby) -> NoReturn:
    is_kept = people_with_a_kept_seat(lobby, timezone.now())
    raise GameError(ServiceReason.SEATS_KEPT if is_kept else ServiceReason.REMATCH_WAITS)


def _refuse_unless_welcome(lobby: Lobby, user: User) -> None:
    _require_open(lobby)
    if LobbyRemoval.objects.filter(lobby=lobby, user=user).exists():
        raise GameError(ServiceReason.REMOVED_FROM_LOBBY)
    require_admitted(lobby, user)


@transaction.atomic
def leave_lobby(*, lobby_id: int, user: User) -> None:
    """Stand up; the next person becomes host, and an empty lobby is closed."""
    lobby = lock_open_lobby(lobby_id)
    stand_up(lobby, _seat_of(lobby, user))


def _seat_of(lobby: Lobby, user: User) -> LobbySeat:
    seat = lobby.seats.filter(user=user).first()
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    return seat


def stand_up(lobby: Lobby, seat: LobbySeat) -> None:
    """Empty a seat of a locked lobby; the next person becomes host, an empty lobby is closed."""
    leaves_host = seat.user_id == lobby.host_id
    seat.delete()
    if seat.user_id is not None:
        tell_friends_of([seat.user_id])
    if lobby.rematch_of_id is not None and seat.user_id is not None:
        # Who gets up again is not awaited.
        Seat.objects.filter(game_id=lobby.rematch_of_id, user_id=seat.user_id).update(
            declines_rematch=True
        )
    if leaves_host:
        heir = lobby.seats.filter(user__isnull=False).select_related("user").first()
        if heir is None or heir.user is None:
            close(lobby)
            return
        lobby.host = heir.user
    touch(lobby, "host")


def close(lobby: Lobby) -> None:
    """Close a locked lobby: its seats are emptied, its talk, deal, invitations and voice link deleted, a ready check ends."""
    take_back_news(lobby)
    lobby.seats.all().delete()
    lobby.messages.all().delete()
    FairDeal.objects.filter(lobby=lobby, game=None).delete()
    lobby.status = Lobby.Status.CLOSED
    lobby.check_ends_at = lobby.starts_at = None
    lobby.voice_link = ""
    touch(lobby, "status", "check_ends_at", "starts_at", "voice_link")


def note_here(*, lobby_id: int, people: Iterable[int]) -> None:
    """Note that pages of these people show the lobby now; whoever has no seat is left out."""
    LobbySeat.objects.filter(lobby_id=lobby_id, user_id__in=list(people)).update(
        seen_at=timezone.now()
    )


def note_origin(*, lobby_id: int, user_id: int, origin: Origin) -> None:
    """Note that a page of this person shows the lobby now, and where; nothing without a seat."""
    LobbySeat.objects.filter(lobby_id=lobby_id, user_id=user_id).update(
        seen_at=timezone.now(),
        device_key=origin.device,
        connection_key=origin.connection,
    )


@transaction.atomic
def set_ready(*, lobby_id: int, user: User, is_ready: bool) -> None:
    """Set whether a person is ready to start."""
    lobby = lock_open_lobby(lobby_id)
    seat = _seat_of(lobby, user)
    if seat.is_ready != is_ready:
        seat.is_ready = is_ready
        seat.save(update_fields=["is_ready"])
        lobby.starts_at = None
        touch(lobby, "starts_at")


@transaction.atomic
def remove_from_lobby(*, lobby_id: int, user: User, seat_id: int) -> None:
    """Remove a person, as the host; the person cannot come back to this lobby."""
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    seat, person = _seat_of_other(lobby, user, seat_id)
    LobbyRemoval.objects.get_or_create(lobby=lobby, user=person)
    stand_up(lobby, seat)


@transaction.atomic
def hand_over(*, lobby_id: int, user: User, seat_id: int) -> None:
    """Make another person the host; the readiness of both stays.

    Whoever is not the host may take over, with the own seat, once the host is gone and all others are ready.
    """
    lobby = lock_open_lobby(lobby_id)
    if lobby.seats.filter(pk=seat_id, user=user).exists() and _is_left_waiting(lobby):
        lobby.host = user
    else:
        require_host(lobby, user)
        _seat, lobby.host = _seat_of_other(lobby, user, seat_id)
    touch(lobby, "host")


def _is_left_waiting(lobby: Lobby) -> bool:
    """Whether all but the host are ready, and the host is away for long."""
    people = lobby.seats.filter(user__isnull=False)
    gone = timezone.now() - timedelta(seconds=HOST_GONE_SECONDS)
    is_gone = people.filter(user_id=lobby.host_id, seen_at__lt=gone).exists()
    return is_gone and not people.exclude(user_id=lobby.host_id).filter(is_ready=False).exists()


def _seat_of_other(lobby: Lobby, host: User, seat_id: int) -> tuple[LobbySeat, User]:
    people = lobby.seats.filter(user__isnull=False).exclude(user=host)
    seat = people.select_related("user").filter(pk=seat_id).first()
    if seat is None or seat.user is None:
        raise GameError(ServiceReason.NAME_NOT_IN_LOBBY)
    return seat, seat.user


@transaction.atomic
def add_bots(*, lobby_id: int, user: User, fill: bool = False) -> None:
    """Put a bot into one empty seat, or into all of them, as the host.

    Raises GameError: NOT_HOST, BOTS_NOT_ALLOWED, LOBBY_FULL, REMATCH_WAITS, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = _lock_for_bots(lobby_id, user)
    seats = list(lobby.seats.select_related("user"))
    empty = lobby.most_players - len(seats)
    if empty <= 0:
        raise GameError(ServiceReason.LOBBY_FULL)
    empty -= _kept_seats(lobby)
    if empty <= 0:
        _refuse_kept_seats(lobby)
    _seat_bots(lobby, seats, empty if fill else 1)
    _note_size(lobby, lobby.most_players if fill else None)


@transaction.atomic
def set_size(*, lobby_id: int, user: User, size: int) -> None:
    """Make the table one of this many players, as the host: bots sit down, or get up for as long as there are any.

    Raises GameError: NOT_HOST, BOTS_NOT_ALLOWED, TOO_MANY_SEATED for fewer than there are people, MALFORMED for a
    size that the settings do not allow, REMATCH_WAITS, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = _lock_for_bots(lobby_id, user)
    if not FEWEST_PLAYERS <= size <= lobby.most_players:
        raise GameError(ServiceReason.MALFORMED)
    seats = list(lobby.seats.select_related("user"))
    bots = [seat for seat in seats if seat.user is None]
    people = len(seats) - len(bots)
    if people > size:
        raise GameError(ServiceReason.TOO_MANY_SEATED)
    if len(seats) < size > lobby.most_players - _kept_seats(lobby):
        _refuse_kept_seats(lobby)
    too_many = bots[size - people :]
    lobby.seats.filter(pk__in=[seat.pk for seat in too_many]).delete()
    _seat_bots(lobby, seats, size - len(seats))
    if (len(seats), lobby.chosen_size) != (size, size):
        _note_size(lobby, size)


def _note_size(lobby: Lobby, size: int | None) -> None:
    """Keep the size that the host wants, if one was chosen; a rematch counts from now on again."""
    lobby.chosen_size = size
    lobby.starts_at = None
    touch(lobby, "chosen_size", "starts_at")


def _lock_for_bots(lobby_id: int, user: User) -> Lobby:
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    if not lobby.bots_allowed or lobby.is_ranked:
        raise GameError(ServiceReason.BOTS_NOT_ALLOWED)
    return lobby


def _seat_bots(lobby: Lobby, seats: Iterable[LobbySeat], number: int) -> None:
    seats = list(seats)
    taken, worn = names_of(seats), _emblems_at(lobby, seats)
    for _seat in range(number):
        name = pick_bot_name(taken=taken, worn=worn)
        taken.append(name)
        worn.append(emblem_of_name(name))
        LobbySeat.objects.create(lobby=lobby, bot_name=name, is_ready=True)


def _emblems_at(lobby: Lobby, seats: Iterable[LobbySeat]) -> list[str]:
    """Return the emblems of those who sit here, who were removed, and who played the game before a rematch.

    A bot that wears one of them would be taken for that person.
    """
    removed = User.objects.filter(lobbyremoval__lobby=lobby).values_list("emblem", flat=True)
    before = Seat.objects.filter(game=lobby.rematch_of_id, user__isnull=False)
    return [
        *(seat.face for seat in seats),
        *removed,
        *(before.values_list("emblem", flat=True) if lobby.rematch_of_id else ()),
    ]


@transaction.atomic
def remove_bot(*, lobby_id: int, user: User, seat_id: int) -> None:
    """Empty a bot's seat, as the host."""
    lobby = lock_open_lobby(lobby_id)
    require_host(lobby, user)
    deleted, _by_model = lobby.seats.filter(pk=seat_id, user=None).delete()
    if not deleted:
        raise GameError(ServiceReason.NAME_NOT_IN_LOBBY)
    _note_size(lobby, None)
