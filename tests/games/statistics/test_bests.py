"""Who is best at what in a series of games, counted by hand."""

from games.engine.vocabulary import Party
from games.statistics.bests import Count, GamePart, longest_streaks, most_won

L, F = Party.LIBERAL, Party.FASCIST
ANA, BO, CY, DEE = 1, 2, 3, 4
# One line a game: who won, who lost; the first one is the oldest.
GAMES = [
    ({ANA: L, BO: L}, {CY: F}),
    ({ANA: F}, {BO: L, CY: L}),
    ({BO: L, CY: L}, {ANA: F}),
    ({ANA: L, BO: L}, {CY: F, DEE: F}),
    ({BO: F}, {ANA: L}),
]
PARTS = [
    GamePart(person=person, side=side, has_won=has_won)
    for winners, losers in GAMES
    for team, has_won in ((winners, True), (losers, False))
    for person, side in team.items()
]


def told(counts: tuple[Count, ...]) -> list[tuple[int, int, int]]:
    return [(each.person, each.count, each.games) for each in counts]


def test_most_wins_stand_first_and_nobody_without_one_is_listed() -> None:
    assert told(most_won(PARTS)) == [(BO, 4, 5), (ANA, 3, 5), (CY, 1, 4)]


def test_wins_of_a_side_count_that_sides_games_alone() -> None:
    assert told(most_won(PARTS, L)) == [(BO, 3, 4), (ANA, 2, 3), (CY, 1, 2)]
    assert told(most_won(PARTS, F)) == [(BO, 1, 1), (ANA, 1, 2)]


def test_of_equal_wins_those_in_fewer_games_stand_first() -> None:
    parts = [GamePart(person=ANA, side=L, has_won=won) for won in (True, False)]
    parts.append(GamePart(person=BO, side=L, has_won=True))
    assert told(most_won(parts)) == [(BO, 1, 1), (ANA, 1, 2)]


def test_a_streak_is_two_wins_or_more_without_a_loss_between() -> None:
    assert told(longest_streaks(PARTS)) == [(BO, 3, 5), (ANA, 2, 5)]
    # A later loss does not take away what was reached.
    lost = GamePart(person=BO, side=L, has_won=False)
    assert told(longest_streaks([*PARTS, lost]))[0] == (BO, 3, 6)
    assert longest_streaks(PARTS[:3]) == ()
