"""What these tables hold about one person, for the person: nothing of a running game but the seat and one's own words."""

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.models import Invitation
from games.selectors.tally_columns import TALLY_COLUMNS

OWN_TABLES: dict[str, tuple[str, ...]] = {
    "games.ChatMessage.user": (
        "game__code", "number", "channel", "round", "text", "phrase", "about", "created_at",
        "claim__kind", "claim__round", "claim__content",
    ),
    "games.EarnedHonour.user": ("honour", "game__code", "earned_at"),
    "games.GameNotes.user": ("game__code", "text", "marks"),
    "games.HeadToHead.user": (
        "kind", "other__username", "same_games", "same_wins", "opposite_games", "opposite_wins",
    ),
    "games.Invitation.by": ("lobby__code", "user__username", "created_at"),
    "games.Invitation.user": ("lobby__code", "created_at", "declined_at"),
    "games.Lobby.host": (
        "code", "name", "status", "board", "board_name", "languages", "voice_link", "created_at",
    ),
    "games.LobbyMessage.user": ("lobby__code", "number", "text", "phrase", "created_at"),
    "games.LobbySeat.user": ("lobby__code", "name", "joined_at", "seen_at"),
    "games.Mute.user": ("muted__username",),
    "games.PlayerRating.user": (
        "rating", "uncertainty", "liberal", "fascist", "games", "wins", "peak", "peak_at",
    ),
    "games.PlayerStreak.user": ("kind", "current", "longest_won", "longest_lost"),
    "games.PlayerTally.user": ("kind", "role", "size", *TALLY_COLUMNS),
    "games.SeasonStanding.user": ("season", "games", "wins", "expected", "over_expectation"),
    "games.Seat.user": ("game__code", "game__started_at", "number", "name", "emblem"),
    "games.SeatResult.user": (
        "result__game__code", "seat", "role", "team", "won", "is_leaver", "kind", "result__board", "size",
        "ended_at", "rating_before", "rating_after", "accuracy",
    ),
    "games.TableWish.user": (
        "fewest_players", "most_players", "language", "ranked", "paces", "told_at",
    ),
}  # fmt: skip


def told_rows(user: User) -> dict[str, QuerySet[Any]]:
    """Return the rows a person is told of, for tables that also hold what a block keeps from them."""
    return {"games.Invitation.user": Invitation.objects.filter(user=user, is_told=True)}
