"""The language in which a table is told, and short texts in it, remembered: one action asks for some sixty of them.

Django finds out for each text which language is active, and looks it up in several catalogues. Here a room
says once which language it speaks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from django.utils import translation

__all__ = ["gettext", "pgettext", "speaking", "spoken_language"]

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Activate this language for what is told inside. No other one may be activated there."""
    with translation.override(language):
        before = _spoken.set(language)
        try:
            yield
        finally:
            _spoken.reset(before)


def spoken_language() -> str | None:
    """Return the language that is active."""
    return _spoken.get() or translation.get_language()


def gettext(message: str) -> str:
    """Return this text in the language that is active, as Django's function does."""
    return _text(spoken_language(), message)


def pgettext(context: str, message: str) -> str:
    """Return this text as it is said in this context."""
    return _text_in_context(spoken_language(), context, message)


@lru_cache(8192)
def _text(_language: str | None, message: str) -> str:
    return translation.gettext(message)


@lru_cache(8192)
def _text_in_context(_language: str | None, context: str, message: str) -> str:
    return translation.pgettext(context, message)
