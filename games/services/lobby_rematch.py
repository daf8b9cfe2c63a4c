"""A rematch: one lobby for the people of a finished game, with the same settings and bots."""

from django.db import transaction

from accounts.models import User
from games.models import Game, Lobby, LobbySeat, Seat
from games.services.bot_names import pick_bot_name
from games.services.lobby_seats import lock_person, names_of, sit_down, touch
from games.values.refusals import GameError, ServiceReason


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
        lobby = present.first() or Lobby(rematch_of=game, status=Lobby.Status.CLOSED)
        if lobby.status == Lobby.Status.CLOSED:
            _open(lobby, game, user)
        is_new = not lobby.seats.exists()
        if lobby.status == Lobby.Status.STARTED:
            raise GameError(ServiceReason.LOBBY_STARTED)
        if lobby.removals.filter(user=user).exists():
            raise GameError(ServiceReason.REMOVED_FROM_LOBBY)
        # By the name they had in the game; a rematch takes nobody's away.
        before = Seat.objects.filter(game=game, user=user).values_list("name", flat=True).first()
        sit_down(lobby, user, wanted=before or "")
        if is_new:
            _seat_same_bots(lobby, game)
    return lobby


def _open(lobby: Lobby, game: Game, user: User) -> None:
    """Open it as if for the first time: of an earlier opening, that everybody left, nothing stays."""
    before = game.lobby
    lobby.status = Lobby.Status.OPEN
    lobby.host = user
    lobby.check_ends_at = None
    lobby.name = game.name
    # An invitation to those of the game only; the host may open it to everybody.
    lobby.is_public = False
    lobby.edition = game.edition
    lobby.pace = game.pace
    lobby.time_up = game.time_up
    lobby.talk = game.talk
    lobby.is_ranked = game.is_ranked
    lobby.bots_allowed = not game.is_ranked
    if before is not None:
        lobby.password = before.password
        lobby.fewest_players, lobby.most_players = before.fewest_players, before.most_players
        lobby.bots_allowed = before.bots_allowed
    is_again = lobby.pk is not None
    lobby.save()
    if is_again:
        # Whom an earlier host sent away, the new one has not.
        lobby.removals.all().delete()
        touch(lobby)


def _seat_same_bots(lobby: Lobby, game: Game) -> None:
    if not lobby.bots_allowed:
        return
    taken = names_of(lobby.seats.select_related("user"))
    for seat in game.seats.exclude(bot_name=""):
        name = seat.bot_name if seat.bot_name not in taken else pick_bot_name(taken=taken)
        taken.append(name)
        LobbySeat.objects.create(lobby=lobby, bot_name=name, is_ready=True)
