"""Ratings of riddles and of those who answer them: Elo, as if each first answer were a game between the two."""

from typing import Final

BEGINNING: Final = 1500.0
"""The rating of a person without an answer, and of a riddle that nobody has answered."""
_SCALE = 400
_STEP, _FIRST_STEP, _FIRST_ANSWERS = 16, 40, 20
_STEP_OF_RIDDLE = 8


def chance(person: float, riddle: float) -> float:
    """Return how likely a person with this rating answers a riddle with that rating rightly."""
    return float(1 / (1 + 10 ** ((riddle - person) / _SCALE)))


def after_answer(
    person: float, riddle: float, *, is_right: bool, answered: int
) -> tuple[float, float]:
    """Return both ratings after an answer; a person's moves faster for the first ones (`answered` before this)."""
    surprise = is_right - chance(person, riddle)
    step = _FIRST_STEP if answered < _FIRST_ANSWERS else _STEP
    return person + step * surprise, riddle - _STEP_OF_RIDDLE * surprise
