"""What is new at a table since the last version, worked out once for all readers of one language.

The public part is presented from a spectator's Observation; a viewer's own part is presented again only
when something it depends on has changed.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from games.engine.events import Told
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
from games.selectors.seen_table import SeenTable
from games.transport.diff import diff
from games.values.chat import SaidLines

ShownRegions = dict[str, Region]


@dataclass(slots=True)
class PublicScreen:
    """What all screens in one language show alike, and of which version."""

    shown: ShownRegions = field(default_factory=dict)
    seen: SeenTable | None = None
    """The table as a spectator knew it then."""

    @property
    def version(self) -> int:
        """Which version the screens show; 0 before the first."""
        return 0 if self.seen is None else self.seen.version

    @property
    def round(self) -> int:
        """The round in which that was."""
        return 0 if self.seen is None else self.seen.observation.round


@dataclass(slots=True)
class OwnScreen:
    """What all viewers of one kind have on the screen for themselves."""

    shown: ShownRegions = field(default_factory=dict)
    basis: object = None
    """What it followed from, the ballots of others apart."""
    view: OwnTableView | None = None


def show_public(reading: Reading, screen: PublicScreen) -> list[str]:
    """The whole public table, of a spectator's reading."""
    regions = _public_regions(reading)
    screen.shown = dict(by_id(regions))
    screen.seen = reading.seen
    return [reading.rendered(region) for region in regions]


def _public_regions(reading: Reading) -> tuple[Region, ...]:
    """What everybody sees, of a spectator's reading."""
    table = present_public_table(reading.observation, reading.players, reading.facts)
    return table.public_regions()


def _own_regions(reading: Reading, screen: OwnScreen) -> tuple[Region, ...]:
    """What this viewer alone is told or asked."""
    facts, seen = reading.seen.facts, reading.observation
    is_asked = bool(facts.agreement.hold) or facts.agreement.is_open
    # What people ask each other changes with the seating; whom a held table waits for, with ballots.
    asked = (facts.seating, seen.voted if is_asked else None)
    basis = (*own_basis(seen, reading.players), asked)
    aside = present_phase_aside(seen, reading.viewer)
    if screen.view is not None and screen.basis == basis:
        return (aside,)
    screen.basis = basis
    screen.view = present_own_table(seen, reading.players, reading.facts)
    return (aside, *screen.view.own_regions())


def show_own(reading: Reading, screen: OwnScreen) -> list[str]:
    """All of a viewer's own part."""
    screen.view = None
    regions = _own_regions(reading, screen)
    screen.shown = dict(by_id(regions))
    return [reading.rendered(region) for region in regions]


def own_changes(reading: Reading, screen: OwnScreen, news: "News") -> tuple[list[str], list[str]]:
    """What these viewers are sent of a new version; apart what tells of their secrets.

    Their reading says what they were told since the version on the screens.
    """
    regions = _own_regions(reading, screen)
    changed = [new for _old, new in diff(screen.shown, by_id(regions))]
    assert screen.view is not None
    sentence = screen.view.phase_sentence
    is_new = any(region.id == sentence.id for region in changed)
    html, secret = list(news.public), list[str]()
    for region in changed:
        (secret if _is_secret(region) else html).append(reading.rendered(region))
    lies_open = news.opens_all or news.is_for_everybody(reading)
    (html if lies_open else secret).extend(news.lines(reading))
    html += news.announced(reading, sentence if is_new else None)
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
    """What has happened at a table since the version on the screens.

    The reading is a spectator's, of what everybody was told since then. When the game has just ended,
    `whole` is one of the whole history, which lies open now and is told anew in its order.
    """

    def __init__(
        self, reading: Reading, screen: PublicScreen, said: SaidLines, whole: Reading | None = None
    ) -> None:
        self.reading, self.said, self.whole = reading, said, whole
        self.since, self.round = screen.version, screen.round
        self.opens_all = whole is not None
        self._only_ballots = _is_same_decision(screen.seen, reading.seen)
        self._lines: dict[SeatNumber | None, list[str]] = {}
        self._announced: dict[tuple[SeatNumber | None, PhaseSentenceView | None], list[str]] = {}
        self._for_bystanders: dict[Hashable, str] = {}
        self.public = self._public_changes(screen.shown)
        screen.seen = reading.seen

    def _public_changes(self, shown: ShownRegions) -> list[str]:
        log = log_changes(self.reading, since_round=self.round)
        changed = diff(shown, by_id((*_public_regions(self.reading), *log.heads)))
        if not self.opens_all:
            self._lines[None] = [self.reading.rendered(view) for view in log.appended]
        return [
            self.reading.rendered(new, _least(old, new))
            for old, new in changed
            # The head of a round that has just begun comes with its entry.
            if old is not None
        ]

    def leaves_alone(self, told: Told) -> bool:
        """Whether others have marked their ballots, and that was all: no own part follows from it."""
        return self._only_ballots and not self._is_more(told)

    def for_bystanders(self, viewer: SeatNumber | None, screen: OwnScreen) -> str:
        """What somebody whom it leaves alone is sent: the same for all but their asides."""
        reading = self.reading
        aside = present_phase_aside(reading.observation, viewer)
        is_new = bool(diff(screen.shown, by_id((aside,))))
        new = aside if is_new else None
        if new not in self._for_bystanders:
            asides = [reading.rendered(aside)] if is_new else []
            told = [*self.public, *asides, *self.lines(reading), *self.announced(reading, None)]
            self._for_bystanders[new] = "\n".join(told)
        return self._for_bystanders[new]

    def lines(self, reading: Reading) -> list[str]:
        """What is new in this log; all of it after the end, when everybody reads the same."""
        if self.whole is not None:
            return [rendered_log(self.whole, claim_slots(self.whole, self.said))[1]]
        own = self._log_of(reading)
        if own.viewer not in self._lines:
            log = log_changes(own, since_round=self.round)
            self._lines[own.viewer] = [own.rendered(view) for view in log.appended]
        return self._lines[own.viewer]

    def announced(self, reading: Reading, sentence: PhaseSentenceView | None) -> list[str]:
        """What a screen reader says of it, and of the sentence if that is new."""
        own = self._log_of(reading)
        key = (own.viewer, sentence)
        if key not in self._announced:
            told = render.announcements(own, sentence)
            self._announced[key] = [own.rendered(region) for region in told]
        return self._announced[key]

    def is_for_everybody(self, reading: Reading) -> bool:
        """Whether this viewer's log says no more than anybody's."""
        return self._log_of(reading).viewer is None

    def _log_of(self, reading: Reading) -> Reading:
        """Whose log it is: everybody's, unless this viewer was told more than everybody."""
        is_own = self._is_more(reading.seen.told) or self.reading.is_over
        return reading if is_own else self.reading

    def _is_more(self, told: Told) -> bool:
        return len(told) > len(self.reading.seen.told)


def _is_same_decision(before: SeenTable | None, now: SeenTable) -> bool:
    """Whether the table still waits for the same, under the same conditions: at most ballots came."""
    return (
        before is not None
        and before.observation.decision == now.observation.decision
        and before.facts.seating == now.facts.seating
        and before.facts.occupants == now.facts.occupants
        and not now.facts.agreement.hold
        and not now.facts.agreement.is_open
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
