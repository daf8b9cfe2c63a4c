"""Honours: what somebody has earned by playing well, once for all; each has one rule."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Honour(StrEnum):
    """What can be earned in finished games without bots; statistics.honours has the rules."""

    HONEST = "honest"
    SURE_VOTES = "sure_votes"
    DETECTIVE = "detective"
    EXECUTED_HITLER = "executed_hitler"
    LAST_LIBERAL = "last_liberal"
    CLEAN_BOARD = "clean_board"
    FROM_THE_BRINK = "from_the_brink"
    WISE_VETO = "wise_veto"
    GAVE_LIFE = "gave_life"
    KINGMAKER = "kingmaker"
    BLUFF = "bluff"
    LAST_FASCIST = "last_fascist"
    TURNED_AROUND = "turned_around"
    LONG_WAY = "long_way"
    AGAINST_THE_ODDS = "against_the_odds"
    FIVE_IN_A_ROW = "five_in_a_row"
    TEN_TO_THE_END = "ten_to_the_end"
    HUNDRED_TO_THE_END = "hundred_to_the_end"
    EVERY_SIZE = "every_size"
    EVERY_ROLE = "every_role"
    BOTH_SIDES = "both_sides"
    FIFTY_PEOPLE = "fifty_people"


@dataclass(frozen=True, slots=True, kw_only=True)
class HonourEarned:
    """An honour of one person, and the game that earned it."""

    honour: Honour
    earned_at: datetime
    """When the game ended."""
    code: str
    """The game's code; empty if the reader may not watch it again."""
