"""What somebody has done for the first time, and what is still to come."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import pgettext_lazy

from games.values.firsts import First, FirstKind

if TYPE_CHECKING:
    from games.words.phrases import Phrase

# What each is called, and its symbol in symbols.svg.
_FIRSTS: "Final[dict[FirstKind, tuple[Phrase, str]]]" = {
    FirstKind.GAME: (pgettext_lazy("first of its kind", "First game"), "check"),
    FirstKind.WITHOUT_BOTS: (pgettext_lazy("first of its kind", "Without bots"), "chat"),
    FirstKind.LIBERAL: (pgettext_lazy("first of its kind", "Won as a liberal"), "dove"),
    FirstKind.FASCIST: (pgettext_lazy("first of its kind", "Won as a fascist"), "wolf"),
    FirstKind.HITLER: (pgettext_lazy("first of its kind", "Won as Hitler"), "hitler"),
    FirstKind.ELECTED: (pgettext_lazy("first of its kind", "Elected as Hitler"), "chancellor"),
    FirstKind.EXECUTED: (pgettext_lazy("first of its kind", "Hitler caught"), "power-execute"),
    FirstKind.FULL_TABLE: (pgettext_lazy("first of its kind", "A table of ten"), "person"),
    FirstKind.RANKED: (pgettext_lazy("first of its kind", "Ranked game"), "victory"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstView:
    """A stamp: printed once it has been done, an empty place until then."""

    name: "Phrase"
    symbol: str
    is_done: bool
    url: str = ""
    """The game: what decided it, and its replay."""
    ended_at: datetime | None = None


def present_firsts(found: Iterable[First]) -> tuple[FirstView, ...]:
    """Return one stamp for each thing that can be done, in order."""
    done = {each.kind: each for each in found}
    return tuple(_stamp(kind, done.get(kind)) for kind in FirstKind)


def _stamp(kind: FirstKind, first: First | None) -> FirstView:
    name, symbol = _FIRSTS[kind]
    if first is None:
        return FirstView(name=name, symbol=symbol, is_done=False)
    return FirstView(
        name=name,
        symbol=symbol,
        is_done=True,
        url=reverse("games:replay", args=[first.code]) if first.code else "",
        ended_at=first.ended_at,
    )
