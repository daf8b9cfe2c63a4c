"""The rating's arithmetic, against a slow implementation in another style, and its invariants."""

import math
from dataclasses import dataclass, field
from random import Random

import pytest

from games.engine.vocabulary import BoardKind, Edition
from games.statistics.rating import (
    COPIES,
    Beliefs,
    Model,
    away_uncertainty,
    pack,
    penalise_leaver,
    predict,
    predict_by_size,
    rate_game,
    shares,
    start_beliefs,
    summary,
    unpack_beliefs,
    unpack_bias,
    unpack_weights,
)

LIBERALS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}
WIN_PERCENT = {5: 46, 6: 57, 7: 48, 8: 54, 9: 42, 10: 46}

# The slow implementation: one copy at a time, vectors and matrices as lists, in the words of the
# formulas.


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


@dataclass
class SlowCopy:
    sigma: float
    rho: float
    w: float = 0.0
    m: dict[str, list[float]] = field(default_factory=dict)
    p: dict[str, list[list[float]]] = field(default_factory=dict)
    b: dict[tuple[str, int], float] = field(default_factory=dict)
    v_b: dict[tuple[str, int], float] = field(default_factory=dict)

    def meet(self, names: list[str], key: tuple[str, int]) -> None:
        for name in names:
            s2 = self.sigma**2
            self.m.setdefault(name, [0.0, 0.0])
            self.p.setdefault(name, [[s2, s2 * self.rho], [s2 * self.rho, s2]])
        share = WIN_PERCENT[key[1]] / 100
        self.b.setdefault(key, math.log(share / (1 - share)))
        self.v_b.setdefault(key, 0.04)

    def z_and_v(self, names: list[str], r: list[int], key: tuple[str, int]) -> tuple[float, float]:
        fascists = sum(r)
        liberals = len(r) - fascists
        z, v = self.b[key], self.v_b[key]
        for name, index in zip(names, r, strict=True):
            a = -1 / fascists if index else 1 / liberals
            z += a * self.m[name][index]
            v += a * a * self.p[name][index][index]
        return z, v

    def move(
        self,
        names: list[str],
        r: list[int],
        key: tuple[str, int],
        y: int,
        moving: list[str],
        bias: bool,
    ) -> None:
        z, v = self.z_and_v(names, r, key)
        q = logistic(z)
        i = q * (1 - q)
        s = v + 1 / i
        e = (y - q) / i
        if bias:
            k = self.v_b[key] / s
            self.b[key] += k * e
            self.v_b[key] = max(self.v_b[key] * (1 - k), 0.02**2)
        fascists = sum(r)
        for name, index in zip(names, r, strict=True):
            if name not in moving:
                continue
            a = -1 / fascists if index else 1 / (len(r) - fascists)
            c = [self.p[name][row][index] for row in (0, 1)]
            g = [each * a / s for each in c]
            self.m[name] = [self.m[name][row] + g[row] * e for row in (0, 1)]
            self.p[name] = [
                [self.p[name][row][col] - g[row] * c[col] * a for col in (0, 1)] for row in (0, 1)
            ]


class SlowRating:
    def __init__(self) -> None:
        self.copies = [SlowCopy(s, r) for s in (0.25, 0.45, 0.8, 1.2) for r in (0.5, 0.95)]

    def weighted(self, values: list[float]) -> float:
        powers = [math.exp(copy.w) for copy in self.copies]
        return sum(x * v for x, v in zip(powers, values, strict=True)) / sum(powers)

    def play(
        self, names: list[str], r: list[int], edition: str, y: int, leavers: set[str]
    ) -> float:
        key = (edition, len(names))
        chances = []
        for copy in self.copies:
            copy.meet(names, key)
            z, v = copy.z_and_v(names, r, key)
            chances.append(logistic(z / math.sqrt(1 + math.pi * v / 8)))
        prediction = self.weighted(chances)
        winning = [
            n
            for n, index in zip(names, r, strict=True)
            if n in leavers and (index == 0) == (y == 1)
        ]
        for copy, chance in zip(self.copies, chances, strict=True):
            for name in names:
                old = copy.p[name]
                wander = [[1.0, copy.rho], [copy.rho, 1.0]]
                copy.p[name] = [
                    [old[row][col] + 0.01**2 * wander[row][col] for col in (0, 1)]
                    for row in (0, 1)
                ]
            copy.move(names, r, key, y, [n for n in names if n not in winning], bias=True)
            for name in winning:
                copy.move(names, r, key, 1 - y, [name], bias=False)
            right = chance if y else 1 - chance
            copy.w = 0.9995 * copy.w + math.log(min(max(right, 1e-6), 1 - 1e-6))
        return prediction

    def points(self, name: str) -> tuple[float, float, float, float]:
        both = [0.57 * c.m[name][0] + 0.43 * c.m[name][1] for c in self.copies]
        deviations = []
        for copy in self.copies:
            p = copy.p[name]
            weights = (0.57, 0.43)
            deviations.append(
                math.sqrt(sum(weights[a] * weights[b] * p[a][b] for a in (0, 1) for b in (0, 1)))
            )
        return (
            1500 + 173.7 * self.weighted(both),
            173.7 * self.weighted(deviations),
            1500 + 173.7 * self.weighted([c.m[name][0] for c in self.copies]),
            1500 + 173.7 * self.weighted([c.m[name][1] for c in self.copies]),
        )


