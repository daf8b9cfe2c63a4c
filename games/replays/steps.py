"""A whole game step by step: what each seat knew at each moment of its log.

Only finished games and imported records come here. Presenters get Observations and nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from games.engine import observe
from games.engine.events import Event, GameEnded, told_to
from games.engine.observation import Observation
from games.engine.table_talk import heard_by
from games.engine.vocabulary import Channel, SeatNumber
from games.presenters.players import Player
from games.presenters.replay.card import ReplayCardView, present_card
from games.presenters.replay.game_story import present_game_story
from games.presenters.replay.graph import GraphView, present_graph
from games.presenters.replay.replay import (
    OPEN,
    SPECTATOR,
    Perspective,
    ReplayView,
    RoundLink,
    Steps,
    SummaryPoint,
    SummaryView,
    pace_choices,
    present_replay,
    present_summary,
)
from games.presenters.replay.step_link import StepLink
from games.presenters.replay.turning_points import present_turning_points
from games.presenters.table.acts import ActView, present_acts
from games.presenters.table.chat import ChatLineView, present_chat
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.moment_view import MomentView
from games.presenters.table.moments import present_moments
from games.selectors.replay import Recording, ReplayPace, ReplayStep, stops
from games.values.chat import SaidLines
from games.values.moments import MomentKind

SHOWN_OF_DRAW_PILE = 3
LINES_OF_TALK = 60
EVERYTHING_OPEN = Perspective(is_open=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    """A reader's choices for a replay: the perspective, and the length of a step."""

    perspective: Perspective = EVERYTHING_OPEN
    pace: ReplayPace = ReplayPace.PHASE

    def query(self) -> str:
        """The query string; defaults are left out."""
        values = {}
        if not self.perspective.is_open:
            values["view"] = self.perspective.value
        if self.pace is not ReplayPace.PHASE:
            values["by"] = self.pace.value
        return f"?{urlencode(values)}" if values else ""


def read_replay_options(data: Mapping[str, object], players: int) -> ReplayOptions:
    """Return the options in an address or form; invalid values count as the default."""
    view, by = str(data.get("view", OPEN)), str(data.get("by", ""))
    pace = ReplayPace(by) if by in set(ReplayPace) else ReplayPace.PHASE
    if view == SPECTATOR:
        return ReplayOptions(perspective=Perspective(), pace=pace)
    if view.isascii() and view.isdigit() and len(view) <= 2 and 1 <= int(view) <= players:
        return ReplayOptions(perspective=Perspective(seat=int(view) - 1), pace=pace)
    return ReplayOptions(pace=pace)


def replay_view(
    recording: Recording,
    step: int,
    options: ReplayOptions,
    *,
    said: SaidLines = (),
    muted: frozenset[str] = frozenset(),
    prediction: float | None = None,
    record: str = "",
) -> ReplayView | None:
    """Return one step from this perspective; None if the game has no such step."""
    moments = recording.moments
    if not 0 <= step < len(moments):
        return None
    state = recording.state_at(step)
    everybody = [observe(state, seat) for seat in range(len(recording.names))]
    heard = (
        frozenset(Channel)
        if options.perspective.is_open
        else heard_by(options.perspective.seat, state, is_admitted=True)
    )
    graph = _graph(recording, now=moments[step].round, prediction=prediction)
    steps = _steps(recording, step, options, graph)
    seated = players_of(recording)
    spectator = observe(state, None)
    return present_replay(
        everybody,
        spectator,
        _final(recording),
        seated,
        options.perspective,
        code=recording.code,
        name=recording.name,
        waits=moments[step].waits,
        lines=_lines(recording, steps, seated, options.perspective),
        moment=_moment(recording, steps, spectator, seated),
        talk=_talk(recording, step, seated, heard, said, muted),
        steps=steps,
        paces=pace_choices(options.pace.value),
        graph=graph,
        draw_pile=state.draw_pile[:SHOWN_OF_DRAW_PILE],
        summary_url=reverse("games:replay", args=[recording.code]) if recording.code else "",
        record=record,
    )


def summary_view(
    recording: Recording,
    *,
    viewer: SeatNumber | None = None,
    prediction: float | None = None,
    record: str = "",
) -> SummaryView:
    """Return the summary: who was who, and what decided the game.

    `viewer` is the reader's own seat in this game, and None for everybody else.
    """
    seated = players_of(recording)
    told = _with_steps(recording)
    points = present_turning_points(told, seated, recording.claims, recording.stood_in)
    options = ReplayOptions()
    graph = _graph(recording, prediction=prediction)
    return present_summary(
        _final(recording, viewer),
        seated,
        code=recording.code,
        name=recording.name,
        is_ranked=recording.is_ranked,
        story=present_game_story(
            told,
            _final(recording),
            seated,
            claims=recording.claims,
            stood_in=recording.stood_in,
            link_to=lambda step: _link(recording, step, options),
        ),
        all_points=tuple(
            SummaryPoint(point=point, link=_link(recording, point.step, options))
            for point in points
        ),
        graph=graph,
        start=_link(recording, 0, options),
        rounds=_rounds(recording, options, graph),
        record=record,
        board_name=recording.board_name,
    )


