"""How long a decision may take at each pace."""

from enum import StrEnum


class Pace(StrEnum):
    """How long people may think."""

    QUICK = "quick"
    RELAXED = "relaxed"
    TALK = "talk"
    NONE = "none"
