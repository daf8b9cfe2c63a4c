"""The rating: players' skills from a list of ranked games. Pure arithmetic, doubles only.

Eight copies of one model run side by side. Each believes two skills of every player (as a liberal,
on the fascist team) with their covariance, and a side bias of every edition, board and table size.
Skills and biases are natural log-odds; summaries are in points (POINTS each).

The order of operations is fixed: copies by number, seats in table order. A winning leaver takes
part in step 1, which covers everybody at the table, and counts in z and V. Steps 2 to 4 then skip
that player, and steps 2 and 4 run once more for each such leaver, in seat order, with the opposite
result and the beliefs of that moment. Knows no clock, no names, no tables.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import exp, log, pi, sqrt
from struct import Struct
from struct import pack as pack_bytes
from struct import unpack as unpack_bytes
from typing import NamedTuple, TypeAlias

from games.engine.vocabulary import BoardKind, Edition

DRIFT = 0.01
"""How far a skill may change between two games (the model's tau)."""
SPREADS = (0.25, 0.45, 0.8, 1.2)
CORRELATIONS = (0.5, 0.95)
COPIES: tuple[tuple[float, float], ...] = tuple(
    (spread, correlation) for spread in SPREADS for correlation in CORRELATIONS
)
LIBERAL_CHANCES = {5: 0.46, 6: 0.57, 7: 0.48, 8: 0.54, 9: 0.42, 10: 0.46}
"""How often the liberals win at a table of this size, by prior belief."""
FIRST_BIAS_DEVIATION = 0.2
NEW_BOARD_DEVIATION = 0.3
"""The doubt about a rated board that is not the standard one, before its first game."""
LEAST_BIAS_VARIANCE = 0.02**2
FORGETTING = 0.9995
CLIP = 1e-6

AVERAGE = 1500.0
POINTS = 173.7
LIBERAL_SHARE, FASCIST_SHARE = 0.57, 0.43
"""The shares of both skills, as a liberal and on the fascist team, in the rating."""
AWAY_POINTS = 20.0
DAYS_A_MONTH = 30.0

PROVISIONAL_GAMES = 30
LEADERBOARD_DAYS = 30

Skill: TypeAlias = tuple[float, float, float, float, float]
"""One copy's belief: mean as liberal, mean as fascist, variance, covariance, variance."""
Beliefs: TypeAlias = list[Skill]
"""The eight copies' beliefs about one player."""
Bias: TypeAlias = list[tuple[float, float]]
"""The eight copies' beliefs about one kind of table: mean and variance."""
KindOfTable: TypeAlias = tuple[Edition, BoardKind, int]
"""Edition, board and number of players; a custom board is never rated."""


@dataclass(slots=True)
class Model:
    """The shared beliefs: the copies' weights, and the side biases.

    `weights` are exponents (w in the specification), not yet shares. `biases` holds the kinds of
    tables that had a game.
    """

    weights: list[float] = field(default_factory=lambda: [0.0] * len(COPIES))
    biases: dict[KindOfTable, Bias] = field(default_factory=dict)

    def bias(self, table: KindOfTable) -> Bias:
        """Return the belief about this kind of table; before its first game, where it would start now.

        A new board starts at the standard board's mean of that moment, so nothing is stored here.
        """
        if table in self.biases:
            return self.biases[table]
        edition, board, size = table
        if board is BoardKind.STANDARD:
            return _start_bias(size)
        standard = self.bias((edition, BoardKind.STANDARD, size))
        return [(mean, NEW_BOARD_DEVIATION**2) for mean, _variance in standard]


class Summary(NamedTuple):
    """A player in points: the rating, the two role ratings, and a standard deviation for each."""

    rating: float
    uncertainty: float
    liberal: float
    liberal_uncertainty: float
    fascist: float
    fascist_uncertainty: float


def start_beliefs() -> Beliefs:
    """Return the beliefs about a player before the first game."""
    return [
        (0.0, 0.0, spread * spread, spread * spread * correlation, spread * spread)
        for spread, correlation in COPIES
    ]


def _start_bias(size: int) -> Bias:
    """Return the belief about a table size before its first game. Raises KeyError outside 5 to 10."""
    chance = LIBERAL_CHANCES[size]
    return [(log(chance / (1.0 - chance)), FIRST_BIAS_DEVIATION**2)] * len(COPIES)


def shares(weights: Sequence[float]) -> list[float]:
    """Return the copies' shares, which sum to one."""
    most = max(weights)
    powers = [exp(weight - most) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


# Before a game


def predict(
    model: Model,
    edition: Edition,
    players: Sequence[Beliefs],
    liberal: Sequence[bool],
    *,
    board: BoardKind = BoardKind.STANDARD,
) -> float:
    """Return the liberals' chance; `players` and `liberal` (on that team) are by seat."""
    chances = _chances(model.bias((edition, board, len(players))), players, liberal)
    return _mean(shares(model.weights), chances)


def predict_by_size(
    model: Model, edition: Edition, size: int, *, board: BoardKind = BoardKind.STANDARD
) -> float:
    """Return the liberals' chance by the kind of table alone."""
    bias = model.bias((edition, board, size))
    chances = [_sigmoid(mean / sqrt(1.0 + pi * variance / 8.0)) for mean, variance in bias]
    return _mean(shares(model.weights), chances)


def _chances(bias: Bias, players: Sequence[Beliefs], liberal: Sequence[bool]) -> list[float]:
    liberals = [each for each, is_liberal in zip(players, liberal, strict=True) if is_liberal]
    fascists = [each for each, is_liberal in zip(players, liberal, strict=True) if not is_liberal]
    chances = []
    for copy in range(len(COPIES)):
        z, variance = _odds(bias, copy, liberals, fascists)
        chances.append(_sigmoid(z / sqrt(1.0 + pi * variance / 8.0)))
    return chances


def _odds(
    bias: Bias, copy: int, liberals: Sequence[Beliefs], fascists: Sequence[Beliefs]
) -> tuple[float, float]:
    """Return the model's z and V: the log-odds of a liberal win, and their variance."""
    mean, variance = bias[copy]
    skill = doubt = 0.0
    for beliefs in liberals:
        as_liberal, _as_fascist, own, _shared, _other = beliefs[copy]
        skill += as_liberal
        doubt += own
    count = len(liberals)
    mean += skill / count
    variance += doubt / (count * count)
    skill = doubt = 0.0
    for beliefs in fascists:
        _as_liberal, as_fascist, _other, _shared, own = beliefs[copy]
        skill += as_fascist
        doubt += own
    count = len(fascists)
    return mean - skill / count, variance + doubt / (count * count)


def _sigmoid(z: float) -> float:
    return 1.0 / (1.0 + exp(-z)) if z >= 0.0 else exp(z) / (1.0 + exp(z))


def _mean(portions: Sequence[float], values: Iterable[float]) -> float:
    return sum(portion * value for portion, value in zip(portions, values, strict=True))


# After a game


def rate_game(
    model: Model,
    edition: Edition,
    players: Sequence[Beliefs],
    liberal: Sequence[bool],
    *,
    liberals_won: bool,
    leavers: Collection[int] = (),
    board: BoardKind = BoardKind.STANDARD,
) -> float:
    """Learn from one game, in place (players, bias, weights); return the liberals' chance before it.

    `players` and `liberal` are by seat; `leavers` are seats. A person may have one seat only.
    """
    table = edition, board, len(players)
    bias = model.biases[table] = model.bias(table)
    portions = shares(model.weights)
    # A losing leaver has lost already; a winning one is skipped here and loses afterwards.
    spared = [seat for seat in sorted(leavers) if liberal[seat] == liberals_won]
    liberals = [each for each, is_liberal in zip(players, liberal, strict=True) if is_liberal]
    fascists = [each for each, is_liberal in zip(players, liberal, strict=True) if not is_liberal]
    before = [players[seat][:] for seat in spared]
    chances = [
        _step(bias, copy, liberals, fascists, liberals_won=liberals_won)
        for copy in range(len(COPIES))
    ]
    for seat, beliefs in zip(spared, before, strict=True):
        players[seat][:] = [_drifted(each, copy) for copy, each in enumerate(beliefs)]
    for seat in spared:
        _move_alone(bias, players, liberal, seat)
    weights = model.weights
    for copy, chance in enumerate(chances):
        given = chance if liberals_won else 1.0 - chance
        weights[copy] = FORGETTING * weights[copy] + log(min(max(given, CLIP), 1.0 - CLIP))
    return _mean(portions, chances)


def penalise_leaver(
    model: Model,
    edition: Edition,
    players: Sequence[Beliefs],
    liberal: Sequence[bool],
    leaver: int,
    *,
    board: BoardKind = BoardKind.STANDARD,
) -> None:
    """Count a loss for this seat alone, in a game that is void for the others; in place."""
    players[leaver][:] = [_drifted(each, copy) for copy, each in enumerate(players[leaver])]
    _move_alone(model.bias((edition, board, len(players))), players, liberal, leaver)


def _step(
    bias: Bias,
    copy: int,
    liberals: Sequence[Beliefs],
    fascists: Sequence[Beliefs],
    *,
    liberals_won: bool,
) -> float:
    """Run steps 1 to 4 for one copy and everybody at the table; return the chance it had given.

    The hottest code of a rebuild, so it makes no calls and no objects but the new beliefs.
    """
    count_l, count_f = len(liberals), len(fascists)
    mean, variance = bias[copy]
    skill_l = doubt_l = skill_f = doubt_f = 0.0
    for beliefs in liberals:
        as_l, _f, p_ll, _lf, _ff = beliefs[copy]
        skill_l += as_l
        doubt_l += p_ll
    for beliefs in fascists:
        _l, as_f, _ll, _lf, p_ff = beliefs[copy]
        skill_f += as_f
        doubt_f += p_ff
    z = mean + skill_l / count_l - skill_f / count_f
    total = variance + doubt_l / (count_l * count_l) + doubt_f / (count_f * count_f)
    given = _sigmoid(z / sqrt(1.0 + pi * total / 8.0))
    # Step 1 adds the same to every variance, and nothing to z.
    drift = DRIFT * DRIFT
    shared = drift * COPIES[copy][1]
    total += drift / count_l + drift / count_f
    chance = _sigmoid(z)
    information = chance * (1.0 - chance)
    total += 1.0 / information
    error = ((1.0 if liberals_won else 0.0) - chance) / information
    gain = variance / total
    bias[copy] = mean + gain * error, max(variance * (1.0 - gain), LEAST_BIAS_VARIANCE)
    share = 1.0 / count_l
    scale = share / total
    push = scale * error
    pull = scale * share
    for beliefs in liberals:
        as_l, as_f, p_ll, p_lf, p_ff = beliefs[copy]
        p_ll += drift
        p_lf += shared
        p_ff += drift
        beliefs[copy] = (
            as_l + p_ll * push,
            as_f + p_lf * push,
            p_ll - p_ll * p_ll * pull,
            p_lf - p_ll * p_lf * pull,
            p_ff - p_lf * p_lf * pull,
        )
    share = -1.0 / count_f
    scale = share / total
    push = scale * error
    pull = scale * share
    for beliefs in fascists:
        as_l, as_f, p_ll, p_lf, p_ff = beliefs[copy]
        p_ll += drift
        p_lf += shared
        p_ff += drift
        beliefs[copy] = (
            as_l + p_lf * push,
            as_f + p_ff * push,
            p_ll - p_lf * p_lf * pull,
            p_lf - p_lf * p_ff * pull,
            p_ff - p_ff * p_ff * pull,
        )
    return given


def _drifted(skill: Skill, copy: int) -> Skill:
    as_liberal, as_fascist, p_ll, p_lf, p_ff = skill
    drift = DRIFT * DRIFT
    return as_liberal, as_fascist, p_ll + drift, p_lf + drift * COPIES[copy][1], p_ff + drift


def _move_alone(
    bias: Bias, players: Sequence[Beliefs], liberal: Sequence[bool], seat: int
) -> None:
    """Run steps 2 and 4 with a loss of this seat's team, for this seat only."""
    liberals = [each for each, is_liberal in zip(players, liberal, strict=True) if is_liberal]
    fascists = [each for each, is_liberal in zip(players, liberal, strict=True) if not is_liberal]
    beliefs, is_liberal = players[seat], liberal[seat]
    share = 1.0 / len(liberals) if is_liberal else -1.0 / len(fascists)
    for copy in range(len(COPIES)):
        z, total = _odds(bias, copy, liberals, fascists)
        chance = _sigmoid(z)
        information = chance * (1.0 - chance)
        total += 1.0 / information
        error = ((0.0 if is_liberal else 1.0) - chance) / information
        as_l, as_f, p_ll, p_lf, p_ff = beliefs[copy]
        with_l, with_f = (p_ll, p_lf) if is_liberal else (p_lf, p_ff)
        gain_l, gain_f = with_l * share / total, with_f * share / total
        beliefs[copy] = (
            as_l + gain_l * error,
            as_f + gain_f * error,
            p_ll - gain_l * with_l * share,
            p_lf - gain_l * with_f * share,
            p_ff - gain_f * with_f * share,
        )


# What people see


def summary(portions: Sequence[float], beliefs: Beliefs) -> Summary:
    """Return a player in points; `portions` are the copies' `shares` after the game."""
    doubt = as_liberal = doubt_liberal = as_fascist = doubt_fascist = 0.0
    for portion, (mean_l, mean_f, p_ll, p_lf, p_ff) in zip(portions, beliefs, strict=True):
        as_liberal += portion * mean_l
        as_fascist += portion * mean_f
        doubt_liberal += portion * sqrt(p_ll)
        doubt_fascist += portion * sqrt(p_ff)
        doubt += portion * sqrt(_LL * p_ll + _LF * p_lf + _FF * p_ff)
    rating = LIBERAL_SHARE * as_liberal + FASCIST_SHARE * as_fascist
    return Summary(
        AVERAGE + POINTS * rating,
        POINTS * doubt,
        AVERAGE + POINTS * as_liberal,
        POINTS * doubt_liberal,
        AVERAGE + POINTS * as_fascist,
        POINTS * doubt_fascist,
    )


_LL = LIBERAL_SHARE * LIBERAL_SHARE
_LF = 2.0 * LIBERAL_SHARE * FASCIST_SHARE
_FF = FASCIST_SHARE * FASCIST_SHARE


def away_uncertainty(uncertainty: float, days: float) -> float:
    """Return the uncertainty to show for a player, in points, by days since the last ranked game.

    For display only: the model's numbers depend on the games alone.
    """
    return sqrt(uncertainty**2 + AWAY_POINTS**2 * max(days, 0.0) / DAYS_A_MONTH)


# To bytes and back

_SKILL = Struct("<5d")


def pack(rows: Iterable[Iterable[float]]) -> bytes:
    """Return beliefs, a bias or [weights] as little-endian doubles, bit for bit."""
    numbers = list(chain.from_iterable(rows))
    return pack_bytes(f"<{len(numbers)}d", *numbers)


def unpack_beliefs(data: bytes) -> Beliefs:
    """Return a player's beliefs from `pack`."""
    return list(_SKILL.iter_unpack(data))


def unpack_bias(data: bytes) -> Bias:
    """Return a side bias from `pack`."""
    numbers = unpack_bytes(f"<{2 * len(COPIES)}d", data)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def unpack_weights(data: bytes) -> list[float]:
    """Return the weights from `pack([weights])`."""
    return list(unpack_bytes(f"<{len(COPIES)}d", data))
