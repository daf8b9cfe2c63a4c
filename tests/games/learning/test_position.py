"""The picture of a position: what follows from the told events is what the engine knows of the table."""

from dataclasses import replace

import pytest

from games.engine import fold, observe
from games.engine.events import PresidencyPassed, told_to
from games.engine.observation import Observation
from games.learning.finding import SAYS_NOTHING_NEW
from games.learning.lessons import Lesson, all_lessons
from games.learning.position import position_of
from tests.games.learning.played import simulated


def drawn(seen: Observation) -> Observation:
    """What a picture shows: without ballots, and without what only counts hidden events."""
    rounds = tuple(replace(each, votes=()) for each in seen.past_rounds)
    current = None if seen.current_round is None else replace(seen.current_round, votes=())
    return replace(
        seen, version=0, past_rounds=rounds, current_round=current, memories=(), own_ballot=None
    )


@pytest.mark.parametrize("size", [5, 7, 10])
@pytest.mark.parametrize("seed", range(1, 7))
def test_each_round_of_a_game_is_seen_as_the_engine_sees_it(seed: int, size: int) -> None:
    log = simulated(seed, size).log
    begins = [place for place, event in enumerate(log) if isinstance(event, PresidencyPassed)]
    assert len(begins) > 3
    for place in begins[1:]:
        for seat in range(size):
            # A riddle's events end before the next candidate is known.
            told = told_to(log[:place], seat, game_over=False)
            telling = [event for event in told if not isinstance(event, SAYS_NOTHING_NEW)]
            seen = position_of(telling, seat)
            assert drawn(seen) == drawn(observe(fold(log[: place + 1]), seat))


@pytest.mark.parametrize("lesson", all_lessons(), ids=lambda lesson: lesson.slug)
def test_a_lesson_sees_what_its_seat_was_told(lesson: Lesson) -> None:
    seen = position_of(lesson.told, lesson.seat)
    assert (seen.liberal_policies, seen.fascist_policies, seen.alive, seen.roles) == (
        lesson.seen.liberal_policies,
        lesson.seen.fascist_policies,
        lesson.seen.alive,
        lesson.seen.roles,
    )
