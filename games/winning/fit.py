"""Fits the model to finished games, and checks it on others. It takes minutes, so only a management command does it.

Logistic regression by Newton's method, with a weak L2 penalty so that rare cases get no extreme coefficients.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import Any, TypeAlias

from games.engine.events import (
    BallotsRevealed,
    DiscardChosen,
    Event,
    GameEnded,
    PolicyDiscarded,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    VetoGranted,
    VetoRefused,
)
from games.engine.vocabulary import Party, Phase, Policy, Vote
from games.winning import features
from games.winning.acts import acts_of
from games.winning.model import ChanceModel, Coefficients, Knot, ModelPart, sigmoid
from games.winning.position import LoggedMoment, position_of, read

BINS = 10
_PULL = 2.0
_STEPS = 12
_SMALLEST = 1e-6
_FARTHEST = 1e-4
_GROUPS = 30

FitRow: TypeAlias = tuple[ModelPart, list[float], bool]
Rows: TypeAlias = dict[ModelPart, tuple[list[list[float]], list[bool]]]


def _rows_of(log_: Sequence[Event]) -> Iterator[FitRow]:
    """Yield what a finished game teaches: the part of the model, its numbers, and what came of it."""
    end = next(event for event in reversed(log_) if isinstance(event, GameEnded))
    liberals_won = end.victory.winner is Party.LIBERAL
    waiting: list[float] = []
    for moment in read(log_):
        event, state = moment.event, moment.before
        match event:
            case PresidencyPassed():
                position = position_of(moment.after, moment)
                yield ModelPart.ROUND, features.of_round(position), liberals_won
            case PowerGranted(power=power):
                position = position_of(moment.after, moment)
                yield ModelPart.POWER, features.of_power(position, power), liberals_won
            case BallotsRevealed(votes=votes):
                assert state.chancellor is not None
                values = features.of_election(position_of(state, moment), state.chancellor)
                yield ModelPart.ELECTED, values, votes.count(Vote.JA) * 2 > sum(state.alive)
            case DiscardChosen():
                yield from _choice(moment, event)
            case PolicyDiscarded() if state.veto_in_force:
                waiting = _of_veto(moment)
            case VetoGranted() | VetoRefused():
                yield ModelPart.GRANTED, _of_veto(moment), isinstance(event, VetoGranted)
                if isinstance(event, VetoGranted):
                    yield ModelPart.VETO, waiting, True
                    waiting = []
            case PolicyEnacted() if waiting:
                yield ModelPart.VETO, waiting, False
                waiting = []
            case _:
                pass


def _of_veto(moment: LoggedMoment) -> list[float]:
    state = moment.before
    assert state.chancellor is not None
    liberals = state.hand.count(Policy.LIBERAL)
    return features.of_veto(position_of(state, moment), state.chancellor, liberals)


def _choice(moment: LoggedMoment, event: DiscardChosen) -> Iterator[FitRow]:
    state = moment.before
    if len(set(state.hand)) < 2:
        return
    assert state.chancellor is not None
    by_president = state.phase is Phase.PRESIDENT_DISCARD
    values = features.of_choice(
        position_of(state, moment),
        event.seat,
        state.hand.count(Policy.LIBERAL),
        state.chancellor if by_president else state.president,
    )
    if by_president:
        yield ModelPart.THROWN, values, event.policy is Policy.LIBERAL
    else:
        yield ModelPart.ENACTED, values, event.policy is Policy.FASCIST


def gather(logs: Iterable[Sequence[Event]]) -> Rows:
    """Return the rows of all these games, by the part of the model they teach."""
    rows: Rows = defaultdict(lambda: ([], []))
    for each in logs:
        for part, values, outcome in _rows_of(each):
            of_part = rows[part]
            of_part[0].append(values)
            of_part[1].append(outcome)
    return rows


def fit(rows: Rows) -> Coefficients:
    """Return the coefficients of every part. Raises KeyError if a part has no row."""
    return {part: _regress(*rows[part]) for part in ModelPart}


def _regress(values: list[list[float]], outcomes: list[bool]) -> list[float]:
    weights = [0.0] * len(values[0])
    for _step in range(_STEPS):
        gradient, curvature = _slopes(values, outcomes, weights)
        step = _solve(curvature, gradient)
        weights = [weight + each for weight, each in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _SMALLEST:
            break
    return weights


def _slopes(
    values: list[list[float]], outcomes: list[bool], weights: list[float]
) -> tuple[list[float], list[list[float]]]:
    size = len(weights)
    gradient = [-_PULL * weight for weight in weights]
    gradient[0] = 0.0
    curvature = [[_PULL * (i == j) for j in range(size)] for i in range(size)]
    for row, outcome in zip(values, outcomes, strict=True):
        filled = [(place, value) for place, value in enumerate(row) if value]
        chance = sigmoid(sum(weights[place] * value for place, value in filled))
        missed, weight = outcome - chance, chance * (1 - chance)
        for place, value in filled:
            gradient[place] += missed * value
            line, factor = curvature[place], weight * value
            for other, another in filled:
                line[other] += factor * another
    return gradient, curvature


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of a system with a positive definite matrix."""
    lines = [[*line, each] for line, each in zip(matrix, right, strict=True)]
    size = len(lines)
    for place in range(size):
        pivot = max(range(place, size), key=lambda at: abs(lines[at][place]))
        lines[place], lines[pivot] = lines[pivot], lines[place]
        head = lines[place]
        for other in range(size):
            if other != place and lines[other][place]:
                factor = lines[other][place] / head[place]
                lines[other] = [a - factor * b for a, b in zip(lines[other], head, strict=True)]
    return [lines[place][size] / lines[place][place] for place in range(size)]


