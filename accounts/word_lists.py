"""The words that staff have listed, as each process knows them: names and lines of talk are checked against them."""

from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.listed_words import Matcher, Word, compile_words, contains_listed, split_words
from accounts.word_models import ListedWord

KNOWN_FOR_SECONDS = 5.0
"""After so long a process asks the database again, in one query, when somebody writes."""

_Row = tuple[str, str, bool, bool, bool]


class _Known(NamedTuple):
    """The rows of the list, and until when they are not read again."""

    until: float
    rows: tuple[_Row, ...]


_known: _Known | None = None


def refuse_listed_name(name: str) -> None:
    """Raise ValidationError for a name, of a person or a table, that contains a listed word."""
    if contains_listed(name, _matcher(_rows(), for_names=True), is_name=True):
        sentence = _(
            "This name contains a word that is not welcome here. Please choose another one."
        )
        raise ValidationError(sentence, code="name_listed")


def is_listed_talk(text: str) -> bool:
    """Whether a line of talk contains a listed word."""
    return contains_listed(text, _matcher(_rows(), for_names=False), is_name=False)


def forget_words() -> None:
    """Forget the list that this process has read, so that the next check reads the database."""
    global _known
    _known = None


def _rows() -> tuple[_Row, ...]:
    global _known
    known, now = _known, monotonic()
    if known is None or known.until < now:
        columns = ("word", "fine", "in_names", "in_talk", "is_anywhere")
        rows = ListedWord.objects.order_by("pk").values_list(*columns)
        known = _known = _Known(now + KNOWN_FOR_SECONDS, tuple(rows))
    return known.rows


@lru_cache(maxsize=2)
def _matcher(rows: tuple[_Row, ...], *, for_names: bool) -> Matcher:
    # Takes a tenth of a second: once in each process, and after a change.
    return compile_words(
        Word(text, is_anywhere, split_words(fine))
        for text, fine, in_names, in_talk, is_anywhere in rows
        if (in_names if for_names else in_talk)
    )
