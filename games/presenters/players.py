"""The players of a table as everybody sees them: names, bots, stand-ins."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from games.engine.vocabulary import SeatNumber

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player; the players of a table are in the order of seats."""

    name: str
    is_bot: bool = False
    has_stand_in: bool = False


@lru_cache(maxsize=4096)
def in_a_sentence(name: str) -> str:
    """Return a name isolated for any sentence: right-to-left names do not affect their surroundings."""
    if name.isascii():
        return name
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name):
        return f"\u2068{name}\u2069"
    return name


def name_of(players: tuple[Player, ...], seat: SeatNumber) -> str:
    """Return a seat's name, ready for a sentence."""
    return in_a_sentence(players[seat].name)


def names_of(players: tuple[Player, ...], seats: tuple[SeatNumber, ...]) -> tuple[str, ...]:
    """Return the names of some seats, ready for a sentence."""
    return tuple(in_a_sentence(players[seat].name) for seat in seats)