def fit_curve(logs: Iterable[Sequence[Event]], coefficients: Coefficients) -> list[Knot]:
    """Return the knots that make the chances of whole games as bold as they should be.

    Equal groups of moments, from the lowest chance to the highest: the mean chance of each, and the share
    of it that was won. Where a share falls, neighbours become one, so that the curve always rises.
    """
    model = ChanceModel(coefficients)
    moments = sorted(
        (chance, won)
        for each in logs
        for chance, won in _chances_in(each, model)
        if 0.0 < chance < 1.0
    )
    groups: list[tuple[int, float, int]] = []
    for place in range(_GROUPS):
        group = moments[len(moments) * place // _GROUPS : len(moments) * (place + 1) // _GROUPS]
        count = len(group)
        chances = sum(chance for chance, _won in group)
        won = sum(won for _chance, won in group)
        while groups and groups[-1][2] * count >= won * groups[-1][0]:
            earlier = groups.pop()
            count, chances, won = count + earlier[0], chances + earlier[1], won + earlier[2]
        groups.append((count, chances, won))
    return [(chances / count, won / count) for count, chances, won in groups if count]


# Checking


def _chances_in(log_: Sequence[Event], model: ChanceModel) -> Iterator[tuple[float, bool]]:
    """Yield the liberals' chance before each act of a finished game, and whether they won."""
    end = next(event for event in reversed(log_) if isinstance(event, GameEnded))
    won = end.victory.winner is Party.LIBERAL
    for act in acts_of(log_, model):
        yield act.before, won


def check(logs: Iterable[Sequence[Event]], model: ChanceModel) -> dict[str, Any]:
    """Return the ten bins of these games and the log-loss, ready for JSON."""
    bins = [[0, 0.0, 0] for _each in range(BINS)]
    loss = 0.0
    for each in logs:
        for chance, won in _chances_in(each, model):
            of_bin = bins[min(int(chance * BINS), BINS - 1)]
            of_bin[0] += 1
            of_bin[1] += chance
            of_bin[2] += won
            loss -= log(max(_FARTHEST, chance if won else 1 - chance))
    moments = sum(int(n) for n, _predicted, _won in bins)
    return {
        "bins": [[n, round(predicted / n, 4) if n else 0.0, won] for n, predicted, won in bins],
        "log_loss": round(loss / moments, 4) if moments else 0.0,
    }
