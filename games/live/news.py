"""What is new at a table since the last version, worked out once for all who read one language.

Doors: PublicScreen, show_public, News, OwnScreen, own_changes. What everybody may see is presented from
a spectator's Observation; a viewer's own part only when what it follows from has changed.
"""

from dataclasses import dataclass, field
from typing import Any

from games.engine import observe
from games.engine.events import is_told_to
from games.engine.vocabulary import SeatNumber
from games.live import render
from games.live.history import log_changes
from games.presenters.decision import DecisionView
from games.presenters.knowledge import OwnKnowledgeView, SecretRoleView
from games.presenters.phase import PhaseSentenceView, present_phase_aside
from games.presenters.rounds import RoundHeadView
from games.presenters.table import (
    OwnTableView,
    Region,
    own_basis,
    present_own_table,
    present_public_table,
)
from games.selectors.game import GameTable

Shown = dict[str, Region]


@dataclass(slots=True)
class PublicScreen:
    """What all screens in one language show alike, and of which version."""

    shown: Shown = field(default_factory=dict)
    version: int = 0
    round: int = 0

    def has_come_to(self, table: GameTable) -> None:
        """Say that the screens show this version now."""
        self.version, self.round = table.version, table.state.round


@dataclass(slots=True)
class OwnScreen:
    """What all viewers of one kind have on the screen for themselves."""

    shown: Shown = field(default_factory=dict)
    basis: object = None
    """What it followed from, the ballots of others apart."""
    view: OwnTableView | None = None


def show_public(table: GameTable, screen: PublicScreen) -> list[str]:
    """The whole public table, in the active language."""
    regions = public_regions(table)
    screen.shown = {region.id: region for region in regions}
    screen.has_come_to(table)
    return [render.render_region(region) for region in regions]


def public_regions(table: GameTable) -> tuple[Region, ...]:
    """What everybody sees, in the active language."""
    seen = observe(table.state, None)
    return present_public_table(seen, render.players(table), render.facts(table)).public_regions()


def own_regions(
    table: GameTable, viewer: SeatNumber | None, screen: OwnScreen
) -> tuple[Region, ...]:
    """What this viewer alone is told or asked, in the active language."""
    seen = observe(table.state, viewer)
    players = render.players(table)
    # What people ask each other changes with the seating; whom a held table waits for, with ballots.
    asked = (table.seating, table.state.voted if table.hold else None)
    basis = (*own_basis(seen, players), asked)
    aside = region_of(present_phase_aside(seen))
    if screen.view is not None and screen.basis == basis:
        return (aside,)
    screen.basis = basis
    screen.view = present_own_table(seen, players, render.facts(table))
    return (aside, *screen.view.own_regions())


def show_own(table: GameTable, viewer: SeatNumber | None, screen: OwnScreen) -> list[str]:
    """All of a viewer's own part, in the active language."""
    screen.view = None
    regions = own_regions(table, viewer, screen)
    screen.shown = {region.id: region for region in regions}
    return [render.render_region(region) for region in regions]


def own_changes(
    table: GameTable, viewer: SeatNumber | None, screen: OwnScreen, news: "News"
) -> tuple[list[str], list[str]]:
    """What these viewers are sent of a new version; apart what tells of their secrets."""
    changed = [new for _old, new in _changed(screen.shown, own_regions(table, viewer, screen))]
    assert screen.view is not None
    sentence = screen.view.phase_sentence
    is_new = any(region.id == sentence.id for region in changed)
    html, secret = list(news.public), list[str]()
    for region in changed:
        (secret if _is_secret(region) else html).append(render.render_region(region))
    (html if news.is_for_everybody(viewer) else secret).extend(news.lines(viewer))
    html += news.announced(viewer, sentence if is_new else None)
    return html, secret


def _is_secret(region: Region) -> bool:
    match region.view:
        case SecretRoleView() | OwnKnowledgeView():
            return True
        case DecisionView() as decision:
            return decision.is_secret
        case _:
            return False


class News:
    """What has happened at a table since the version on the screens, in the active language."""

    def __init__(self, table: GameTable, screen: PublicScreen) -> None:
        self.table = table
        self.since, self.round = screen.version, screen.round
        self.events = table.log[screen.version :]
        self._lines: dict[SeatNumber | None, list[str]] = {}
        self._announced: dict[tuple[SeatNumber | None, PhaseSentenceView | None], list[str]] = {}
        self.public = self._public_changes(screen.shown)
        screen.has_come_to(table)

    def _public_changes(self, shown: Shown) -> list[str]:
        log = log_changes(self.table, None, since=self.since, round_=self.round)
        heads = [region_of(head) for head in log.heads]
        changed = _changed(shown, (*public_regions(self.table), *heads))
        self._lines[None] = [render.render_region(region_of(view)) for view in log.appended]
        return [
            render.render_region(_least(old, new))
            for old, new in changed
            # The head of a round that has just begun comes with its entry.
            if old is not None
        ]

    def lines(self, viewer: SeatNumber | None) -> list[str]:
        """What is new in the log."""
        reader = self._reader(viewer)
        if reader not in self._lines:
            log = log_changes(self.table, reader, since=self.since, round_=self.round)
            self._lines[reader] = [render.render_region(region_of(view)) for view in log.appended]
        return self._lines[reader]

    def announced(
        self, viewer: SeatNumber | None, sentence: PhaseSentenceView | None
    ) -> list[str]:
        """What a screen reader says of it, and of the sentence if that is new."""
        key = (self._reader(viewer), sentence)
        if key not in self._announced:
            told = render.announcements(self.table, key[0], self.events, sentence)
            self._announced[key] = [render.render_region(region) for region in told]
        return self._announced[key]

    def is_for_everybody(self, viewer: SeatNumber | None) -> bool:
        """Whether this viewer's log says no more than anybody's."""
        return self._reader(viewer) is None

    def _reader(self, viewer: SeatNumber | None) -> SeatNumber | None:
        """Whose log it is: everybody's, unless this viewer was told more than everybody."""
        over = self.table.is_over
        told_more = any(
            is_told_to(event, viewer, game_over=over)
            and not is_told_to(event, None, game_over=over)
            for event in self.events
        )
        return viewer if told_more or over else None


def region_of(view: Any) -> Region:
    """A view as a region."""
    return Region(id=view.id, template=view.template, view=view)


def _changed(shown: Shown, regions: tuple[Region, ...]) -> list[tuple[Region | None, Region]]:
    """The regions that differ from those shown, which are kept up to date: as they were and are."""
    changed = []
    for region in regions:
        old = shown.get(region.id)
        if old is None or old.view != region.view:
            shown[region.id] = region
            changed.append((old, region))
    return changed


def _least(shown: Region, region: Region) -> Region:
    """What is to be sent of a region that has changed: of a round's head maybe its marks alone."""
    old, new = shown.view, region.view
    if (
        isinstance(old, RoundHeadView)
        and isinstance(new, RoundHeadView)
        and old.government == new.government
    ):
        return Region(id=new.marks_id, template=new.marks_template, view=new)
    return region
