"""The edition `print` (D-1 to D-3)."""

from functools import partial

import pytest

from games.engine.events import ChaosStruck
from games.engine.vocabulary import Edition, Victory
from tests.scenarios import NO_LIMITS, a_table

a_print_table = partial(a_table, edition=Edition.PRINT)


def test_e90_a_won_vote_resets_the_tracker() -> None:
    table = a_print_table(7, fascist=5, tracker=2, top="LFF").elects(3)
    assert table.state.tracker == 0
    table.asks_for_veto().answers_veto(grant=True)
    assert table.state.tracker == 1
    assert not table.happened(ChaosStruck)
    assert table.boards == (0, 5)


def test_e91_the_size_at_the_start_decides_whom_the_limits_reach() -> None:
    table = a_print_table(6, dead=(5,), top="LFF").governs(3, "L")
    assert len(table.living) == 5
    assert table.eligible == [2, 4]
    table = a_print_table(5, top="LFF").governs(3, "L")
    assert table.eligible == [0, 2, 4]
    retail = a_table(6, dead=(5,), top="LFF").governs(3, "L")
    assert retail.eligible == [0, 2, 4]


def test_e92_a_vetoed_government_is_not_limited() -> None:
    table = a_print_table(7, fascist=5, top="LFFLFF").governs(3, "L")
    assert table.limits == (0, 3)
    table.vetoes(2)
    assert table.limits == (0, 3)
    assert table.state.president == 2
    assert table.eligible == [1, 4, 5, 6]
    retail = a_table(7, fascist=5, top="LFFLFF").governs(3, "L").vetoes(2)
    assert retail.limits == (1, 2)


def test_limits_come_with_the_policy() -> None:
    table = a_print_table(7, top="LFF").elects(3)
    assert table.limits == NO_LIMITS
    assert table.enacts("L").limits == (0, 3)


def test_chaos_forgets_limits() -> None:
    table = a_print_table(7, top="LFFL").governs(3, "L").rejects_thrice()
    assert table.limits == NO_LIMITS


@pytest.mark.parametrize("edition", Edition)
def test_hitler_elected_wins_in_both_editions(edition: Edition) -> None:
    table = a_table(7, edition=edition, fascist=3, tracker=1).elects(6)
    assert table.state.victory is Victory.HITLER_ELECTED
    assert table.state.tracker == (0 if edition is Edition.PRINT else 1)
