"""Milestones that somebody has reached, and those still to come."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import pgettext_lazy

from games.presenters.view import view_model
from games.values.milestones import Milestone, MilestoneKind

if TYPE_CHECKING:
    from games.words.phrases import Phrase

# What each is called, and its symbol in symbols.svg.
_MILESTONES: "Final[dict[MilestoneKind, tuple[Phrase, str]]]" = {
    MilestoneKind.GAME: (pgettext_lazy("milestone", "First game"), "check"),
    MilestoneKind.WITHOUT_BOTS: (pgettext_lazy("milestone", "Without bots"), "chat"),
    MilestoneKind.LIBERAL: (pgettext_lazy("milestone", "Won as a liberal"), "dove"),
    MilestoneKind.FASCIST: (pgettext_lazy("milestone", "Won as a fascist"), "wolf"),
    MilestoneKind.HITLER: (pgettext_lazy("milestone", "Won as Hitler"), "hitler"),
    MilestoneKind.ELECTED: (pgettext_lazy("milestone", "Elected as Hitler"), "chancellor"),
    MilestoneKind.EXECUTED: (pgettext_lazy("milestone", "Hitler caught"), "power-execute"),
    MilestoneKind.FULL_TABLE: (pgettext_lazy("milestone", "A table of ten"), "person"),
    MilestoneKind.RANKED: (pgettext_lazy("milestone", "Ranked game"), "victory"),
}


@view_model
class MilestoneView:
    """A stamp: printed once it has been done, an empty place until then."""

    name: "Phrase"
    symbol: str
    is_done: bool
    url: str = ""
    """The game: what decided it, and its replay."""
    ended_at: datetime | None = None


def present_milestones(found: Iterable[Milestone]) -> tuple[MilestoneView, ...]:
    """Return one stamp for each thing that can be done, in order."""
    done = {each.kind: each for each in found}
    return tuple(_stamp(kind, done.get(kind)) for kind in MilestoneKind)


def _stamp(kind: MilestoneKind, reached: Milestone | None) -> MilestoneView:
    name, symbol = _MILESTONES[kind]
    if reached is None:
        return MilestoneView(name=name, symbol=symbol, is_done=False)
    return MilestoneView(
        name=name,
        symbol=symbol,
        is_done=True,
        url=reverse("games:replay", args=[reached.code]) if reached.code else "",
        ended_at=reached.ended_at,
    )
