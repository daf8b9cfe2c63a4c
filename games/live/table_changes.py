"""What is new at a table since the last version, worked out once for all who read one language.

Doors: PublicScreen, show_public, News, OwnScreen, own_changes. What everybody may see is presented from
a spectator's Observation; a viewer's own part only when what it follows from has changed.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeGuard

from games import agreement
from games.engine.events import Openness, audience
from games.engine.vocabulary import SeatNumber
from games.live import render
from games.live.history import log_changes, rendered_log
from games.live.rendering_context import Reading
from games.live.talk import claim_slots
from games.presenters.table.decision import DecisionView
from games.presenters.table.knowledge import OwnKnowledgeView, SecretRoleView
from games.presenters.table.phase import PhaseSentenceView, present_phase_aside
from games.presenters.table.regions import (
    OwnTableView,
    Region,
    by_id,
    own_basis,
    present_own_table,
    present_public_table,
)
from games.presenters.table.rounds import RoundHeadView
from games.table import GameTable
from games.transport.diff import diff
from games.values.chat import SaidLines

ShownRegions = dict[str, Region]


@dataclass(slots=True)
class PublicScreen:
    """What all screens in one language show alike, and of which version."""

    shown: ShownRegions = field(default_factory=dict)
    version: int = 0
    round: int = 0

    def has_come_to(self, table: GameTable) -> None:
        """Say that the screens show this version now."""
        self.version, self.round = table.version, table.state.round


@dataclass(slots=True)
class OwnScreen:
    """What all viewers of one kind have on the screen for themselves."""

    shown: ShownRegions = field(default_factory=dict)
    basis: object = None
    """What it followed from, the ballots of others apart."""
    view: OwnTableView | None = None


def show_public(reading: Reading, screen: PublicScreen) -> list[str]:
    """The whole public table."""
    regions = public_regions(reading)
    screen.shown = dict(by_id(regions))
    screen.has_come_to(reading.table)
    return [reading.rendered(region) for region in regions]


def public_regions(reading: Reading) -> tuple[Region, ...]:
    """What everybody sees."""
    seen = reading.seen_by(None)
    return present_public_table(seen, reading.players, reading.facts).public_regions()


def own_regions(
    reading: Reading, viewer: SeatNumber | None, screen: OwnScreen
) -> tuple[Region, ...]:
    """What this viewer alone is told or asked."""
    table, seen = reading.table, reading.seen_by(viewer)
    # What people ask each other changes with the seating; whom a held table waits for, with ballots.
    asked = (
        table.seating,
        table.state.voted if table.hold or agreement.has_open_motion(table) else None,
    )
    basis = (*own_basis(seen, reading.players), asked)
    aside = present_phase_aside(seen, viewer)
    if screen.view is not None and screen.basis == basis:
        return (aside,)
    screen.basis = basis
    screen.view = present_own_table(seen, reading.players, reading.facts)
    return (aside, *screen.view.own_regions())


def show_own(reading: Reading, viewer: SeatNumber | None, screen: OwnScreen) -> list[str]:
    """All of a viewer's own part."""
    screen.view = None
    regions = own_regions(reading, viewer, screen)
    screen.shown = dict(by_id(regions))
    return [reading.rendered(region) for region in regions]


def own_changes(
    viewer: SeatNumber | None, screen: OwnScreen, news: "News"
) -> tuple[list[str], list[str]]:
    """What these viewers are sent of a new version; apart what tells of their secrets."""
    if news.leaves_alone(viewer):
        return [news.for_bystanders(viewer, screen)], []
    reading = news.reading
    regions = own_regions(reading, viewer, screen)
    changed = [new for _old, new in diff(screen.shown, by_id(regions))]
    assert screen.view is not None
    sentence = screen.view.phase_sentence
    is_new = any(region.id == sentence.id for region in changed)
    html, secret = list(news.public), list[str]()
    for region in changed:
        (secret if _is_secret(region) else html).append(reading.rendered(region))
    lies_open = news.opens_all or news.is_for_everybody(viewer)
    (html if lies_open else secret).extend(news.lines(viewer))
    html += news.announced(viewer, sentence if is_new else None)
    return html, secret


def _is_secret(region: Region) -> bool:
    match region:
        case SecretRoleView() | OwnKnowledgeView():
            return True
        case DecisionView() as decision:
            return decision.is_secret
        case _:
            return False


