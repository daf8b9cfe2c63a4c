"""Closing an account: the person's seats, talk and notes.

The seat stays: a finished game shows "deleted player", a running one goes on with a stand-in. The
clock also calls in here, to seat missing stand-ins.
"""

from django.conf import settings
from django.db.models import F, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import (
    ChatMessage,
    Game,
    GameNotes,
    Invitation,
    Lobby,
    LobbyMessage,
    LobbyRemoval,
    LobbySeat,
    Mute,
    Seat,
    TableWish,
)
from games.selectors.table_cache import forget
from games.services.game import set_stand_in
from games.services.lobby import usual_table_name
from games.services.lobby_leaving import leave_open_lobbies
from games.transport.broadcast import announce_game


def delete_private_data(*, user: User) -> None:
    """Delete this person's private data and messages; call it inside a transaction.

    A deleted message leaves its place empty; claims and ready-made sentences stay, as they are
    part of the game. Locks the person's games and then the lobbies first, in order, as a rematch does
    (lobby_rematch), so that transactions cannot deadlock.
    """
    here = Q(pk__in=Seat.objects.filter(user=user).values("game_id"))
    here |= Q(pk__in=ChatMessage.objects.filter(user=user).values("game_id"))
    games = Game.objects.select_for_update(no_key=True).filter(here).order_by("pk")
    game_ids = list(games.values_list("pk", flat=True))
    lobbies = LobbySeat.objects.filter(user=user).values("lobby_id")
    list(Lobby.objects.select_for_update(no_key=True).filter(pk__in=lobbies).order_by("pk"))
    GameNotes.objects.filter(user=user).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    LobbyRemoval.objects.filter(user=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(by=user)).delete()
    TableWish.objects.filter(user=user).delete()
    _delete_marks_on(user)
    # The key of a line is a digest of its words.
    ChatMessage.objects.filter(user=user).update(text="", message_key=None, name="")
    LobbyMessage.objects.filter(user=user).delete()
    LobbySeat.objects.filter(user=user).update(name="")
    Seat.objects.filter(user=user).update(name="", emblem="")
    # The host's own links to voice rooms.
    Lobby.objects.filter(host=user).exclude(voice_link="").update(voice_link="")
    Game.objects.filter(lobby__host=user).exclude(voice_link="").update(voice_link="")
    Game.objects.filter(pk__in=game_ids).update(seating=F("seating") + 1)


def _delete_marks_on(user: User) -> None:
    """Delete other people's marks on this person; those in a running game stay, as the seat plays on."""
    seats = Seat.objects.filter(user=user).exclude(game__status=Game.Status.RUNNING)
    numbers = dict(seats.values_list("game_id", "number"))
    for sheet in GameNotes.objects.filter(game_id__in=numbers).exclude(marks={}):
        if sheet.marks.pop(str(numbers[sheet.game_id]), None) is not None:
            sheet.save(update_fields=["marks"])


def seat_missing_stand_ins() -> int:
    """Seat stand-ins for people with closed accounts, whatever happened before; return how many."""
    gone = User.objects.filter(closed_at__isnull=False)
    waiting = LobbySeat.objects.filter(user__in=gone, lobby__status=Lobby.Status.OPEN)
    for seat in waiting.select_related("user"):
        if seat.user is not None:
            leave_open_lobbies(user=seat.user)
    empty = Seat.objects.filter(
        user__in=gone, has_stand_in=False, game__status=Game.Status.RUNNING
    )
    found = list(empty.values_list("game_id", "number"))
    for game_id, number in found:
        set_stand_in(game_id=game_id, seat=number, has_stand_in=True)
    return len(found)


def refresh_tables_of(*, user: User) -> None:
    """Let every table where this person sat or spoke be read again, without the name, and play on."""
    running = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, has_stand_in=False)
    for game_id, number in running.values_list("game_id", "number"):
        set_stand_in(game_id=game_id, seat=number, has_stand_in=True)
    here = Q(pk__in=Seat.objects.filter(user=user).values("game_id"))
    here |= Q(pk__in=ChatMessage.objects.filter(user=user).values("game_id"))
    newest = Game.objects.filter(here).order_by("-started_at")
    for game_id, version in newest.values_list("pk", "version")[:20]:
        # Read inside the transaction: nothing may stay cached if it is rolled back.
        forget(game_id)
        announce_game(game_id, version, reseated=True)


def rename_tables_of(user: User, former_name: str, name: str = "") -> None:
    """Rename tables that were called after this person by default; an empty `name` is that of a closed account."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told = usual_table_name(former_name)
            new_name = usual_table_name(name or _("deleted player"))
        # Only this person's tables: guests share names.
        Lobby.objects.filter(name=told, host=user).update(name=new_name)
        Game.objects.filter(name=told, seats__user=user).update(name=new_name)
