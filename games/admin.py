"""Lobbies, games and results in the admin: read-only, but lobbies can be closed and games annulled.

Every change goes through the services. Even staff cannot see into a running game.
"""

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin import ReadOnlyAdmin
from accounts.models import User
from games.models import (
    Game,
    GameEvent,
    GameResult,
    Lobby,
    LobbyRemoval,
    LobbySeat,
    Seat,
    SeatResult,
)
from games.services.lobby import close_lobby
from games.services.result import annul
from games.values.refusals import GameError
from games.words.admin import BoardFilter, WordedAdmin, WordedInline, WordFilter

if TYPE_CHECKING:  # generic in the stubs only
    SeatAdminInline = admin.TabularInline[LobbySeat, Lobby]
    RemovalAdminInline = admin.TabularInline[LobbyRemoval, Lobby]
    GameSeatAdminInline = admin.TabularInline[Seat, Game]
    GameEventModelAdmin = admin.ModelAdmin[GameEvent]
else:
    SeatAdminInline = RemovalAdminInline = GameSeatAdminInline = admin.TabularInline
    GameEventModelAdmin = admin.ModelAdmin


class LobbySeatInline(ReadOnlyAdmin, SeatAdminInline):
    """The seats of a lobby."""

    model = LobbySeat
    fields = ("user", "bot_name", "is_ready", "joined_at")
    readonly_fields = fields


class LobbyRemovalInline(ReadOnlyAdmin, RemovalAdminInline):
    """The people whom the host removed."""

    model = LobbyRemoval
    fields = ("user", "created_at")
    readonly_fields = fields


@admin.register(Lobby)
class LobbyAdmin(ReadOnlyAdmin, WordedAdmin):
    """Lobbies, without their passwords."""

    list_display = ("code", "name", "host", "status", "is_public", "is_ranked", "changed_at")
    list_filter = (
        "status", "is_public", "is_ranked", ("pace", WordFilter), ("edition", WordFilter), BoardFilter,
    )  # fmt: skip
    list_select_related = ("host",)
    search_fields = ("code", "name", "host__username", "host__guest_name")
    exclude = ("password",)
    inlines = (LobbySeatInline, LobbyRemovalInline)
    actions = ("close_lobbies",)

    @admin.action(description=_("Close the selected lobbies"), permissions=["view"])
    def close_lobbies(self, request: HttpRequest, lobbies: QuerySet[Lobby]) -> None:
        """Close open lobbies; a started lobby is only a link to its game."""
        closed = 0
        for lobby in lobbies:
            try:
                close_lobby(lobby_id=lobby.pk)
            except GameError:
                continue
            closed += 1
        sentence = ngettext("%(count)s lobby closed.", "%(count)s lobbies closed.", closed)
        messages.success(request, sentence % {"count": closed})


class GameSeatInline(ReadOnlyAdmin, GameSeatAdminInline):
    """The seats of a game."""

    model = Seat
    fields = ("number", "user", "bot_name", "has_stand_in")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin, WordedAdmin):
    """Games, with the facts that everybody at the table knows."""

    list_display = ("code", "name", "player_count", "status", "phase", "round", "started_at")
    list_filter = (
        "status", "is_ranked", "has_bots", "player_count",
        ("edition", WordFilter), BoardFilter, ("victory", WordFilter),
    )  # fmt: skip
    search_fields = ("code", "name")
    inlines = (GameSeatInline,)


@admin.register(GameEvent)
class GameEventAdmin(ReadOnlyAdmin, GameEventModelAdmin):
    """The event logs of finished games; those of running games stay closed to staff."""

    list_display = ("game", "seq", "kind", "payload", "created_at")
    list_filter = ("kind",)
    list_select_related = ("game",)
    search_fields = ("game__code",)
    exclude = ("action_key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameEvent]:
        """Return finished games only, for the list and for every page behind it."""
        return super().get_queryset(request).filter(game__status=Game.Status.FINISHED)


class SeatResultInline(ReadOnlyAdmin, WordedInline):
    """The results by seat."""

    model = SeatResult
    fields = (
        "seat",
        "user",
        "role",
        "won",
        "is_leaver",
        "is_rated",
        "rating_before",
        "rating_after",
    )


@admin.register(GameResult)
class GameResultAdmin(ReadOnlyAdmin, WordedAdmin):
    """Results of finished games; a ranked game is annulled when the site was at fault."""

    list_display = ("game", "kind", "size", "winner", "void", "ended_at")
    list_filter = (
        "kind", "void", "size", ("edition", WordFilter), BoardFilter, ("winner", WordFilter),
    )  # fmt: skip
    list_select_related = ("game",)
    search_fields = (
        "game__code",
        "game__name",
        "seats__user__username",
        "seats__user__guest_name",
    )
    inlines = (SeatResultInline,)
    actions = ("annul_games",)

    def has_annul_permission(self, request: HttpRequest) -> bool:
        """Whether the user may annul: a permission of its own, as it changes everybody's later ratings."""
        return request.user.has_perm("games.change_gameresult")

    @admin.action(description=_("Annul the selected ranked games"), permissions=["annul"])
    def annul_games(self, request: HttpRequest, results: QuerySet[GameResult]) -> None:
        """Annul the chosen games; the clock then rates all later games again and notifies people."""
        by = request.user
        assert isinstance(by, User)
        annulled = sum(
            annul(game_id=game_id, by=by) for game_id in results.values_list("pk", flat=True)
        )
        sentence = ngettext(
            "%(count)s game annulled. All later ratings are being computed anew.",
            "%(count)s games annulled. All later ratings are being computed anew.",
            annulled,
        )
        messages.success(request, sentence % {"count": annulled})