def acts_view(recording: Recording) -> tuple[tuple[ActView, StepLink], ...]:
    """Return the acts that decided a finished game, each with the end of its round."""
    rounds = _rounds(recording, ReplayOptions(), _graph(recording))
    ends = {each.round: each.link for each in rounds}
    acts = present_acts(_final(recording), players_of(recording), recording.stood_in)
    return tuple((act, ends[act.round]) for act in acts)


def card_view(recording: Recording) -> ReplayCardView:
    """Return the card beside a shared link to this game."""
    return present_card(_final(recording), recording.name)


def _final(recording: Recording, viewer: SeatNumber | None = None) -> Observation:
    """Return the end as this seat or a stranger sees it; of an unfinished record, too, with all roles open."""
    state = recording.end
    return observe(state, viewer).but(roles=state.roles)


def players_of(recording: Recording) -> tuple[Player, ...]:
    """Return the players as everybody sees them, in the order of seats."""
    return tuple(
        Player(name=name, face=face, is_bot=is_bot)
        for name, face, is_bot in zip(
            recording.names, recording.faces, recording.bots, strict=True
        )
    )


# Steps


def _steps(recording: Recording, step: int, options: ReplayOptions, graph: GraphView) -> Steps:
    moments = recording.moments
    at = stops(moments, options.pace)
    earlier = [each for each in at if each < step]
    later = [each for each in at if each > step]
    last = len(moments) - 1
    return Steps(
        here=step,
        place=len(earlier) + (step in at) - 1,
        count=len(at) - 1,
        first_link=_link(recording, 0, options, here=step),
        previous_link=_link(recording, earlier[-1] if earlier else step, options, here=step),
        next_link=_link(recording, later[0] if later else step, options, here=step),
        last_link=_link(recording, last, options, here=step),
        rounds=_rounds(recording, options, graph),
    )


def _link(recording: Recording, step: int, options: ReplayOptions, *, here: int = -1) -> StepLink:
    url = ""
    if recording.code:
        url = reverse("games:replay_step", args=[recording.code, step]) + options.query()
    return StepLink(step=step, url=url, is_here=step == here)


def _ends(moments: Sequence[ReplayStep]) -> dict[int, int]:
    """Return the last step of each round."""
    return {moment.round: step for step, moment in enumerate(moments)}


def _rounds(
    recording: Recording, options: ReplayOptions, graph: GraphView
) -> tuple[RoundLink, ...]:
    links = []
    for drawn in graph.rounds:
        link = _link(recording, drawn.step, options)
        is_here = drawn.round == graph.now
        links.append(
            RoundLink(round=drawn.round, policy=drawn.policy, link=replace(link, is_here=is_here))
        )
    return tuple(links)


def _graph(recording: Recording, *, now: int = 0, prediction: float | None = None) -> GraphView:
    ends = tuple(_ends(recording.moments).values())
    return present_graph(_final(recording), ends, now=now, prediction=prediction)


def _with_steps(recording: Recording) -> list[tuple[int, Event]]:
    told = []
    begin = 0
    for step, moment in enumerate(recording.moments):
        told += [(step, event) for event in recording.log[begin : moment.events]]
        begin = moment.events
    return told


# What was told


def _viewer(perspective: Perspective) -> SeatNumber | None:
    return None if perspective.is_open else perspective.seat


def _lines(
    recording: Recording, steps: Steps, seated: tuple[Player, ...], perspective: Perspective
) -> tuple[LogLine, ...]:
    """Return what happened since the previous stop."""
    moments = recording.moments
    before = steps.previous_link.step
    viewer = _viewer(perspective)
    told = told_to(_happened(recording, steps), viewer, game_over=perspective.is_open)
    return present_log(told, seated, viewer, round=moments[before].round)


def _happened(recording: Recording, steps: Steps) -> Sequence[Event]:
    """Return the events since the previous stop."""
    moments = recording.moments
    begin = 0 if steps.here == 0 else moments[steps.previous_link.step].events
    return recording.log[begin : moments[steps.here].events]


def _moment(
    recording: Recording, steps: Steps, spectator: Observation, seated: tuple[Player, ...]
) -> MomentView | None:
    """Return the last thing that everybody saw since the previous stop; who was Hitler, if that ended the game."""
    happened = _happened(recording, steps)
    if any(isinstance(event, GameEnded) for event in happened):
        last = _last_moment(recording.log, spectator, seated)
        if last is not None and last.kind == MomentKind.HITLER_REVEALED:
            return last
    return _last_moment(happened, spectator, seated)


def _last_moment(
    events: Sequence[Event], spectator: Observation, seated: tuple[Player, ...]
) -> MomentView | None:
    shown = present_moments(told_to(events, None, game_over=False), spectator, seated)
    return shown[-1] if shown else None


def _talk(
    recording: Recording,
    step: int,
    seated: tuple[Player, ...],
    heard: frozenset[Channel],
    said: SaidLines,
    muted: frozenset[str],
) -> tuple[ChatLineView, ...]:
    """Return what had been said by then on these channels; the end includes all later talk."""
    moments = recording.moments
    until = moments[step].events
    is_last = step == len(moments) - 1
    then = [line for line in said if is_last or line.version <= until]
    return present_chat(then, seated, heard, muted=muted)[-LINES_OF_TALK:]
