"""What a board does differently, in sentences."""

import pytest

from games.engine.errors import IllegalSetup
from games.engine.ruleset import ruleset_of, standard_ruleset
from games.engine.vocabulary import BoardKind, Edition
from games.presenters.boards import differences, differences_of, present_board

CUSTOM = "7-1-ipsee-k1-z4-v4-7x10-1x2-c0"


@pytest.mark.parametrize("players", range(5, 11))
def test_standard_board_differs_in_nothing(players: int) -> None:
    assert differences(standard_ruleset(players)) == ()


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (5, ()),
        (6, ("1 Fascist policy from the box is enacted at the start, and grants no power.",)),
        (7, ("Fascist policies in the box: 10 instead of 11.",)),
        (8, ()),
        (9, ("Fascist policies in the box: 10 instead of 11.",)),
        (10, ()),
    ],
)
def test_rebalanced_board_says_what_it_means_for_a_size(
    players: int, said: tuple[str, ...]
) -> None:
    assert differences_of(BoardKind.REBALANCED.value, players) == said


def test_custom_board_says_everything_that_differs_and_nothing_else() -> None:
    assert differences_of(CUSTOM, 7) == (
        "Fascists beside Hitler: 1 instead of 2.",
        "Hitler learns at the start who the fascists are.",
        "The Hitler zone begins with Fascist policy 4 instead of 3.",
        "The veto power begins with Fascist policy 4 instead of 5.",
        "Chaos wins no game: a policy that would win is discarded face up instead.",
        "Liberal policies in the box: 7 instead of 6.",
        "Fascist policies in the box: 10 instead of 11.",
        "1 Liberal policy from the box is enacted at the start.",
        "2 Fascist policies from the box are enacted at the start, and grant no power.",
    )


def test_each_changed_power_has_a_sentence() -> None:
    assert differences_of("7-2-ipens-k0-z3-v5-6x11-0x0-c1", 7) == (
        "After Fascist policy 1 the President investigates somebody’s loyalty.",
        "After Fascist policy 2 the President peeks at the top policies.",
        "After Fascist policy 3 the President executes somebody.",
        "Fascist policy 4 grants no power.",
        "After Fascist policy 5 the President calls a special election.",
    )


def test_board_without_powers_says_so_once() -> None:
    assert differences_of("10-3-nnnnn-k0-z3-v5-6x11-0x0-c1", 10) == (
        "No Fascist policy grants a power.",
    )


def test_custom_board_is_compared_at_its_own_size_only() -> None:
    with pytest.raises(IllegalSetup):
        differences_of(CUSTOM, 8)


def test_board_shows_what_is_enacted_at_the_start() -> None:
    view = present_board(ruleset_of(7, Edition.RETAIL, CUSTOM), "Quick start")
    assert (view.called, view.players, view.liberals, view.fascists) == ("Quick start", 7, 5, 1)
    assert (view.liberal_track.count, view.fascist_track.count) == (1, 2)
    assert view.is_custom
    assert not view.is_standard


def test_board_without_a_name_is_called_by_its_kind() -> None:
    assert present_board(ruleset_of(7, Edition.RETAIL, CUSTOM)).called == "Custom board"
    rebalanced = present_board(ruleset_of(7, Edition.RETAIL, BoardKind.REBALANCED.value))
    assert rebalanced.called == "Rebalanced board"
    # Where both are one, the rebalanced board is the standard board.
    assert present_board(ruleset_of(8, Edition.RETAIL, BoardKind.REBALANCED.value)).is_standard
