"""The uncertainty of a rate: the 95 % score interval of Wilson (1927).

E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
the American Statistical Association 22 (1927), 209-212; recommended for small counts by Brown, Cai
and DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001).
Unlike the textbook interval it never leaves [0, 1] and does not shrink to a point at 0 or 100 %.
"""

from math import sqrt
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
