"""Streaks of games won and lost."""

from games.statistics import NO_GAMES, Streak


def test_streak_turns_with_the_first_other_result() -> None:
    after = NO_GAMES.after([True, True, True, False])
    assert after == Streak(current=-1, longest_won=3, longest_lost=1)


def test_streak_remembers_the_longest_of_each_kind() -> None:
    after = NO_GAMES.after([False, False, True, False, True, True])
    assert after == Streak(current=2, longest_won=2, longest_lost=2)