class News:
    """What has happened at a table since the version on the screens."""

    def __init__(
        self, reading: Reading, screen: PublicScreen, before: GameTable | None, said: SaidLines
    ) -> None:
        table = reading.table
        self.reading, self.said = reading, said
        self.since, self.round = screen.version, screen.round
        self.events = table.log[screen.version :]
        self.opens_all = reading.is_over and bool(self.events)
        """Whether the game has ended: the whole history lies open now, and is told anew in its order."""
        self._told_more = {
            told for event in self.events if not isinstance(told := audience(event), Openness)
        }
        self._only_ballots = _is_same_decision(before, table) and before.version == self.since
        self._lines: dict[SeatNumber | None, list[str]] = {}
        self._announced: dict[tuple[SeatNumber | None, PhaseSentenceView | None], list[str]] = {}
        self._for_bystanders: dict[Hashable, str] = {}
        self.public = self._public_changes(screen.shown)
        screen.has_come_to(table)

    def _public_changes(self, shown: ShownRegions) -> list[str]:
        log = log_changes(self.reading, None, since=self.since, round_=self.round)
        changed = diff(shown, by_id((*public_regions(self.reading), *log.heads)))
        if not self.opens_all:
            self._lines[None] = [self.reading.rendered(view) for view in log.appended]
        return [
            self.reading.rendered(new, _least(old, new))
            for old, new in changed
            # The head of a round that has just begun comes with its entry.
            if old is not None
        ]

    def leaves_alone(self, viewer: SeatNumber | None) -> bool:
        """Whether others have marked their ballots, and that was all: no own part follows from it."""
        return self._only_ballots and viewer not in self._told_more

    def for_bystanders(self, viewer: SeatNumber | None, screen: OwnScreen) -> str:
        """What somebody whom it leaves alone is sent: the same for all but their asides."""
        reading = self.reading
        aside = present_phase_aside(reading.seen_by(None), viewer)
        is_new = bool(diff(screen.shown, by_id((aside,))))
        new = aside if is_new else None
        if new not in self._for_bystanders:
            asides = [reading.rendered(aside)] if is_new else []
            told = [*self.public, *asides, *self.lines(None), *self.announced(None, None)]
            self._for_bystanders[new] = "\n".join(told)
        return self._for_bystanders[new]

    def lines(self, viewer: SeatNumber | None) -> list[str]:
        """What is new in the log; all of it after the end, when everybody reads the same."""
        if self.opens_all:
            claims = claim_slots(self.reading, self.said)
            return [rendered_log(self.reading, None, claims)[1]]
        reader = self._reader(viewer)
        if reader not in self._lines:
            log = log_changes(self.reading, reader, since=self.since, round_=self.round)
            self._lines[reader] = [self.reading.rendered(view) for view in log.appended]
        return self._lines[reader]

    def announced(
        self, viewer: SeatNumber | None, sentence: PhaseSentenceView | None
    ) -> list[str]:
        """What a screen reader says of it, and of the sentence if that is new."""
        key = (self._reader(viewer), sentence)
        if key not in self._announced:
            told = render.announcements(self.reading, key[0], self.events, sentence)
            self._announced[key] = [self.reading.rendered(region) for region in told]
        return self._announced[key]

    def is_for_everybody(self, viewer: SeatNumber | None) -> bool:
        """Whether this viewer's log says no more than anybody's."""
        return self._reader(viewer) is None

    def _reader(self, viewer: SeatNumber | None) -> SeatNumber | None:
        """Whose log it is: everybody's, unless this viewer was told more than everybody."""
        return viewer if viewer in self._told_more or self.reading.is_over else None


def _is_same_decision(before: GameTable | None, table: GameTable) -> TypeGuard[GameTable]:
    """Whether the table still waits for the same, under the same conditions: at most ballots came."""
    return (
        before is not None
        and before.decision == table.decision
        and before.seating == table.seating
        and before.occupants == table.occupants
        and not table.hold
        and not agreement.has_open_motion(table)
    )


def _least(old: Region, new: Region) -> str:
    """The template of what is to be sent of a changed region: of a round's head maybe its marks alone."""
    if (
        isinstance(old, RoundHeadView)
        and isinstance(new, RoundHeadView)
        and old.government == new.government
    ):
        return new.marks_template
    return new.template
