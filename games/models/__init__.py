"""Tables only: lobbies, games and what happened in them. Written by services, read by selectors."""

from games.models.chat import ChatMessage, Claim, GameNotes, Mute
from games.models.game import Game, GameEvent, Seat
from games.models.lobby import Lobby, LobbyRemoval, LobbySeat

__all__ = [
    "ChatMessage",
    "Claim",
    "Game",
    "GameEvent",
    "GameNotes",
    "Lobby",
    "LobbyRemoval",
    "LobbySeat",
    "Mute",
    "Seat",
]
