"""The replay of a game: one step from a chosen perspective, and the summary.

Only finished games come here. Every board is drawn from Observations of that moment, as at the
live table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.observation import Observation
from games.engine.vocabulary import Policy, SeatNumber
from games.presenters.players import Player, name_of
from games.presenters.replay.game_story import StoryParagraph
from games.presenters.replay.graph import GraphView
from games.presenters.replay.step_link import StepLink
from games.presenters.replay.text import description, headline
from games.presenters.replay.turning_points import TurningPoint, weightiest
from games.presenters.table.acts import deciding_rounds
from games.presenters.table.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    present_election_tracker,
    present_piles,
    present_tracks,
)
from games.presenters.table.chat import ChatLineView
from games.presenters.table.final_reveal import FinalRevealView, present_final_reveal
from games.presenters.table.knowledge import KnowledgeView, present_own_knowledge
from games.presenters.table.log import LogLine
from games.presenters.table.moment_view import MomentView
from games.presenters.table.phase import PhaseAsides, present_phase_sentence
from games.presenters.table.seats import (
    BallotView,
    SeatView,
    known_role,
    present_ballots,
    present_seats,
)
from games.presenters.view import view_model

OPEN, SPECTATOR = "open", "spectator"


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whose knowledge is shown: a seat's, a spectator's, or everything."""

    seat: SeatNumber | None = None
    is_open: bool = False

    @property
    def value(self) -> str:
        """Its value in an address; seats are counted from 1."""
        if self.is_open:
            return OPEN
        return SPECTATOR if self.seat is None else str(self.seat + 1)


@view_model
class Choice:
    """One possible choice."""

    value: str
    name: str
    is_chosen: bool


@view_model
class RoundLink:
    """The end of a round."""

    round: int
    policy: str
    link: StepLink


@view_model
class Steps:
    """The steps a reader can go to from here, at the chosen pace."""

    here: int
    place: int
    """The place of this step at the chosen pace; 0 is the start."""
    count: int
    """The steps after the start at the chosen pace."""
    first_link: StepLink
    previous_link: StepLink
    next_link: StepLink
    last_link: StepLink
    rounds: tuple[RoundLink, ...]


@view_model
class ReplaySeatView:
    """One seat with its ballot; its role is what this perspective knows of it."""

    seat: SeatView
    ballot: BallotView
    part: str
    """What part this seat has in the moment on the stage."""


@view_model
class HandView:
    """The policies in one hand, as this perspective sees them."""

    owner: str
    policies: tuple[str, ...]


@view_model
class ReplayView:
    """One step of a replay."""

    code: str
    name: str
    step: int
    place: int
    count: int
    """The step and the number of all steps, both at the chosen pace."""
    round: int
    sentence: str
    progress: str
    """The number of ballots cast."""
    lines: tuple[LogLine, ...]
    moment: MomentView | None
    """What the stage shows of this step."""
    winner: str
    """At the end of the game, the party that won it."""
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seats: tuple[ReplaySeatView, ...]
    hand: HandView | None
    draw_pile: tuple[str, ...]
    """The draw pile, the next policy first; only when everything is open."""
    knowledge: tuple[KnowledgeView, ...]
    talk: tuple[ChatLineView, ...]
    steps: Steps
    perspectives: tuple[Choice, ...]
    paces: tuple[Choice, ...]
    graph: GraphView
    own_seat: SeatNumber | None
    summary_url: str
    record: str
    """An imported record itself, which travels with every step as it is not stored."""


@view_model
class SummaryPoint:
    """A turning point with a link to it."""

    point: TurningPoint
    link: StepLink


@view_model
class SummaryView:
    """The end of a game: who won, who was who, what decided it."""

    code: str
    name: str
    headline: str
    description: str
    reveal: FinalRevealView
    story: tuple[StoryParagraph, ...]
    """The game in plain sentences; nothing of an unfinished one."""
    points: tuple[SummaryPoint, ...]
    """Those that weigh most."""
    all_points: tuple[SummaryPoint, ...]
    graph: GraphView
    start: StepLink
    rounds: tuple[RoundLink, ...]
    record: str


