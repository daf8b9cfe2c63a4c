"""Tables of game nights: how often people meet again, against the best arrangement known, and how long the draws take.

Every round is drawn as the clock draws it, with what has been played before; measured in processor time of this process.
"""

from collections import Counter
from random import Random
from statistics import mean
from time import process_time

from games.nights.pairing import meetings
from tests.games.nights.test_pairing import BEST_KNOWN, evening, repeated

SEEDS = 5
ASKED_OF, MOST_SHARE, MOST_SECONDS = 24, 1.1, 1.0


def main() -> None:
    """Print a line for each number of people; fail if 24 of them are not within a tenth of the best in a second."""
    for people, best in BEST_KNOWN.items():
        counts, seconds, most = list[int](), list[float](), Counter[int]()
        for seed in range(SEEDS):
            began = process_time()
            tables = evening(people, Random(seed))
            seconds.append(process_time() - began)
            counts.append(repeated(tables))
            most.update(meetings(tables).values())
        always = most[4] / SEEDS
        print(
            f"{people} people: {min(counts)} to {max(counts)} repeats, mean {mean(counts):.1f}, best known {best}; "
            f"{always:.1f} pairs always together; at most {max(seconds):.2f} s"
        )
        if people == ASKED_OF:
            assert max(counts) <= MOST_SHARE * best
            assert max(seconds) < MOST_SECONDS
