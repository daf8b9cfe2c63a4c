"""A rematch: one lobby for the people of a finished game, with its settings and bots.

For half a minute it neither starts without the others nor gives their seats away, unless they said no or have
left (selectors.rematch). After a public game it is a public table again, but for that long only for its people.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.engine.board import players_of
from games.models import Game, Lobby, LobbySeat, Seat
from games.services.bot_names import pick_bot_name
from games.services.fair_deal import seal
from games.services.lobby_admission import require_admitted
from games.services.lobby_names import names_of
from games.services.lobby_seats import lock_person, sit_down, touch
from games.transport.broadcast import announce_lobby
from games.values.refusals import GameError, ServiceReason
from games.values.rematch import ASK_SECONDS, WAIT_SECONDS
from games.values.timing import Pace


def rematch(*, game: Game, user: User) -> Lobby:
    """Return the one lobby for the rematch of a finished game; the first request opens it, others join.

    Same settings, same bots; all people of the game are invited without a password, and ready once they come. Raises
    GameError: NOT_SEATED, GAME_RUNNING, SEATED_ELSEWHERE, REMOVED_FROM_LOBBY, NOT_ADMITTED,
    LOBBY_FULL, LOBBY_STARTED.
    """
    _require_finished(game, user)
    with transaction.atomic():
        lock_person(user)
        # Locked, so that two requests at once do not open two lobbies.
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        present = Lobby.objects.select_for_update(no_key=True).filter(rematch_of=game)
        lobby = present.first() or Lobby(rematch_of=game, status=Lobby.Status.CLOSED)
        if lobby.status == Lobby.Status.CLOSED:
            _open(lobby, game, user)
        is_new = not lobby.seats.exists()
        if lobby.status == Lobby.Status.STARTED:
            raise GameError(ServiceReason.LOBBY_STARTED)
        if lobby.removals.filter(user=user).exists():
            raise GameError(ServiceReason.REMOVED_FROM_LOBBY)
        require_admitted(lobby, user)
        # With the name from the game; a rematch takes no one's name away.
        before = Seat.objects.filter(game=game, user=user).values_list("name", flat=True).first()
        Seat.objects.filter(game=game, user=user).update(declines_rematch=False)
        # To come is to be ready: there is nothing else to be decided first.
        sit_down(lobby, user, wanted=before or "", is_ready=True)
        if is_new:
            _seat_same_bots(lobby, game)
    return lobby


def decline_rematch(*, game: Game, user: User) -> None:
    """Say no to a rematch: nobody waits for this person. A later yes takes it back.

    Raises GameError: NOT_SEATED, GAME_RUNNING.
    """
    _require_finished(game, user)
    Seat.objects.filter(game=game, user=user).update(declines_rematch=True)
    lobby = Lobby.objects.open().filter(rematch_of=game).first()
    if lobby is not None:
        announce_lobby(lobby.pk)


def note_open_page(*, game: Game, user: User, now: datetime) -> None:
    """Note that a page of this person still shows the finished game; a page asks more often than that is written."""
    stale = now - timedelta(seconds=ASK_SECONDS)
    seats = Seat.objects.filter(game=game, user=user)
    seats.filter(Q(seen_at=None) | Q(seen_at__lt=stale)).update(seen_at=now)


def _require_finished(game: Game, user: User) -> None:
    if not Seat.objects.filter(game=game, user=user).exists():
        raise GameError(ServiceReason.NOT_SEATED)
    if game.status == Game.Status.RUNNING:
        raise GameError(ServiceReason.GAME_RUNNING)


def _open(lobby: Lobby, game: Game, user: User) -> None:
    """Open it as if for the first time: an earlier opening that everybody left has no effect."""
    lobby.status = Lobby.Status.OPEN
    lobby.host = user
    lobby.check_ends_at = lobby.starts_at = lobby.chosen_size = None
    lobby.waits_until = timezone.now() + timedelta(seconds=WAIT_SECONDS)
    # Who said no to an earlier opening is asked again.
    Seat.objects.filter(game=game).update(declines_rematch=False)
    apply_settings_of(game, lobby)
    is_again = lobby.pk is not None
    lobby.save()
    seal(lobby)
    if is_again:
        # Removals by an earlier host do not bind the new one.
        lobby.removals.all().delete()
        touch(lobby)


def apply_settings_of(game: Game, lobby: Lobby) -> None:
    """Give a lobby, not saved yet, the settings with which this game was played."""
    before = game.lobby
    lobby.name = game.name
    lobby.edition = game.edition
    lobby.board, lobby.board_name = game.board, game.board_name
    lobby.pace = game.pace
    lobby.time_up = game.time_up
    lobby.more_time = game.more_time
    lobby.talk = game.talk
    lobby.guests_write = game.guests_write
    lobby.slow_mode = game.slow_mode
    lobby.languages = game.languages
    lobby.voice_link = game.voice_link
    lobby.is_ranked = game.is_ranked
    lobby.bot_level = game.bot_level
    lobby.bots_allowed = not game.is_ranked
    if before is not None:
        lobby.password = before.password
        lobby.fewest_players, lobby.most_players = before.fewest_players, before.most_players
        lobby.bots_allowed = before.bots_allowed
        # A rebalanced table of eight played the standard board; seven of them play the rebalanced one.
        lobby.board = before.board
    elif size := players_of(game.board):
        # A custom board is for one size, whatever the lobby that is gone said.
        lobby.fewest_players = lobby.most_players = size
    lobby.is_public = _may_be_listed(lobby, game)


def _may_be_listed(lobby: Lobby, game: Game) -> bool:
    """Whether the rematch is a public table, as the game was; nobody else sits down before its wait is over.

    A game behind a password whose password is gone with its lobby gets no table for everybody, nor does one without
    a time limit, where strangers would wait for each other for ever.
    """
    has_kept_password = bool(lobby.password) or not game.is_locked
    return game.is_public and has_kept_password and lobby.pace != Pace.NONE


def _seat_same_bots(lobby: Lobby, game: Game) -> None:
    if not lobby.bots_allowed:
        return
    taken = names_of(lobby.seats.select_related("user"))
    for seat in game.seats.exclude(bot_name=""):
        name = seat.bot_name if seat.bot_name not in taken else pick_bot_name(taken=taken)
        taken.append(name)
        LobbySeat.objects.create(lobby=lobby, bot_name=name, is_ready=True)
