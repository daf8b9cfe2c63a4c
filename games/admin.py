"""Lobbies and games in the admin: looked at, and lobbies closed if need be.

Nothing is edited past the services, and nobody, staff included, sees into a running game.
"""

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import Game, GameEvent, Lobby, LobbyRemoval, LobbySeat, Seat
from games.services.errors import GameError
from games.services.lobby import close_lobby

if TYPE_CHECKING:  # generic in the stubs only
    SeatAdminInline = admin.TabularInline[LobbySeat, Lobby]
    RemovalAdminInline = admin.TabularInline[LobbyRemoval, Lobby]
    GameSeatAdminInline = admin.TabularInline[Seat, Game]
    LobbyModelAdmin = admin.ModelAdmin[Lobby]
    GameModelAdmin = admin.ModelAdmin[Game]
    GameEventModelAdmin = admin.ModelAdmin[GameEvent]
else:
    SeatAdminInline = RemovalAdminInline = GameSeatAdminInline = admin.TabularInline
    LobbyModelAdmin = GameModelAdmin = GameEventModelAdmin = admin.ModelAdmin


class OnlyLookedAt:
    """Rows that services write and the admin shows."""

    def has_add_permission(self, *_args: object) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, *_args: object) -> bool:
        """Nothing is edited here."""
        return False

    def has_delete_permission(self, *_args: object) -> bool:
        """Nothing is deleted here."""
        return False


class LobbySeatInline(OnlyLookedAt, SeatAdminInline):
    """Who sits in it."""

    model = LobbySeat
    fields = ("user", "bot_name", "is_ready", "joined_at")
    readonly_fields = fields


class LobbyRemovalInline(OnlyLookedAt, RemovalAdminInline):
    """Whom the host removed."""

    model = LobbyRemoval
    fields = ("user", "created_at")
    readonly_fields = fields


@admin.register(Lobby)
class LobbyAdmin(OnlyLookedAt, LobbyModelAdmin):
    """Lobbies, without their passwords."""

    list_display = ("code", "name", "host", "status", "is_public", "is_ranked", "changed_at")
    list_filter = ("status", "is_public", "is_ranked", "pace", "edition")
    list_select_related = ("host",)
    search_fields = ("code", "name", "host__username")
    exclude = ("password",)
    inlines = (LobbySeatInline, LobbyRemovalInline)
    actions = ("close_lobbies",)

    @admin.action(description=_("Close the selected lobbies"), permissions=["view"])
    def close_lobbies(self, request: HttpRequest, lobbies: QuerySet[Lobby]) -> None:
        """Close what is still open; a started lobby is only a link to its game."""
        closed = 0
        for lobby in lobbies:
            try:
                close_lobby(lobby_id=lobby.pk)
            except GameError:
                continue
            closed += 1
        sentence = ngettext("%(count)s lobby closed.", "%(count)s lobbies closed.", closed)
        messages.success(request, sentence % {"count": closed})


class GameSeatInline(OnlyLookedAt, GameSeatAdminInline):
    """Who sits where."""

    model = Seat
    fields = ("number", "user", "bot_name", "has_stand_in")


@admin.register(Game)
class GameAdmin(OnlyLookedAt, GameModelAdmin):
    """Games, by what everybody at the table knows of them."""

    list_display = ("code", "name", "player_count", "status", "phase", "round", "started_at")
    list_filter = ("status", "is_ranked", "has_bots", "player_count", "edition", "victory")
    search_fields = ("code", "name")
    inlines = (GameSeatInline,)


@admin.register(GameEvent)
class GameEventAdmin(OnlyLookedAt, GameEventModelAdmin):
    """The event logs of finished games; a running game's is nobody's to read."""

    list_display = ("game", "seq", "kind", "payload", "created_at")
    list_filter = ("kind",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    exclude = ("action_key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        """Finished games only, in the list and on every page behind it."""
        return super().get_queryset(request).filter(game__status=Game.Status.FINISHED)