def present_replay(
    everybody: Sequence[Observation],
    spectator: Observation,
    final: Observation,
    players: tuple[Player, ...],
    perspective: Perspective,
    *,
    code: str,
    name: str,
    waits: bool,
    lines: tuple[LogLine, ...],
    moment: MomentView | None,
    talk: tuple[ChatLineView, ...],
    steps: Steps,
    paces: tuple[Choice, ...],
    graph: GraphView,
    draw_pile: tuple[Policy, ...],
    summary_url: str,
    record: str,
) -> ReplayView:
    """Return the table at one step; `everybody` has the seats' Observations then, `final` the end."""
    seen = spectator if perspective.seat is None else everybody[perspective.seat]
    liberal, fascist = present_tracks(spectator)
    own = present_own_knowledge(seen, players)
    return ReplayView(
        code=code,
        name=name,
        step=steps.here,
        place=steps.place,
        count=steps.count,
        round=spectator.round,
        # Between two decisions the last event describes the moment better.
        sentence=(
            lines[-1].text
            if lines and not waits
            else present_phase_sentence(seen, players).sentence
        ),
        # How many ballots are in says nothing once the vote is told.
        progress=PhaseAsides(spectator).of(None).progress if waits else "",
        lines=lines,
        moment=moment,
        winner="" if spectator.victory is None else spectator.victory.winner.value,
        liberal_track=liberal,
        fascist_track=fascist,
        election_tracker=present_election_tracker(spectator),
        piles=present_piles(spectator),
        seats=_seats(everybody, seen, final, players, perspective, moment),
        hand=_hand(everybody, seen, players, perspective),
        draw_pile=tuple(policy.value for policy in draw_pile) if perspective.is_open else (),
        knowledge=() if own is None else own.entries,
        talk=talk,
        steps=steps,
        perspectives=_perspectives(players, perspective),
        paces=paces,
        graph=graph,
        own_seat=perspective.seat,
        summary_url=summary_url,
        record=record,
    )


def pace_choices(chosen: str) -> tuple[Choice, ...]:
    """Return how far one step may go."""
    names = (
        ("phase", pgettext("steps of a replay", "Phase by phase")),
        ("government", pgettext("steps of a replay", "Government by government")),
        ("event", pgettext("steps of a replay", "Every single event")),
    )
    return tuple(Choice(value=v, name=name, is_chosen=v == chosen) for v, name in names)


def _perspectives(players: tuple[Player, ...], chosen: Perspective) -> tuple[Choice, ...]:
    choices = [
        (OPEN, _("Everything open")),
        (SPECTATOR, _("As a spectator saw it")),
    ]
    for seat in range(len(players)):
        text = _("As seen from seat %(place)d: %(name)s")
        choices.append((str(seat + 1), text % {"place": seat + 1, "name": name_of(players, seat)}))
    return tuple(
        Choice(value=value, name=name, is_chosen=value == chosen.value) for value, name in choices
    )


def _seats(
    everybody: Sequence[Observation],
    seen: Observation,
    final: Observation,
    players: tuple[Player, ...],
    perspective: Perspective,
    moment: MomentView | None,
) -> tuple[ReplaySeatView, ...]:
    parts = {} if moment is None else {each.seat: each.office for each in moment.plates}
    ballots = present_ballots(seen)
    views = []
    for number, (seat, ballot) in enumerate(
        zip(present_seats(seen, players), ballots, strict=True)
    ):
        role, role_name = known_role(final if perspective.is_open else seen, number)
        # During an open vote, viewers who may see a ballot see it here, too.
        own = everybody[number].own_ballot
        is_seen = perspective.is_open or perspective.seat == number
        marked = own if is_seen and ballot.ballot == "cast" else None
        views.append(
            ReplaySeatView(
                seat=replace(seat, role=role, role_name=role_name),
                ballot=ballot if marked is None else replace(ballot, ballot=marked.value),
                part=parts.get(number, ""),
            )
        )
    return tuple(views)


def _hand(
    everybody: Sequence[Observation],
    seen: Observation,
    players: tuple[Player, ...],
    perspective: Perspective,
) -> HandView | None:
    holders = everybody if perspective.is_open else (seen,)
    for holder in holders:
        if holder.hand and holder.viewer is not None:
            return HandView(
                owner=players[holder.viewer].name,
                policies=tuple(policy.value for policy in holder.hand),
            )
    return None


def present_summary(
    final: Observation,
    players: tuple[Player, ...],
    *,
    code: str,
    name: str,
    is_ranked: bool,
    story: tuple[StoryParagraph, ...],
    all_points: tuple[SummaryPoint, ...],
    graph: GraphView,
    start: StepLink,
    rounds: tuple[RoundLink, ...],
    record: str,
    board_name: str = "",
) -> SummaryView:
    """Return the summary of a game; an imported one may be unfinished."""
    heaviest = weightiest([each.point for each in all_points], deciding_rounds(final))
    return SummaryView(
        code=code,
        name=name,
        headline=headline(final),
        description=description(final),
        # What decided it stands beside it, in full.
        reveal=replace(
            present_final_reveal(
                final, players, is_ranked=is_ranked, rematch_url="", board_name=board_name
            ),
            acts=(),
        ),
        story=story,
        points=tuple(each for each in all_points if each.point in heaviest),
        all_points=all_points,
        graph=graph,
        start=start,
        rounds=rounds,
        record=record,
    )
