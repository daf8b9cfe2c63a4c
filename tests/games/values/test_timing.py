"""Every decision has its time at every pace; a bot's pause tells nothing."""

import random

import pytest

from games.engine.vocabulary import Phase
from games.values.timing import (
    SLOW,
    Pace,
    bot_pause,
    decision_seconds,
    vote_seconds,
    warning_seconds,
)

DECISIONS = [phase for phase in Phase if phase is not Phase.GAME_OVER]


@pytest.mark.parametrize("phase", DECISIONS)
@pytest.mark.parametrize("players", [5, 7, 10])
def test_paces_are_ordered(phase: Phase, players: int) -> None:
    quick, relaxed, talk = (
        decision_seconds(pace, phase, players) for pace in (Pace.QUICK, Pace.RELAXED, Pace.TALK)
    )
    assert quick is not None
    assert relaxed is not None
    assert talk is not None
    assert 20 <= quick < relaxed < talk


@pytest.mark.parametrize("phase", list(Phase))
def test_a_table_without_limits_waits_for_ever(phase: Phase) -> None:
    assert decision_seconds(Pace.NONE, phase, 7) is None


@pytest.mark.parametrize("pace", list(Pace))
def test_nothing_is_due_after_the_end(pace: Pace) -> None:
    assert decision_seconds(pace, Phase.GAME_OVER, 7) is None


def test_larger_tables_talk_longer_but_count_policies_no_slower() -> None:
    assert decision_seconds(Pace.QUICK, Phase.NOMINATE, 5) == 45
    assert decision_seconds(Pace.QUICK, Phase.NOMINATE, 10) == 67
    assert decision_seconds(Pace.QUICK, Phase.PRESIDENT_DISCARD, 5) == decision_seconds(
        Pace.QUICK, Phase.PRESIDENT_DISCARD, 10
    )


def test_pauses_stay_in_bounds_and_differ() -> None:
    rng = random.Random(7)
    pauses = [bot_pause(rng, (1.5, 6.0)) for _ in range(500)]
    assert all(1.5 <= pause <= 6.0 for pause in pauses)
    assert max(pauses) - min(pauses) > 3
    # Mostly nearer the shorter bound.
    assert sum(pause < 3.75 for pause in pauses) > 300


def test_tests_need_not_wait() -> None:
    assert bot_pause(random.Random(1), (0, 0)) == 0


@pytest.mark.parametrize("bounds", [(2.0, 1.0), (-1.0, 1.0)])
def test_impossible_bounds_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="shortest"):
        bot_pause(random.Random(1), bounds)


@pytest.mark.parametrize("pace", [pace for pace in Pace if pace is not Pace.NONE])
@pytest.mark.parametrize("phase", DECISIONS)
def test_warning_comes_when_a_third_of_the_time_is_left(pace: Pace, phase: Phase) -> None:
    for players in (5, 10):
        seconds = decision_seconds(pace, phase, players)
        assert seconds is not None
        assert warning_seconds(pace, phase, players) == seconds // 3 > 0
    assert vote_seconds(pace) > 0


def test_slow_games_give_every_decision_the_same_hours() -> None:
    hours = {
        pace: {decision_seconds(pace, phase, size) for phase in DECISIONS for size in (5, 10)}
        for pace in SLOW
    }
    hour = 3600
    assert hours == {Pace.HALF_DAY: {12 * hour}, Pace.DAY: {24 * hour}, Pace.DAYS: {72 * hour}}
