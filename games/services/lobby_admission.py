"""Who may sit down in a lobby, open one, or begin its game: checks before the writers write.

Each raises GameError and changes nothing. services.lobby_seats, lobby, lobby_start and lobby_rematch ask them.
"""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import SanctionKind, User
from accounts.sanctions import bar_to_play, bar_to_ranked
from games.engine.board import kind_of, players_of
from games.engine.vocabulary import BoardKind
from games.models import Lobby, LobbySeat, Seat
from games.models.game import Game
from games.selectors.invitations import is_invited
from games.selectors.ranked_pause import ranked_pause
from games.signals import asked_for_admission, asked_for_ranked_game
from games.values.refusals import GameError, ServiceReason
from games.values.timing import SLOW, Pace


def require_admitted(lobby: Lobby, user: User) -> None:
    """Raise GameError if the host has blocked this person, in words that do not say so, or a wing keeps them out."""
    if is_blocked(user.pk, by=lobby.host_id):
        raise GameError(ServiceReason.NOT_ADMITTED)
    answers: list[Any] = asked_for_admission.send(Lobby, lobby=lobby, user=user)
    for _receiver, reason in answers:
        if reason is not None:
            raise GameError(reason)


def _may_play_ranked(user: User) -> bool:
    """Whether this person may play ranked games at all: a member with a confirmed address."""
    return not user.is_guest and EmailAddress.objects.filter(user=user, verified=True).exists()


def require_ranked_person(user: User | None) -> None:
    """Raise GameError for a bot (None), or for a person who may not play a ranked game now."""
    if user is None or not _may_play_ranked(user):
        raise GameError(ServiceReason.RANKED_NEEDS_ACCOUNT)
    answers: list[Any] = asked_for_ranked_game.send(User, user=user)
    for _receiver, reason in answers:
        if reason is not None:
            raise GameError(reason)
    if bar_to_ranked(user.pk):
        raise GameError(ServiceReason.RANKED_FORBIDDEN)
    if ranked_pause(user.pk, timezone.now()):
        raise GameError(ServiceReason.RANKED_PAUSED)


def require_free_to_play(user: User) -> None:
    """Raise GameError for a person who is suspended, or has not read a word of warning."""
    bar = bar_to_play(user.pk)
    if bar is not None:
        is_warning = bar.kind == SanctionKind.WARNING
        raise GameError(ServiceReason.WARNING_UNREAD if is_warning else ServiceReason.SUSPENDED)


def require_ranked_people(lobby: Lobby, seats: Iterable[LobbySeat]) -> None:
    """Raise GameError for a ranked lobby in which somebody may not play a ranked game now."""
    if lobby.is_ranked:
        for seat in seats:
            require_ranked_person(seat.user)


def require_one_seat_each(lobby: Lobby, seats: Iterable[LobbySeat]) -> None:
    """Raise GameError for a ranked lobby in which two seats are played from the same place.

    That is one device, or the same browser over the same connection.
    """
    if not lobby.is_ranked:
        return
    known = [key for seat in seats for key in (seat.device_key, seat.connection_key) if key]
    if len(set(known)) < len(known):
        raise GameError(ServiceReason.ONE_SEAT_EACH)


def require_limit_in_ranked(lobby: Lobby) -> None:
    """Raise GameError for a ranked lobby without a time limit: one silent person would stall it for ever."""
    if lobby.is_ranked and lobby.pace == Pace.NONE:
        raise GameError(ServiceReason.RANKED_NEEDS_LIMIT)


def require_playable_board(lobby: Lobby) -> None:
    """Raise GameError for a board that cannot be played here.

    A custom board is for one size and never ranked (B-3).
    """
    if kind_of(lobby.board) is not BoardKind.CUSTOM:
        return
    if lobby.is_ranked:
        raise GameError(ServiceReason.BOARD_NOT_RANKED)
    size = players_of(lobby.board)
    if not lobby.fewest_players == lobby.most_players == size:
        raise GameError(ServiceReason.BOARD_OF_ANOTHER_SIZE)


def require_room_for_slow_games(lobby: Lobby, people: Iterable[User]) -> None:
    """Raise GameError for a slow lobby if a person already plays as many slow games as allowed.

    Seats with a stand-in count as well: a person who left may come back.
    """
    if lobby.pace not in SLOW:
        return
    for person in people:
        playing = Seat.objects.filter(
            user=person, game__status=Game.Status.RUNNING, game__pace__in=SLOW
        )
        most = site.SLOW_GAMES_OF_A_GUEST if person.is_guest else site.SLOW_GAMES_OF_A_MEMBER
        if playing.count() >= most:
            raise GameError(ServiceReason.TOO_MANY_SLOW_GAMES)


def is_seated_elsewhere(user: User, *, besides: int | None = None) -> bool:
    """Whether this person sits in another open lobby, or plays in a running game.

    Seats with a stand-in do not count, nor do slow games.
    """
    open_seats = LobbySeat.objects.filter(user=user, lobby__status=Lobby.Status.OPEN)
    if besides is not None:
        open_seats = open_seats.exclude(lobby_id=besides)
    return (
        open_seats.exists()
        or Seat.objects.filter(user=user, has_stand_in=False, game__status=Game.Status.RUNNING)
        .exclude(game__pace__in=SLOW)
        .exists()
    )


def needs_password(lobby: Lobby, user: User) -> bool:
    """Whether this person needs the password: those who are invited, by a rematch or a person, do not."""
    if not lobby.password:
        return False
    return not is_invited(lobby, user.pk)
