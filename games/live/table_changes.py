"""The changes of a table since the last version, computed once for all readers of one language.

The public part is presented from a spectator's Observation. A viewer's own part is presented again
only if something it depends on has changed.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from games.engine.events import BallotMarked, Told
from games.engine.vocabulary import Phase, SeatNumber
from games.live.table_screen import TableScreen
from games.presenters.table.board import ElectionTrackerView, PilesView, PolicyTrackView
from games.presenters.table.decision import DecisionView
from games.presenters.table.knowledge import OwnKnowledgeView, SecretRoleView
from games.presenters.table.phase import PhaseSentenceView
from games.presenters.table.regions import (
    OwnFacts,
    OwnPart,
    Region,
    TableStateView,
    by_id,
)
from games.presenters.table.rounds import OpenLogView, RoundHeadView
from games.presenters.table.seats import TermsView
from games.presenters.table.talk import TalkFacts
from games.selectors.seen_table import SeenTable
from games.transport.diff import diff
from games.values.chat import SaidLines

ShownRegions = dict[str, Region]

_CHANGE_IN_PART = (
    DecisionView,
    ElectionTrackerView,
    PhaseSentenceView,
    PilesView,
    PolicyTrackView,
    RoundHeadView,
    TableStateView,
    TermsView,
)


@dataclass(slots=True)
class ShownToAll:
    """The public part of all screens in one language, with its version."""

    regions: ShownRegions = field(default_factory=dict)
    seen: SeenTable | None = None
    """The table as a spectator knew it then."""
    own_facts: OwnFacts | None = None
    """What a spectator's own part was made of: all that is public of anybody's."""
    talk_facts: TalkFacts | None = None
    """What the talk was made of."""
    said: SaidLines = ()
    """What was said until then."""

    @property
    def version(self) -> int:
        """The version on the screens; 0 before the first."""
        return 0 if self.seen is None else self.seen.version

    @property
    def round(self) -> int:
        """The round of that version."""
        return 0 if self.seen is None else self.seen.observation.round


@dataclass(slots=True)
class ShownAlone:
    """The own part of the screens of one kind of viewer."""

    regions: ShownRegions = field(default_factory=dict)
    part: OwnPart | None = None


def show_public(screen: TableScreen, shown: ShownToAll) -> list[str]:
    """Return the whole public table as HTML, from a spectator's screen."""
    regions = screen.public.public_regions()
    shown.regions = dict(by_id(regions))
    shown.seen, shown.own_facts = screen.seen, screen.own_facts
    shown.talk_facts, shown.said = screen.talk_facts, screen.said
    return [screen.rendered(region) for region in regions]


def _own_regions(screen: TableScreen, shown: ShownAlone) -> tuple[Region, ...]:
    """What this viewer alone is told or asked."""
    aside = screen.phase_asides.of(screen.viewer)
    if shown.part is not None and shown.part.facts == screen.own_facts:
        return (aside,)
    shown.part = screen.own_after(shown.part)
    return (aside, *shown.part.view.own_regions())


def show_own(screen: TableScreen, shown: ShownAlone) -> list[str]:
    """All of a viewer's own part."""
    shown.part = None
    regions = _own_regions(screen, shown)
    shown.regions = dict(by_id(regions))
    return [screen.rendered(region) for region in regions]


