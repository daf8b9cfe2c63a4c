"""Tables only: lobbies, games and what happened in them. Written by services, read by selectors."""

from games.models.chat import ChatMessage, Claim, GameNotes, Mute
from games.models.game import Game, GameEvent, Seat
from games.models.lobby import Lobby, LobbyRemoval, LobbySeat
from games.models.statistics import (
    CalibrationTally,
    CommunityTally,
    CountedGame,
    HeadToHead,
    PlayerStreak,
    PlayerTally,
)

__all__ = [
    "CalibrationTally",
    "ChatMessage",
    "Claim",
    "CommunityTally",
    "CountedGame",
    "Game",
    "GameEvent",
    "GameNotes",
    "HeadToHead",
    "Lobby",
    "LobbyRemoval",
    "LobbySeat",
    "Mute",
    "PlayerStreak",
    "PlayerTally",
    "Seat",
]
