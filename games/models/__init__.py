"""Tables only: lobbies, games and what happened in them. Written by services, read by selectors."""

from games.models.game import Game, GameEvent, Seat
from games.models.lobby import Lobby, LobbyRemoval, LobbySeat

__all__ = ["Game", "GameEvent", "Lobby", "LobbyRemoval", "LobbySeat", "Seat"]
