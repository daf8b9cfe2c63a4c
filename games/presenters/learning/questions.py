"""Questions that come up at the table: each answered in two sentences, with the rule behind it.

The help shows them by subject, marked up for search engines (templates/games/help/_questions.html). They stand in
election_questions.py and policy_questions.py.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question and its answer."""

    anchor: str
    """Its place on the page, the same in every language."""
    question: "Phrase"
    answer: "Phrase"
    rulings: str
    """The rules and scenarios of RULES.md that settle it, such as "E-18 R-030"."""
    rule: str
    """The anchor in the rule help of the rule behind it."""