@pytest.mark.parametrize("seed", range(6))
def test_numbers_are_those_of_the_formulas(seed: int) -> None:
    rng = Random(seed)
    slow, model = SlowRating(), Model()
    people: dict[str, Beliefs] = {f"p{number}": start_beliefs() for number in range(25)}
    skill = {name: rng.gauss(0, 0.8) for name in people}
    leavers_seen = 0
    for _game in range(150):
        size = rng.randint(5, 10)
        edition = rng.choice(list(Edition))
        names = rng.sample(sorted(people), size)
        r = [0] * LIBERALS[size] + [1] * (size - LIBERALS[size])
        rng.shuffle(r)
        tilt = sum(
            skill[name] * (-1 if index else 1) for name, index in zip(names, r, strict=True)
        )
        y = int(rng.random() < logistic(tilt))
        leavers = {name for name in names if rng.random() < 0.08}
        leavers_seen += len(leavers)
        expected = slow.play(names, r, edition.value, y, leavers)
        given = rate_game(
            model,
            edition,
            [people[name] for name in names],
            [index == 0 for index in r],
            liberals_won=bool(y),
            leavers={names.index(name) for name in leavers},
        )
        assert given == pytest.approx(expected, rel=0, abs=1e-12)
        portions = shares(model.weights)
        for name in names:
            rating, uncertainty, liberal, _lu, fascist, _fu = summary(portions, people[name])
            assert (rating, uncertainty, liberal, fascist) == pytest.approx(
                slow.points(name), rel=0, abs=1e-9
            )
    assert leavers_seen > 50


# Invariants


def table(rng: Random, size: int) -> tuple[Model, list[Beliefs], list[bool]]:
    """A table whose people have played before."""
    model = Model()
    people = [start_beliefs() for _ in range(size)]
    liberal = [seat < LIBERALS[size] for seat in range(size)]
    for _game in range(30):
        rng.shuffle(liberal)
        rate_game(model, Edition.RETAIL, people, liberal, liberals_won=rng.random() < 0.6)
    return model, people, liberal


@pytest.mark.parametrize("size", range(5, 11))
def test_order_of_seats_changes_nothing_beyond_rounding(size: int) -> None:
    model, people, liberal = table(Random(size), size)
    other = Model([*model.weights], {key: [*bias] for key, bias in model.biases.items()})
    order = Random(1).sample(range(size), size)
    copies = [[*people[seat]] for seat in order]
    one = rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True, leavers={0})
    place = order.index(0)
    two = rate_game(
        other, Edition.RETAIL, copies, [liberal[seat] for seat in order],
        liberals_won=True, leavers={place},
    )  # fmt: skip
    assert two == pytest.approx(one, abs=1e-13)
    for seat, beliefs in zip(order, copies, strict=True):
        for mine, theirs in zip(people[seat], beliefs, strict=True):
            assert theirs == pytest.approx(mine, abs=1e-13)


@pytest.mark.parametrize("size", range(5, 11))
def test_beliefs_stay_beliefs(size: int) -> None:
    model, people, _liberal = table(Random(size + 50), size)
    assert sum(shares(model.weights)) == pytest.approx(1, abs=1e-14)
    assert all(share > 0 for share in shares(model.weights))
    for beliefs in people:
        for _l, _f, own, shared, other in beliefs:
            assert own > 0
            assert other > 0
            assert own * other > shared * shared
    for bias in model.biases.values():
        assert all(variance >= 0.02**2 for _mean, variance in bias)


def test_newcomer_stands_at_the_average() -> None:
    points = summary(shares(Model().weights), start_beliefs())
    assert points[::2] == (1500, 1500, 1500)
    assert points.uncertainty > 80


