"""A table for one viewer: an Observation and public facts become one view per region.

A region's HTML is cached by (template, view, language): a view holds everything its template
shows, and nothing else.
"""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Protocol

from games.engine.observation import Observation
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player
from games.presenters.table.agreement import (
    AgreementView,
    ProposalsView,
    present_agreement,
    present_proposals,
)
from games.presenters.table.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    StakesView,
    present_election_tracker,
    present_piles,
    present_stakes,
    present_tracks,
)
from games.presenters.table.decision import DecisionView, present_decision
from games.presenters.table.final_reveal import FinalRevealView, present_final_reveal
from games.presenters.table.knowledge import (
    OwnKnowledgeView,
    SecretRoleView,
    present_own_knowledge,
    present_secret_role,
)
from games.presenters.table.more_time import MoreTimeView, present_more_time
from games.presenters.table.phase import (
    DecisionClockView,
    PhaseSentenceView,
    abandoned_sentence,
    present_clock,
    present_phase_sentence,
)
from games.presenters.table.practice import (
    PracticeFacts,
    PracticeStepView,
    PracticeToolsView,
    present_practice_step,
    present_practice_tools,
)
from games.presenters.table.seats import (
    BallotView,
    SeatNameView,
    SeatView,
    TermsView,
    open_roles,
    present_ballots,
    present_seats,
    present_terms,
)
from games.presenters.table.stand_in import StandInView, present_stand_in
from games.presenters.table.waiting import WaitingView, present_waiting
from games.presenters.table.why_not import WhyNotView, present_why_not
from games.presenters.view import View, view_model, view_of_regions
from games.values.agreement import NOTHING_ASKED, Agreement
from games.values.timing import Pace

__all__ = ["Player", "Region", "TableFacts"]


@view_model
class TableFacts:
    """Public facts about a table that are not the engine's."""

    game_code: str
    game_name: str
    act_url: str
    """The address for actions."""
    deadline: datetime | None = None
    is_ranked: bool = False
    rematch_url: str = ""
    replay_url: str = ""
    """The address of the finished game's replay."""
    verify_url: str = ""
    """Where the deal of the finished game is checked."""
    ratings_url: str = ""
    """The address of what a finished ranked game did to ratings."""
    return_url: str = ""
    """The address to take the seat back from a stand-in."""
    agree_url: str = ""
    """The address for agreements."""
    pace: Pace = Pace.NONE
    paused_at: datetime | None = None
    has_tv: bool = False
    agreement: Agreement = NOTHING_ASKED
    why_not_url: str = ""
    """The address of what the viewer cannot do, and why."""
    more_time_url: str = ""
    """The address to take more time; empty if nobody may."""
    extended_by: str = ""
    """Who took more time for the open decision."""
    stood_in: frozenset[tuple[int, SeatNumber]] = frozenset()
    """Of a game that is over: rounds and seats for which a stand-in acted."""
    practice: PracticeFacts | None = None
    """At a table where one person plays alone with bots."""
    board_name: str = ""
    """The short name of the board."""


class Region(Hashable, Protocol):
    """The view of one swapped element; the root of its HTML has this id."""

    template: ClassVar[str]

    @property
    def id(self) -> str:
        """The element's id."""


def by_id(regions: Iterable[Region]) -> list[tuple[str, Region]]:
    """Each region behind its id."""
    return [(region.id, region) for region in regions]


@view_model
class TableStateView(View):
    """The state for the page's scripts: the version and the phase."""

    template: ClassVar[str] = "games/table/_table_state.html"
    id: str = "table-state"
    version: int
    phase: str
    has_ended: bool = False
    """Whether no decisions are left."""
    has_tv: bool = False
    """Whether a TV shows the table: secrets stay covered then (static/css/streamer.css)."""

    def template_after(self, shown: object) -> str:
        """Return the template for a state that is shown: the version alone while nothing else has changed."""
        if isinstance(shown, TableStateView) and shown.course == self.course:
            return "games/table/_table_version.html"
        return self.template

    @property
    def course(self) -> tuple[str, bool, bool]:
        """All but the version, which changes with every action."""
        return self.phase, self.has_ended, self.has_tv


def views_in(view: object, kind: type) -> tuple[Region, ...]:
    """The regions in the fields that this class of views adds, in their order.

    A field holds one, several or none. So a new field is all that a new region needs to be sent.
    """
    found: list[Region] = []
    for value in _fields_of(kind)(view):
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    return tuple(found)


@cache
def _fields_of(kind: type) -> Callable[[object], tuple[Any, ...]]:
    """Return the function that reads the fields which this class adds."""
    return attrgetter(*kind.__annotations__)


@view_of_regions
class PublicTableView(View):
    """The part that is the same for all readers of a language; each field is one or several regions."""

    state: TableStateView
    decision_clock: DecisionClockView
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seat_names: tuple[SeatNameView, ...]
    seats: tuple[SeatView, ...]
    ballots: tuple[BallotView, ...]
    terms: tuple[TermsView, ...]
    stakes: StakesView

    def public_regions(self) -> tuple[Region, ...]:
        """Return the regions."""
        return views_in(self, PublicTableView)


@view_of_regions
class OwnTableView(View):
    """The viewer's own part: the decision and the secrets. Each field is a region, or None."""

    phase_sentence: PhaseSentenceView
    more_time: MoreTimeView
    stand_in: StandInView
    agreement: AgreementView
    proposals: ProposalsView
    waiting: WaitingView
    practice_step: PracticeStepView | None
    practice_tools: PracticeToolsView | None
    decision: DecisionView
    why_not: WhyNotView
    final_reveal: FinalRevealView
    secret_role: SecretRoleView | None
    own_knowledge: OwnKnowledgeView | None

    def own_regions(self) -> tuple[Region, ...]:
        """Return the regions."""
        return views_in(self, OwnTableView)


