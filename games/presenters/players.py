"""The players of a table as everybody sees them: names, bots, stand-ins."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext as _

from accounts.emblems import emblem_of_name
from games.engine.vocabulary import SeatNumber
from games.presenters.view import view_model
from games.values.bots import BotLevel

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@view_model
class Player:
    """One player; the players of a table are in the order of seats."""

    name: str
    face: str = ""
    is_bot: bool = False
    level: BotLevel = BotLevel.REGULAR
    """How well a bot plays."""
    has_stand_in: bool = False


def named_players(names: Iterable[str]) -> tuple[Player, ...]:
    """Return players known by their names only; the same name has the same face."""
    return tuple(Player(name=name, face=emblem_of_name(name)) for name in names)


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


def stand_in_for(name: str) -> str:
    """Return the name of somebody for whom a stand-in acted, ready for a sentence."""
    return _("%(name)s (stand-in)") % {"name": name}


def names_of(players: tuple[Player, ...], seats: tuple[SeatNumber, ...]) -> tuple[str, ...]:
    """Return the names of some seats, ready for a sentence."""
    return tuple(in_a_sentence(players[seat].name) for seat in seats)
