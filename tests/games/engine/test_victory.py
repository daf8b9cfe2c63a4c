"""Hitler as Chancellor, and the end of the game ("Vote" and "The end" of RULES.md)."""

import pytest

from games.engine.decide import legal_actions
from games.engine.errors import Reason
from games.engine.events import ChancellorCleared, PoliciesDrawn, RolesRevealed
from games.engine.vocabulary import Party, Phase, Role, Victory
from tests.games.engine.conceivable import conceivable_actions
from tests.scenarios import a_table

HITLER = 6


def test_e43_hitler_may_enact_the_third_fascist_policy() -> None:
    table = a_table(7, fascist=2, top="FFF").governs(HITLER, "F")
    assert table.boards == (0, 3)
    assert table.state.victory is None
    assert table.state.phase is Phase.SPECIAL_ELECTION
    assert not table.happened(ChancellorCleared)
    assert table.state.cleared == ()


@pytest.mark.parametrize("fascist", [3, 4, 5])
def test_e44_hitler_elected_in_the_zone_wins(fascist: int) -> None:
    table = a_table(7, fascist=fascist).elects(HITLER)
    assert table.state.victory is Victory.HITLER_ELECTED
    assert table.state.phase is Phase.GAME_OVER
    assert not table.happened(PoliciesDrawn)
    assert table.state.hand == ()
    assert len(table.state.draw_pile) == 17 - fascist
    assert table.limits == (0, HITLER)


def test_e44_a_player_already_cleared_is_asked_again() -> None:
    """A cleared player cannot be Hitler; the check itself must not rely on that mark."""
    table = a_table(7, fascist=3)
    table.state = table.state.but(cleared=(HITLER,))
    assert table.elects(HITLER).state.victory is Victory.HITLER_ELECTED


def test_e45_another_chancellor_is_cleared() -> None:
    table = a_table(7, fascist=3, top="LFF").elects(3)
    assert table.happened(ChancellorCleared)
    assert table.state.phase is Phase.PRESIDENT_DISCARD
    for viewer in (*range(7), None):
        assert table.seen_by(viewer).cleared == (3,)
    assert table.enacts("L").elects(2).state.cleared == (2, 3)


def test_e46_hitler_as_president_means_nothing() -> None:
    table = a_table(7, fascist=3, president=HITLER).elects(3)
    assert table.state.victory is None
    assert table.state.phase is Phase.PRESIDENT_DISCARD
    assert table.state.cleared == (3,)


def test_e47_hitler_voted_down_reveals_nothing() -> None:
    table = a_table(7, fascist=3).rejects(HITLER)
    assert table.state.victory is None
    assert table.state.phase is Phase.NOMINATE
    assert table.state.cleared == ()
    spectator = table.seen_by(None)
    other = a_table(7, fascist=3, hitler=2).rejects(HITLER).seen_by(None)
    assert spectator == other


def test_e48_before_the_zone_nothing_is_said() -> None:
    for chancellor in (3, HITLER):
        table = a_table(7, fascist=2).elects(chancellor)
        assert not table.happened(ChancellorCleared)
        assert table.state.cleared == ()
        assert table.state.phase is Phase.PRESIDENT_DISCARD


ENDINGS = {
    Victory.FIVE_LIBERAL_POLICIES: lambda: a_table(7, liberal=4, top="LFF").governs(3, "L"),
    Victory.SIX_FASCIST_POLICIES: lambda: a_table(7, fascist=5, top="LFF").governs(3, "F"),
    Victory.HITLER_ELECTED: lambda: a_table(7, fascist=3).elects(HITLER),
    Victory.HITLER_EXECUTED: lambda: (
        a_table(7, fascist=3, top="FFF").governs(3, "F").executes(HITLER)
    ),
}
WINNERS = {
    Victory.FIVE_LIBERAL_POLICIES: Party.LIBERAL,
    Victory.SIX_FASCIST_POLICIES: Party.FASCIST,
    Victory.HITLER_ELECTED: Party.FASCIST,
    Victory.HITLER_EXECUTED: Party.LIBERAL,
}


@pytest.mark.parametrize("victory", Victory)
def test_e81_after_the_end_nothing_can_be_done_and_all_is_shown(victory: Victory) -> None:
    table = ENDINGS[victory]()
    assert table.state.victory is victory
    assert victory.winner is WINNERS[victory]
    for action in conceivable_actions(7):
        assert table.refuses(action) is Reason.GAME_OVER
    roles = table.state.roles
    assert table.happened(RolesRevealed)
    for viewer in (*range(7), None):
        assert table.seen_by(viewer).roles == roles
        assert Role.HITLER in table.seen_by(viewer).roles
        assert viewer is None or legal_actions(table.state, viewer) == ()


def test_e82_no_team_wins_by_numbers() -> None:
    # Two Liberals are dead: one Liberal, the Fascist and Hitler are left.
    table = a_table(5, fascist=3, top="FFFFFF").governs(1, "F").executes(2)
    table.governs(3, "F").executes(0)
    assert table.living == [1, 3, 4]
    assert table.state.victory is None
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 3)


def test_the_death_of_the_last_fascist_ends_nothing() -> None:
    table = a_table(5, fascist=3, top="FFF").governs(1, "F").executes(3)
    assert table.state.roles[3] is Role.FASCIST
    assert table.state.victory is None
