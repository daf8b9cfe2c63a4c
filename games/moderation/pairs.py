"""Pairs of people who meet, and win together, too often for chance. Pure: numbers in, probabilities out.

Meeting: had one person chosen a month's games without a look at the other's, the games in which both sat would
follow the hypergeometric distribution. People of one evening and one language meet more often than that, so this
alone says nothing.

Winning together: the server deals the roles, so chance alone puts two people on one side, and only there can both
win. The deal is therefore taken as given. Each game on the same side is won with the chance that the rating gave
that side before it, independently of the others; the number of wins is a sum of such games (Poisson binomial) and
its tail is computed exactly. Friends who are better together than alone, and new people whom the rating does not
know yet, win more than that without cheating. Help across sides cannot be seen here.

Many pairs: Benjamini and Hochberg, "Controlling the False Discovery Rate", J. R. Stat. Soc. B 57 (1995), over every
pair that met often enough. In a month without a cheat the chance of a single false line is about TOO_RARE.
"""

from collections.abc import Sequence
from math import exp, lgamma
from typing import Final

FEWEST_TOGETHER: Final = 8
"""Games together in a month from which a pair is looked at."""
TOO_RARE: Final = 0.01
"""Both probabilities of a listed pair are below this, that of winning after the correction."""


def expected_meetings(games: int, one: int, other: int) -> float:
    """Return in how many of these games both sit by chance, if each sits in so many."""
    return one * other / games


def chance_to_meet(games: int, one: int, other: int, met: int) -> float:
    """Return how likely chance lets both meet so often or more.

    Raises ValueError for more meetings, or more games of one, than there are.
    """
    if not 0 <= met <= min(one, other) <= max(one, other) <= games:
        raise ValueError("nobody sits in more games than there are")
    fewest = max(0, one + other - games)
    if met <= fewest:
        return 1.0
    term = exp(_log_ways(one, met) + _log_ways(games - one, other - met) - _log_ways(games, other))
    tail = term
    for more in range(met, min(one, other)):
        term *= (one - more) * (other - more)
        term /= (more + 1) * (games - one - other + more + 1)
        tail += term
    return min(tail, 1.0)


def _log_ways(of: int, chosen: int) -> float:
    return lgamma(of + 1) - lgamma(chosen + 1) - lgamma(of - chosen + 1)


def chance_to_win(chances: Sequence[float], wins: int) -> float:
    """Return how likely so many games or more are won, each with its own chance."""
    # exactly[n]: the probability of n wins so far.
    exactly = [1.0]
    for chance in chances:
        lost = [each * (1.0 - chance) for each in (*exactly, 0.0)]
        won = [each * chance for each in (0.0, *exactly)]
        exactly = [a + b for a, b in zip(lost, won, strict=True)]
    # From the smallest, so that rounding takes nothing away.
    return min(sum(reversed(exactly[max(wins, 0) :])), 1.0)


def corrected(smallest: Sequence[float], tests: int) -> list[float]:
    """Return these probabilities corrected for so many tests, in the same order.

    `smallest` holds all that are below some bound; what is left out changes no result below that bound.
    """
    order = sorted(range(len(smallest)), key=lambda place: smallest[place], reverse=True)
    found, least = [0.0] * len(smallest), 1.0
    for rank, place in zip(range(len(order), 0, -1), order, strict=True):
        least = min(least, smallest[place] * tests / rank)
        found[place] = least
    return found
