"""The card of a finished game, the picture beside a shared link; it shows no secret.

Winner, ending, and the policies on both boards: all of it was public in the game.
"""

from games.engine.observation import Observation
from games.presenters.replay.text import description, headline
from games.presenters.view import view_model


@view_model
class CardSlot:
    """The position of one slot of a board."""

    x: int
    is_filled: bool


@view_model
class CardLine:
    """The position of one line of text: a drawing does not wrap."""

    y: int
    text: str


@view_model
class ReplayCardView:
    """The card, with positions in its drawing."""

    name: str
    winner: str
    lines: tuple[CardLine, ...]
    """The ending, line by line."""
    description: tuple[CardLine, ...]
    liberal: tuple[CardSlot, ...]
    fascist: tuple[CardSlot, ...]


_LONGEST_LINE = 34
_LONGEST_SMALL_LINE = 72
_SLOT = 84


def present_card(final: Observation, name: str) -> ReplayCardView:
    """The card in the active language."""
    rules = final.ruleset
    return ReplayCardView(
        name=name,
        winner="" if final.victory is None else final.victory.winner.value,
        lines=_broken(headline(final), _LONGEST_LINE, first=200, step=72),
        description=_broken(description(final), _LONGEST_SMALL_LINE, first=510, step=46),
        liberal=_slots(final.liberal_policies, rules.liberal_goal),
        fascist=_slots(final.fascist_policies, rules.fascist_goal),
    )


def _slots(count: int, goal: int) -> tuple[CardSlot, ...]:
    return tuple(CardSlot(x=place * _SLOT, is_filled=place < count) for place in range(goal))


def _broken(text: str, longest: int, *, first: int, step: int) -> tuple[CardLine, ...]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(CardLine(y=first + place * step, text=line) for place, line in enumerate(lines))