def present_public_table(
    observation: Observation, players: tuple[Player, ...], facts: TableFacts
) -> PublicTableView:
    """Return the public part; any viewer's Observation gives the same."""
    observation = _as_it_ended(observation, facts)
    liberal_track, fascist_track = present_tracks(observation)
    seats = open_roles(present_seats(observation, players), observation)
    return PublicTableView(
        state=_present_state(observation, facts),
        decision_clock=present_clock(observation, facts.deadline, facts.pace, facts.paused_at),
        liberal_track=liberal_track,
        fascist_track=fascist_track,
        election_tracker=present_election_tracker(observation),
        piles=present_piles(observation),
        seat_names=tuple([seat.naming for seat in seats]),
        seats=seats,
        ballots=present_ballots(observation),
        terms=present_terms(observation),
        stakes=present_stakes(observation),
    )


def present_ballot_regions(observation: Observation, facts: TableFacts) -> tuple[Region, ...]:
    """Return the public regions that change while people vote: with a ballot all others stay as they are."""
    return (_present_state(observation, facts), *present_ballots(observation))


def _present_state(observation: Observation, facts: TableFacts) -> TableStateView:
    return TableStateView(
        version=observation.version,
        phase=observation.phase.value,
        has_ended=observation.phase is Phase.GAME_OVER or facts.agreement.is_abandoned,
        has_tv=facts.has_tv,
    )


class OwnFacts(NamedTuple):
    """All that the own part of a table is made of: equal facts give equal parts, in one language.

    The room compares it to find out whether a part is to be presented anew.
    """

    observation: Observation
    """During a vote as if the other players had not voted yet: no own part depends on that."""
    players: tuple[Player, ...]
    facts: TableFacts


def own_facts(
    observation: Observation, players: tuple[Player, ...], facts: TableFacts
) -> OwnFacts:
    """The facts of this viewer's own part; while others vote they stay the same."""
    if observation.phase is not Phase.VOTE:
        return OwnFacts(observation, players, facts)
    viewer = observation.viewer
    narrowed = observation.but(
        version=0,
        voted=(),
        awaited=() if viewer is None or viewer not in observation.awaited else (viewer,),
    )
    return OwnFacts(narrowed, players, facts)


class OwnPart(NamedTuple):
    """The own part of a screen, and what it was made of."""

    facts: OwnFacts
    view: OwnTableView


def present_own_table(own: OwnFacts, before: OwnPart | None = None) -> OwnTableView:
    """What this viewer alone is told or asked.

    `before` is an earlier part of the same viewer; role and knowledge that are still the same come from there.
    """
    players, facts = own.players, own.facts
    abandoned = facts.agreement.is_abandoned
    observation = _as_it_ended(own.observation, facts)
    sentence = abandoned_sentence() if abandoned else present_phase_sentence(observation, players)
    return_url = "" if abandoned else facts.return_url
    decision = present_decision(observation, players, facts.act_url)
    secret_role, own_knowledge = _present_knowledge(own, before)
    return OwnTableView(
        phase_sentence=sentence,
        more_time=present_more_time(observation, players, facts.more_time_url, facts.pace),
        stand_in=present_stand_in(observation, players, return_url),
        agreement=present_agreement(
            facts.agreement,
            players,
            observation.viewer,
            url=facts.agree_url,
            rematch_url=facts.rematch_url,
        ),
        proposals=present_proposals(facts.agreement, observation.viewer, url=facts.agree_url),
        waiting=present_waiting(observation, players, is_covered=decision.is_shown),
        practice_step=present_practice_step(observation, facts.practice),
        practice_tools=present_practice_tools(observation, facts.practice),
        decision=decision,
        why_not=present_why_not(observation, "" if abandoned else facts.why_not_url),
        final_reveal=present_final_reveal(
            observation,
            players,
            is_ranked=facts.is_ranked,
            rematch_url=facts.rematch_url,
            replay_url=facts.replay_url,
            verify_url=facts.verify_url,
            ratings_url=facts.ratings_url,
            game_code=facts.game_code if facts.replay_url else "",
            stood_in=facts.stood_in,
            same_deal_url="" if facts.practice is None else facts.practice.again_url,
            board_name=facts.board_name,
        ),
        secret_role=secret_role,
        own_knowledge=own_knowledge,
    )


def _present_knowledge(
    own: OwnFacts, before: OwnPart | None
) -> tuple[SecretRoleView | None, OwnKnowledgeView | None]:
    """Return the viewer's role and what it was shown."""
    now, players = own.observation, own.players
    if before is not None and before.facts.players == players:
        then = before.facts.observation
        # A state keeps the memories of a seat that is shown nothing.
        is_same = now.memories is then.memories and now.viewer == then.viewer
        if is_same and now.roles == then.roles and now.victory == then.victory:
            return before.view.secret_role, before.view.own_knowledge
    return present_secret_role(now, players), present_own_knowledge(now, players)


def _as_it_ended(observation: Observation, facts: TableFacts) -> Observation:
    """Return an abandoned table: no decisions are left, and nothing is revealed."""
    if not facts.agreement.is_abandoned:
        return observation
    return observation.but(actors=(), awaited=(), legal_actions=())
