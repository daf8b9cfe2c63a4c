"""Actor: who caused an event of a game."""

from enum import StrEnum


class Actor(StrEnum):
    """Who acted; all events that follow from one action have the same actor."""

    PERSON = "person"
    """The person in the seat."""
    BOT = "bot"
    """The bot whose seat it is."""
    STAND_IN = "stand_in"
    """A bot in the seat of a person who is away (R-113)."""
    CLOCK = "clock"
    """No seat at all: the deal, when a game starts by itself."""