def test_prediction_is_the_chance_that_rating_reports_and_changes_nothing() -> None:
    model, people, liberal = table(Random(4), 7)
    before = [[*beliefs] for beliefs in people]
    chance = predict(model, Edition.RETAIL, people, liberal)
    assert people == before
    assert rate_game(model, Edition.RETAIL, people, liberal, liberals_won=False) == chance


STANDARD = Edition.RETAIL, BoardKind.STANDARD, 7
REBALANCED = Edition.RETAIL, BoardKind.REBALANCED, 7


def test_new_board_starts_at_the_standard_boards_mean_of_the_moment_of_its_first_game() -> None:
    model, people, liberal = table(Random(12), 7)
    rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True)
    start = [(mean, 0.3**2) for mean, _variance in model.biases[STANDARD]]
    assert start[0][0] != pytest.approx(Model().bias(STANDARD)[0][0], abs=1e-4)
    assert model.bias(REBALANCED) == start
    before = [*model.biases]
    chance = predict(model, Edition.RETAIL, people, liberal, board=BoardKind.REBALANCED)
    predict_by_size(model, Edition.RETAIL, 7, board=BoardKind.REBALANCED)
    assert [*model.biases] == before, "a prediction stores nothing"
    rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True)
    moved = [(mean, 0.3**2) for mean, _variance in model.biases[STANDARD]]
    assert model.bias(REBALANCED) == moved != start
    assert chance != predict(model, Edition.RETAIL, people, liberal, board=BoardKind.REBALANCED)


def test_boards_learn_apart_once_they_have_games() -> None:
    model, people, liberal = table(Random(13), 7)
    board = BoardKind.REBALANCED
    standard = [*model.biases[STANDARD]]
    for _game in range(20):
        rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True, board=board)
    assert model.biases[STANDARD] == standard
    learned = [*model.biases[REBALANCED]]
    assert learned[0][0] > standard[0][0]
    rate_game(model, Edition.RETAIL, people, liberal, liberals_won=False)
    assert model.biases[REBALANCED] == learned


def test_winning_leaver_loses_points_while_the_team_gains() -> None:
    model, people, liberal = table(Random(5), 7)
    before = [summary(shares(model.weights), each).rating for each in people]
    leaver, mate = [seat for seat in range(7) if liberal[seat]][:2]
    rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True, leavers={leaver})
    after = [summary(shares(model.weights), each).rating for each in people]
    assert after[leaver] < before[leaver] - 1
    assert after[mate] > before[mate] + 1


def test_losing_leaver_is_one_of_the_losers() -> None:
    outcomes = []
    for leavers in ((), (0,)):
        model, people, liberal = table(Random(6), 7)
        rate_game(
            model, Edition.RETAIL, people, liberal, liberals_won=not liberal[0], leavers=leavers
        )
        outcomes.append((people, model.weights, model.biases))
    assert outcomes[0] == outcomes[1]


def test_penalty_moves_only_the_leaver() -> None:
    model, people, liberal = table(Random(7), 6)
    before = [[*beliefs] for beliefs in people]
    weights, biases = [*model.weights], {key: [*each] for key, each in model.biases.items()}
    points = summary(shares(model.weights), people[2]).rating
    penalise_leaver(model, Edition.RETAIL, people, liberal, 2)
    assert (model.weights, model.biases) == (weights, biases)
    assert [seat for seat in range(6) if people[seat] != before[seat]] == [2]
    assert summary(shares(model.weights), people[2]).rating < points - 1


def test_hopeless_prediction_does_not_break_the_weights() -> None:
    model, people = Model(), [start_beliefs() for _ in range(5)]
    liberal = [True, True, True, False, False]
    for _game in range(3000):
        rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True)
    rate_game(model, Edition.RETAIL, people, liberal, liberals_won=False)
    assert all(math.isfinite(weight) for weight in model.weights)
    assert all(math.isfinite(number) for each in people for skill in each for number in skill)


def test_packing_keeps_every_bit() -> None:
    model, people, _liberal = table(Random(8), 8)
    assert unpack_beliefs(pack(people[0])) == people[0]
    assert unpack_weights(pack([model.weights])) == model.weights
    bias = model.bias((Edition.RETAIL, BoardKind.STANDARD, 8))
    assert unpack_bias(pack(bias)) == bias
    assert len(pack(people[0])) == 8 * 5 * len(COPIES)


def test_away_makes_less_certain_by_twenty_points_a_month() -> None:
    assert away_uncertainty(30, 0) == 30
    assert away_uncertainty(30, 30) == pytest.approx(math.sqrt(30**2 + 20**2))
    assert away_uncertainty(30, 120) == pytest.approx(math.sqrt(30**2 + 4 * 20**2))
