"""The uncertainty of a rate: the 95 % score interval of Wilson (1927); and that of a mean.

E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
the American Statistical Association 22 (1927), 209-212; recommended for small counts by Brown, Cai
and DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001).
Unlike the textbook interval it never leaves [0, 1] and does not shrink to a point at 0 or 100 %.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


class Interval(NamedTuple):
    """Both ends, from 0 to 1."""

    low: float
    high: float


def wilson(successes: float, instances: int, z: float = Z_95) -> Interval:
    """Return the interval of the true rate; raises ValueError for impossible counts or no instances."""
    if not (instances > 0 and 0 <= successes <= instances):
        raise ValueError("a rate needs instances, and no more successes than those")
    share = successes / instances
    squared = z * z
    middle = share + squared / (2 * instances)
    half = z * sqrt(share * (1 - share) / instances + squared / (4 * instances * instances))
    below = 1 + squared / instances
    # At 0 and 100 % the ends are exact; rounding must not move them.
    low = 0.0 if successes == 0 else (middle - half) / below
    high = 1.0 if successes == instances else (middle + half) / below
    return Interval(low, high)


def of_mean(values: Sequence[float], z: float = Z_95) -> Interval:
    """Return Student's interval of the true mean; raises ValueError for fewer than two values.

    The quantile is that of the normal distribution with Cornish and Fisher's terms for few values.
    """
    if len(values) < 2:
        raise ValueError("the uncertainty of a mean needs two values")
    free = len(values) - 1
    quantile = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    half = quantile * stdev(values) / sqrt(len(values))
    return Interval(fmean(values) - half, fmean(values) + half)
