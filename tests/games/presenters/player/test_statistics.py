"""A player page's statistics: no percentage from too few games."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine.vocabulary import Role
from games.presenters.player.measure_words import DEFINITIONS, MEASURE_NAMES
from games.presenters.player.rates import Grade, present_rate
from games.presenters.player.statistics import StatisticsView, present_statistics
from games.statistics import Measure, Numbers, Pairing, Streak, Tally
from games.values.game_kind import GameKind

Cells = Mapping[tuple[Measure, Role, int], Tally]


def view_of(cells: Cells, *, kind: GameKind = GameKind.RANKED, **fields: object) -> StatisticsView:
    return present_statistics(Numbers(kind=kind, cells=cells, **fields))  # type: ignore[arg-type]


def forty_games() -> Cells:
    return {
        (Measure.WON, Role.LIBERAL, 5): Tally(12, 20),
        (Measure.WON, Role.LIBERAL, 7): Tally(3, 5),
        (Measure.WON, Role.FASCIST, 7): Tally(6, 10),
        (Measure.WON, Role.HITLER, 7): Tally(2, 5),
        (Measure.EXPECTED, Role.LIBERAL, 5): Tally(9_500_000, 20),
        (Measure.WON_PREDICTED, Role.LIBERAL, 5): Tally(12, 20),
        (Measure.FINISHED, Role.LIBERAL, 5): Tally(39, 40),
        (Measure.PACE, Role.LIBERAL, 5): Tally(1_234_000, 100),
        (Measure.DANGER_VOTES, Role.LIBERAL, 7): Tally(21, 30),
    }


@pytest.mark.parametrize(
    ("instances", "grade"),
    [
        (0, Grade.HIDDEN),
        (9, Grade.HIDDEN),
        (10, Grade.GREY),
        (29, Grade.GREY),
        (30, Grade.FULL),
    ],
)
def test_rate_is_graded_by_its_instances(instances: int, grade: Grade) -> None:
    rate = present_rate(Tally(instances // 2, instances))
    assert rate.grade is grade
    assert (rate.percent is None) == (grade is Grade.HIDDEN)
    assert (rate.low is None) == (grade is Grade.HIDDEN)


def test_rate_lies_inside_its_interval() -> None:
    rate = present_rate(Tally(3, 12))
    assert rate.percent == 25.0
    assert rate.low is not None
    assert rate.high is not None
    assert 0 < rate.low < 25 < rate.high < 100


def test_wins_are_shown_as_a_whole_by_team_role_and_size() -> None:
    view = view_of(forty_games())
    shown = [(str(row.label), row.rate.successes, row.rate.instances) for row in view.wins.rows]
    assert shown == [
        ("All", 23, 40),
        ("On the Liberal team", 15, 25),
        ("On the Fascist team", 8, 15),
        ("As a fascist", 6, 10),
        ("As Hitler", 2, 5),
        ("5 players", 12, 20),
        ("7 players", 11, 20),
    ]
    table = [[cell.instances for cell in row.cells] for row in view.win_table]
    assert (view.sizes, table) == ((5, 7), [[20, 5], [0, 10], [0, 5]])


def test_expectation_compares_the_same_games() -> None:
    expectation = view_of(forty_games()).expectation
    assert expectation is not None
    assert (expectation.games, expectation.wins, expectation.expected_wins) == (20, 12, 9.5)
    assert expectation.over == 2.5


def test_there_is_no_expectation_without_predictions() -> None:
    assert view_of({(Measure.WON, Role.LIBERAL, 5): Tally(1, 2)}).expectation is None


def test_pace_is_a_mean_in_seconds() -> None:
    pace = view_of(forty_games()).pace
    assert (pace.seconds, pace.decisions) == (12.34, 100)


def test_losing_streak_is_told_apart_from_a_winning_one() -> None:
    streak = Streak(current=-3, longest_won=5, longest_lost=4)
    shown = view_of({}, streak=streak).streak
    assert (shown.won_now, shown.lost_now) == (0, 3)


def test_every_measure_has_a_name_and_a_paragraph() -> None:
    assert set(MEASURE_NAMES) == set(DEFINITIONS) == set(Measure)
    assert len({str(name) for name in MEASURE_NAMES.values()}) == len(Measure)
    assert all(len(str(text)) > 60 for text in DEFINITIONS.values())


def rendered(view: StatisticsView) -> str:
    return render_to_string("games/player/_statistics.html", {"statistics": view})


def test_page_shows_no_percentage_below_ten() -> None:
    nine = rendered(view_of({(Measure.WON, Role.LIBERAL, 5): Tally(4, 9)}))
    assert re.search(r"4\s+of\s+9", nine)
    assert "%" not in nine
    ten = rendered(view_of({(Measure.WON, Role.LIBERAL, 5): Tally(4, 10)}))
    assert "40%" in ten
    assert 'data-grade="grey"' in ten


def test_page_has_a_definition_for_everything_it_counts() -> None:
    page = unescape(rendered(view_of(forty_games())))
    shown_elsewhere = {Measure.EXPECTED}
    for measure in set(Measure) - shown_elsewhere:
        assert str(MEASURE_NAMES[measure]) in page, measure
        assert str(DEFINITIONS[measure]) in page, measure


def test_page_names_players_as_text_and_has_no_inline_style() -> None:
    pairing = Pairing(other="<b>Bo</b>", other_id=3, same=Tally(5, 12), opposite=Tally(1, 3))
    page = rendered(view_of(forty_games(), pairings=(pairing,)))
    assert "<bdi>&lt;b&gt;Bo&lt;/b&gt;</bdi>" in page
    assert " style=" not in page


def test_bars_are_drawn_with_points_whatever_the_language() -> None:
    with translation.override("es"):
        page = rendered(view_of(forty_games()))
    numbers = re.findall(r'<rect[^>]* x="([^"]*)"[^>]* width="([^"]*)"', page)
    assert len(numbers) > 4
    assert all(float(x) >= 0 and float(width) > 0 for x, width in numbers)


def test_page_without_games_says_so() -> None:
    page = rendered(view_of({}))
    assert "No finished games of this kind yet." in page
    assert "<table" not in page
