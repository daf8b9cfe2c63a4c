"""Sentences about a game whose policies a page draws as cards, and says in words elsewhere."""

import re
from collections.abc import Iterable

from games.engine.vocabulary import Policy
from games.presenters.table.knowledge import names_of_policies
from games.presenters.view import view_model

# Where policies stand in a sentence: drawn as cards by a page, said in words elsewhere.
_POLICIES = re.compile("\x02([FL]*)\x03")


@view_model
class Part:
    """A piece of a sentence: words, or the letters of policies that are drawn as cards."""

    words: str
    policies: str = ""


def parts_of(text: str) -> tuple[Part, ...]:
    """Return a sentence in pieces, so that its policies can be drawn."""
    pieces = _POLICIES.split(text)
    return tuple(
        Part(words=names_of_policies(tuple(Policy(letter) for letter in piece)), policies=piece)
        if place % 2
        else Part(words=piece)
        for place, piece in enumerate(pieces)
        if piece
    )


def as_cards(policies: Iterable[Policy]) -> str:
    """Mark policies in a sentence, so that a page can draw them; see parts_of."""
    return f"\x02{''.join(policy.value for policy in policies)}\x03"
