"""Wilson's interval against published values, and at its ends."""

import pytest

from games.statistics import wilson


# Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
# (1998), table I, method 3; given there to four places.
@pytest.mark.parametrize(
    ("successes", "instances", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(
    successes: int, instances: int, low: float, high: float
) -> None:
    interval = wilson(successes, instances)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@pytest.mark.parametrize("instances", [1, 10, 30, 10**7])
def test_wilson_stays_between_nothing_and_all(instances: int) -> None:
    none, every = wilson(0, instances), wilson(instances, instances)
    assert none.low == 0.0
    assert every.high == 1.0
    assert 0 < none.high < 1
    assert every.low == pytest.approx(1 - none.high)


@pytest.mark.parametrize(("successes", "instances"), [(0, 0), (2, 1), (-1, 5)])
def test_wilson_refuses_what_is_no_rate(successes: int, instances: int) -> None:
    with pytest.raises(ValueError, match="instances"):
        wilson(successes, instances)
