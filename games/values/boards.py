"""Plain values about boards that clubs keep: where one may be kept, and which ones a host may choose."""

from dataclasses import dataclass

from games.engine.board import BoardCode


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeeper:
    """A club for which a person may keep a board."""

    name: str
    key: str
    """What tells it apart on the page."""
    url: str
    """Where the form that keeps a board goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBoard:
    """A board that a club of the host has kept."""

    id: int
    club: str
    name: str
    code: BoardCode
