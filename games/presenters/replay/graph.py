"""A game as a chart: policies and election tracker by round, from public facts alone.

Positions are whole numbers, which every language writes the same way; a table beside the chart has
the same facts.
"""

from collections.abc import Sequence

from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.state import RoundRecord
from games.engine.vocabulary import Policy, Veto
from games.presenters.view import view_model

_LEFT, _TOP, _RIGHT = 24, 12, 6
_ROUND_WIDTH = 24
_POLICY_HEIGHT = 26
_TRACKER_HEIGHT = 14
_GAP = 22


@view_model
class GraphRound:
    """The boards at the end of one round."""

    round: int
    step: int
    """The step of the replay at the end of the round."""
    liberal: int
    fascist: int
    tracker: int
    """The tracker at the end of this round; at chaos, the last step."""
    policy: str
    """L or F, if one was enacted."""
    is_chaos: bool
    x: int
    """The middle of the round's column."""
    left: int
    liberal_y: int
    fascist_y: int
    tracker_y: int
    tracker_height: int


@view_model
class GridLine:
    """One number on the scale."""

    value: int
    y: int


@view_model
class GraphView:
    """The chart and its table."""

    rounds: tuple[GraphRound, ...]
    now: int
    """The current round of the replay; 0 without a replay."""
    width: int
    height: int
    left: int
    right: int
    base: int
    """The height at which no policy is enacted."""
    tracker_base: int
    column: int
    scale: tuple[GridLine, ...]
    liberal_points: str
    fascist_points: str
    prediction: int | None
    """The liberals' chance before a rated game, in per cent."""
    prediction_y: int


def present_graph(
    final: Observation,
    steps: Sequence[int],
    *,
    now: int = 0,
    prediction: float | None = None,
) -> GraphView:
    """Return the chart of a whole game; `steps` has the replay's step at the end of each round."""
    goal = max(final.ruleset.fascist_goal, final.ruleset.liberal_goal)
    base = _TOP + goal * _POLICY_HEIGHT
    tracker_base = base + _GAP + final.ruleset.chaos_at * _TRACKER_HEIGHT
    records = _records(final)
    rounds = tuple(_rounds(records, steps, base, tracker_base, final.ruleset))
    width = _LEFT + _ROUND_WIDTH * max(1, len(rounds)) + _RIGHT
    share = 0 if prediction is None else round(prediction * 100)
    return GraphView(
        rounds=rounds,
        now=now,
        width=width,
        height=tracker_base + _GAP + _TOP,
        left=_LEFT,
        right=width - _RIGHT,
        base=base,
        tracker_base=tracker_base,
        column=_ROUND_WIDTH,
        scale=tuple(
            GridLine(value=value, y=base - value * _POLICY_HEIGHT) for value in range(goal + 1)
        ),
        liberal_points=_points(
            [(each.x, each.liberal_y) for each in rounds],
            base - final.ruleset.liberals_at_start * _POLICY_HEIGHT,
        ),
        fascist_points=_points(
            [(each.x, each.fascist_y) for each in rounds],
            base - final.ruleset.fascists_at_start * _POLICY_HEIGHT,
        ),
        prediction=None if prediction is None else share,
        prediction_y=base - share * goal * _POLICY_HEIGHT // 100,
    )


def _records(final: Observation) -> tuple[RoundRecord, ...]:
    current = final.current_round
    return final.past_rounds if current is None else (*final.past_rounds, current)


def _rounds(
    records: Sequence[RoundRecord],
    steps: Sequence[int],
    base: int,
    tracker_base: int,
    rules: Ruleset,
) -> list[GraphRound]:
    liberal, fascist, tracker = rules.liberals_at_start, rules.fascists_at_start, 0
    rounds = []
    for place, (record, step) in enumerate(zip(records, steps, strict=True)):
        policy = record.enacted or record.chaos
        liberal += policy is Policy.LIBERAL
        fascist += policy is Policy.FASCIST
        has_failed = record.elected is False or record.veto is Veto.GRANTED
        reached = min(tracker + has_failed, rules.chaos_at)
        # A policy that chaos turned up and discarded takes the tracker back, too (B-9).
        is_discarded = record.chaos_discard is not None
        tracker = 0 if policy is not None or is_discarded else reached
        shown = 0 if record.enacted is not None else reached
        left = _LEFT + place * _ROUND_WIDTH
        rounds.append(
            GraphRound(
                round=record.round,
                step=step,
                liberal=liberal,
                fascist=fascist,
                tracker=shown,
                policy="" if policy is None else policy.value,
                is_chaos=record.chaos is not None or is_discarded,
                x=left + _ROUND_WIDTH // 2,
                left=left,
                liberal_y=base - liberal * _POLICY_HEIGHT,
                fascist_y=base - fascist * _POLICY_HEIGHT,
                tracker_y=tracker_base - shown * _TRACKER_HEIGHT,
                tracker_height=shown * _TRACKER_HEIGHT,
            )
        )
    return rounds


def _points(places: Sequence[tuple[int, int]], begins_at: int) -> str:
    """Return the corners of a line that climbs in steps, from the policies that the board enacts."""
    corners = [(_LEFT, begins_at)]
    for x, y in places:
        corners += [(x, corners[-1][1]), (x, y)]
    if places:
        corners.append((places[-1][0] + _ROUND_WIDTH // 2, places[-1][1]))
    return " ".join(f"{x},{y}" for x, y in corners)
