"""Tables only: lobbies, games and what happened in them. Written by services, read by selectors."""

from games.models.chat import ChatMessage, Claim, GameNotes, Mute
from games.models.clock import ClockBeat
from games.models.fair_deal import DealShare, FairDeal
from games.models.game import Game, GameEvent, Seat
from games.models.honour import EarnedHonour
from games.models.invitation import Invitation
from games.models.lobby import Lobby, LobbyMessage, LobbyRemoval, LobbySeat
from games.models.packed_log import PackedLog
from games.models.rating import (
    PlayerRating,
    RatingCheckpoint,
    RatingState,
    SeasonStanding,
    SideBias,
)
from games.models.result import GameResult, SeatResult, Void
from games.models.statistics import (
    CalibrationTally,
    CommunityTally,
    CountedGame,
    HeadToHead,
    PlayerStreak,
    PlayerTally,
)
from games.models.table_wish import TableWish
from games.values.game_kind import GameKind

__all__ = [
    "CalibrationTally",
    "ChatMessage",
    "Claim",
    "ClockBeat",
    "CommunityTally",
    "CountedGame",
    "DealShare",
    "EarnedHonour",
    "FairDeal",
    "Game",
    "GameEvent",
    "GameKind",
    "GameNotes",
    "GameResult",
    "HeadToHead",
    "Invitation",
    "Lobby",
    "LobbyMessage",
    "LobbyRemoval",
    "LobbySeat",
    "Mute",
    "PackedLog",
    "PlayerRating",
    "PlayerStreak",
    "PlayerTally",
    "RatingCheckpoint",
    "RatingState",
    "SeasonStanding",
    "Seat",
    "SeatResult",
    "SideBias",
    "TableWish",
    "Void",
]
