"""Points, ties and honours, from plain values."""

from games.nights.standings import Played, honours, standing


def row(
    person: int, table: int, won: bool, expected: float = 0.5, team: str = "liberal"
) -> Played:
    return Played(person=person, table=table, won=won, expected=expected, team=team)


def test_a_win_counts_one_and_ties_go_by_wins_over_expectation() -> None:
    played = [row(1, 1, True, 0.8), row(2, 1, True, 0.4), row(3, 1, False), row(4, 1, False)]
    lines = standing(played, [5])
    assert [(line.person, line.wins) for line in lines][:2] == [(2, 1), (1, 1)]
    assert [line.rank for line in lines][:2] == [1, 2]
    assert lines[0].over == 0.6
    assert {line.person: line.games for line in lines}[5] == 0


def test_ties_beyond_that_go_by_the_wins_of_people_met() -> None:
    played = [
        row(1, 1, True), row(2, 1, True), row(3, 1, True), row(4, 2, True), row(5, 2, False), row(6, 2, False),
    ]  # fmt: skip
    lines = standing(played)
    assert [line.person for line in lines[:4]] == [1, 2, 3, 4]
    assert [line.rank for line in lines[:4]] == [1, 1, 1, 4]
    assert lines[0].opponents == 2
    assert lines[3].opponents == 0


def test_opponents_count_again_with_each_meeting_and_people_met_once() -> None:
    played = [
        row(1, 1, False),
        row(2, 1, True),
        row(1, 2, False),
        row(2, 2, True),
        row(3, 2, False),
    ]
    line = next(each for each in standing(played) if each.person == 1)
    assert (line.opponents, line.met) == (4, 2)


def test_chances_that_only_rounding_tells_apart_are_a_tie() -> None:
    played = [row(1, 1, True, 0.1 + 0.2), row(2, 2, True, 0.3)]
    assert [line.rank for line in standing(played)] == [1, 1]


def test_honours_are_for_winners_sides_odds_and_meetings() -> None:
    played = [
        row(1, 1, True, 0.5), row(2, 1, False, 0.5, "fascist"), row(3, 1, True, 0.5),
        row(1, 2, True, 0.4, "fascist"), row(4, 2, False, 0.6), row(2, 2, True, 0.4, "fascist"),
    ]  # fmt: skip
    earned = {(each.kind, each.person): each.value for each in honours(played)}
    assert earned["winner", 1] == 2
    assert earned["liberal", 1] == earned["liberal", 3] == 1
    assert earned["fascist", 1] == 1
    assert ("fascist", 2) not in earned  # as many wins, but more were foreseen
    assert round(earned["odds", 1], 6) == 1.1
    assert {person for kind, person in earned if kind == "met"} == {1, 2}
    assert honours([]) == []


def test_nobody_is_honoured_for_nothing() -> None:
    lost = [row(1, 1, False), row(2, 1, False)]
    assert honours(lost) == []
