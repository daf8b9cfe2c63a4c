"""The liberals' chance through a finished game as a chart; a table beside it has the same numbers.

Positions are whole numbers, which every language writes the same way.
"""

from collections.abc import Collection, Iterator, Sequence

from games.presenters.view import view_model
from games.winning.acts import WeighedAct

_LEFT, _TOP, _RIGHT, _BOTTOM = 52, 16, 12, 26
_ROUND_WIDTH, _HEIGHT = 36, 180
_NEAR = 20


@view_model
class ChanceLine:
    """One chance on the scale, in per cent."""

    percent: int
    y: int


@view_model
class ChanceRound:
    """The column of one round."""

    round: int
    left: int
    x: int
    """Its middle."""


@view_model
class ChanceMark:
    """One of the acts that moved it most: its number on the list, and whom it helped."""

    number: int
    party: str
    x: int
    y: int


@view_model
class WinningChart:
    """The line, its scale, its marks."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    column: int
    scale: tuple[ChanceLine, ...]
    even_y: int
    """Where both sides have the same chance."""
    rounds: tuple[ChanceRound, ...]
    points: str
    marks: tuple[ChanceMark, ...]
    now_x: int | None
    """The act of the replay's step; None beside a summary."""
    now_y: int


def present_winning_chart(
    acts: Sequence[WeighedAct], turns: Collection[WeighedAct], place: int | None
) -> WinningChart:
    """Return the chart of these acts; `place` is the number of events that the replay has shown."""
    columns = _columns(acts)
    width = _LEFT + _ROUND_WIDTH * len(columns) + _RIGHT
    at = list(_places(acts, columns))
    points = [(_LEFT, _y(acts[0].before)), *((x, _y(act.after)) for act, x in at)]
    now = None
    if place is not None:
        shown = sum(act.place < place for act in acts)
        now = points[shown]
    return WinningChart(
        width=width,
        height=_TOP + _HEIGHT + _BOTTOM,
        left=_LEFT,
        right=width - _RIGHT,
        bottom=_TOP + _HEIGHT,
        column=_ROUND_WIDTH,
        scale=tuple(ChanceLine(percent=each, y=_y(each / 100)) for each in (0, 25, 50, 75, 100)),
        even_y=_y(0.5),
        rounds=tuple(
            ChanceRound(round=each, left=left, x=left + _ROUND_WIDTH // 2)
            for each, left in columns.items()
        ),
        points=" ".join(f"{x},{y}" for x, y in points),
        marks=tuple(_marks(at, turns)),
        now_x=None if now is None else now[0],
        now_y=0 if now is None else now[1],
    )


def _columns(acts: Sequence[WeighedAct]) -> dict[int, int]:
    """Return where each round begins."""
    rounds = dict.fromkeys(act.round for act in acts)
    return {each: _LEFT + number * _ROUND_WIDTH for number, each in enumerate(rounds)}


def _places(
    acts: Sequence[WeighedAct], columns: dict[int, int]
) -> Iterator[tuple[WeighedAct, int]]:
    """Yield each act with its place: those of one round share its column evenly."""
    counts = dict.fromkeys(columns, 0)
    for act in acts:
        counts[act.round] += 1
    done = dict.fromkeys(columns, 0)
    for act in acts:
        done[act.round] += 1
        yield act, columns[act.round] + _ROUND_WIDTH * done[act.round] // counts[act.round]


def _marks(
    places: list[tuple[WeighedAct, int]], turns: Collection[WeighedAct]
) -> Iterator[ChanceMark]:
    """Yield the marks; one that would hide its neighbour moves away from it."""
    last = (-_NEAR, 0)
    number = 0
    for act, x in places:
        if act not in turns:
            continue
        number += 1
        y = _y(act.after)
        if x - last[0] < _NEAR and abs(y - last[1]) < _NEAR:
            y = last[1] + (_NEAR if last[1] < _TOP + _HEIGHT // 2 else -_NEAR)
        last = (x, y)
        party = "liberal" if act.moved > 0 else "fascist"
        yield ChanceMark(number=number, party=party, x=x, y=y)


def _y(chance: float) -> int:
    return round(_TOP + (1 - chance) * _HEIGHT)