def own_changes(
    screen: TableScreen, shown: ShownAlone, news: "News"
) -> tuple[list[str], list[str]]:
    """Return what viewers of this kind get of a new version: public HTML, and secrets apart.

    Their screen holds the events since the version shown.
    """
    regions = _own_regions(screen, shown)
    changed = diff(shown.regions, by_id(regions))
    assert shown.part is not None
    sentence = shown.part.view.phase_sentence
    is_new = any(new.id == sentence.id for _old, new in changed)
    html, secret = list(news.public), list[str]()
    # While a vote is open, the own ballot is announced in words that are not equally long. The sentence that follows it
    # comes with it: alone it would be read out as news.
    is_own_ballot = screen.observation.phase is Phase.VOTE and any(
        isinstance(event, BallotMarked) for event in screen.seen.told
    )
    for old, new in changed:
        (secret if is_own_ballot or _is_secret(new) else html).append(
            screen.rendered(new, least_template(old, new))
        )
    lies_open = news.opens_all or news.is_for_everybody(screen)
    (html if lies_open else secret).extend(news.lines(screen))
    announced = news.announced(screen, sentence if is_new else None)
    (secret if is_own_ballot else html).extend(announced)
    html += news.moments_for(screen)
    if not lies_open:
        secret += [screen.rendered(each) for each in screen.private_moments()]
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
    """The public changes since the version on the screens.

    `screen` is a spectator's, with the public events since then. When the game has just ended, all that was hidden
    lies open: a page then asks for the whole log, once somebody looks at it.
    """

    def __init__(self, screen: TableScreen, shown: ShownToAll) -> None:
        self.screen = screen
        self.since, self.round = shown.version, shown.round
        self.opens_all = screen.is_over and screen.seen.version > shown.version
        self._only_ballots = shown.own_facts == screen.own_facts
        self._talk_before = shown.talk_facts
        if not self._leaves_talk(shown) and shown.talk_facts != screen.talk_facts:
            shown.talk_facts = screen.talk_facts
        shown.said = screen.said
        self._has_same_talk = self._talk_before is shown.talk_facts
        self._lines: dict[SeatNumber | None, list[str]] = {}
        self._announced: dict[tuple[SeatNumber | None, PhaseSentenceView | None], list[str]] = {}
        self._for_bystanders: dict[Hashable, str] = {}
        self.public = self._public_changes(shown.regions)
        # A ballot has no moment of its own.
        staged = () if self._only_ballots else screen.moments_for(None)
        self.moments: list[str] = [screen.rendered(each) for each in staged]
        self._about = frozenset(
            seat for view in staged for moment in view.moments for seat in moment.seats
        )
        shown.seen, shown.own_facts = screen.seen, screen.own_facts

    def _leaves_talk(self, shown: ShownToAll) -> bool:
        """Whether only ballots came, on which no talk depends: then it is not presented again to find that out."""
        now, before = self.screen, shown.seen
        if before is None or not self._only_ballots:
            return False
        return now.said is shown.said and now.seen.facts.talk is before.facts.talk

    def _public_changes(self, shown: ShownRegions) -> list[str]:
        self._lines[None] = []
        if self._only_ballots:
            # A ballot has no line of its own in the log either.
            regions = self.screen.ballot_regions()
        else:
            log = self.screen.log_changes(since_round=self.round)
            regions = (*self.screen.public.public_regions(), *log.heads)
            self._lines[None] += [self.screen.rendered(view) for view in log.appended]
        changed = diff(shown, by_id(regions))
        if self.opens_all:
            self._lines[None].append(self.screen.rendered(OpenLogView()))
        return [
            self.screen.rendered(new, least_template(old, new))
            for old, new in changed
            # The head of a new round comes with its entry.
            if old is not None
        ]

    def moments_for(self, screen: TableScreen) -> list[str]:
        """Return what everybody sees on the stage, in words of their own for whom it is about."""
        if screen.viewer not in self._about:
            return self.moments
        return [screen.rendered(each) for each in self.screen.moments_for(screen.viewer)]

    def leaves_alone(self, told: Told) -> bool:
        """Whether only other players' ballots came, on which no own part depends."""
        return self._only_ballots and not self._is_more(told)

    def for_bystanders(self, viewer: SeatNumber | None, shown: ShownAlone) -> str:
        """Return what viewers get whom the change leaves alone: the same but for their asides."""
        screen = self.screen
        aside = screen.phase_asides.of(viewer)
        is_new = shown.regions.get(aside.id) != aside
        shown.regions[aside.id] = aside
        new = aside if is_new else None
        if new not in self._for_bystanders:
            asides = [screen.rendered(aside)] if is_new else []
            told = [*self.public, *asides, *self.lines(screen), *self.announced(screen, None)]
            self._for_bystanders[new] = "\n".join(told)
        return self._for_bystanders[new]

    def has_same_talk(self, facts: TalkFacts | None) -> bool:
        """Whether the talk is still made of these facts."""
        if facts is self._talk_before:
            return self._has_same_talk
        return facts == self.screen.talk_facts

    def lines(self, screen: TableScreen) -> list[str]:
        """Return the new lines of this viewer's log; after the end the same for all viewers."""
        if self.opens_all or self._only_ballots:
            return self._lines[None]
        own = self._log_of(screen)
        if own.viewer not in self._lines:
            log = own.log_changes(since_round=self.round)
            self._lines[own.viewer] = [own.rendered(view) for view in log.appended]
        return self._lines[own.viewer]

    def announced(self, screen: TableScreen, sentence: PhaseSentenceView | None) -> list[str]:
        """Return the announcements, with the phase's sentence if it is new."""
        own = self._log_of(screen)
        key = (own.viewer, sentence)
        if key not in self._announced:
            told = own.announcements(sentence)
            self._announced[key] = [own.rendered(region) for region in told]
        return self._announced[key]

    def is_for_everybody(self, screen: TableScreen) -> bool:
        """Whether this viewer's log has public lines only."""
        return self._log_of(screen).viewer is None

    def _log_of(self, screen: TableScreen) -> TableScreen:
        """Return whose log it is: the public one, unless this viewer was told more."""
        is_own = self._is_more(screen.seen.told) or self.screen.is_over
        return screen if is_own else self.screen

    def _is_more(self, told: Told) -> bool:
        return len(told) > len(self.screen.seen.told)


def least_template(old: Region | None, new: Region) -> str:
    """Return the template for a changed region: of what mostly stays as it is, only what changes."""
    if isinstance(new, _CHANGE_IN_PART):
        return new.template_after(old)
    return new.template
