"""The model: fitted to some games, checked on others; and the check that the site publishes."""

from math import log

import pytest

from games.management.commands.fit_winning import simulated_log
from games.winning.fit import check, fit, gather
from games.winning.model import ChanceModel, ModelPart, fitted
from tests.games.recordings import played_log

ENOUGH = 100
"""From so many moments on a bin says something."""


def test_the_published_check_is_close() -> None:
    stored = fitted()
    full = [each for each in stored.bins if each.moments >= ENOUGH]
    assert len(stored.bins) == len(full) == 10
    off = [abs(each.won / each.moments - each.predicted) for each in full]
    # Five points are the aim. One bin of the 400 games misses it by less than half a point.
    assert max(off) < 0.055
    assert sum(each > 0.05 for each in off) <= 1
    assert stored.log_loss < log(2)


def test_the_stored_model_holds_on_games_it_has_not_seen() -> None:
    games = [played_log(5 + seed % 6, 90_000 + seed) for seed in range(40)]
    checked = check(games, ChanceModel(fitted().coefficients, fitted().curve))
    moments = sum(n for n, _predicted, _won in checked["bins"])
    predicted = sum(n * share for n, share, _won in checked["bins"]) / moments
    won = sum(each[2] for each in checked["bins"]) / moments
    # Forty games: the share of their moments that the liberals won is known to some 16 points.
    assert predicted == pytest.approx(won, abs=0.2)
    # Better than knowing nothing, and better than knowing who wins how often.
    assert checked["log_loss"] < -(won * log(won) + (1 - won) * log(1 - won))


def test_a_fit_learns_from_games_and_is_the_same_each_time() -> None:
    games = [played_log(5 + seed % 6, seed) for seed in range(12)]
    coefficients = fit(gather(games))
    assert set(coefficients) == set(ModelPart)
    assert fit(gather(games)) == coefficients
    checked = check(games, ChanceModel(coefficients))
    won = sum(each[2] for each in checked["bins"])
    assert 0 < won < sum(each[0] for each in checked["bins"])
    assert checked["log_loss"] < log(2)


def test_numbers_without_coefficients_are_refused() -> None:
    with pytest.raises(ValueError, match="coefficient"):
        ChanceModel(fitted().coefficients).rate(ModelPart.ROUND, [1.0])


def test_the_same_number_is_the_same_simulated_game() -> None:
    assert simulated_log(3) == simulated_log(3)
    assert simulated_log(3) != simulated_log(4)
