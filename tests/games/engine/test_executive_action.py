"""Executive action: the four powers ("Executive action" of RULES.md)."""

import pytest

from games.engine.actions import (
    Action,
    CallSpecialElection,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
)
from games.engine.errors import Reason
from games.engine.events import PartyMembershipShown, PeekShown, PolicyDeckShuffled, audience
from games.engine.vocabulary import Party, Phase, Role, Victory
from tests.scenarios import F, Table, a_table, cards, letters


def with_power(players: int, fascist: int, *, president: int = 0, chancellor: int = 1) -> Table:
    """A government has just enacted the next Fascist policy."""
    table = a_table(players, fascist=fascist, president=president, top="FFFLFF")
    return table.governs(chancellor, "F")


def investigation(chancellor: int = 1) -> Table:
    table = with_power(7, 1, chancellor=chancellor)
    assert table.state.phase is Phase.INVESTIGATE
    return table


def special_election(players: int = 8, president: int = 2) -> Table:
    table = with_power(players, 2, president=president, chancellor=(president + 2) % players)
    assert table.state.phase is Phase.SPECIAL_ELECTION
    return table


def execution() -> Table:
    table = with_power(7, 3)
    assert table.state.phase is Phase.EXECUTE
    return table


# Investigate loyalty


def test_e49_an_investigation_shows_the_party_to_the_president_alone() -> None:
    table = investigation()
    assert table.state.roles[6] is Role.HITLER
    table.investigates(6)
    shown = PartyMembershipShown(seat=0, target=6, party=Party.FASCIST)
    assert table.told(0) == [shown]
    assert table.seen_by(0).parties[6] is Party.FASCIST
    assert table.seen_by(0).roles[6] is None
    for viewer in (1, 2, 3, 4, 5, 6, None):
        assert table.seen_by(viewer).parties == (None,) * 7
        assert table.seen_by(viewer).investigated == (6,)
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)


def test_e49_a_liberal_is_shown_as_liberal() -> None:
    assert investigation().investigates(2).seen_by(0).parties[2] is Party.LIBERAL


def test_e50_nobody_is_investigated_twice() -> None:
    table = a_table(9, top="FFFFFF").governs(2, "F").investigates(5)
    table.governs(3, "F")
    assert (table.state.phase, table.state.president) == (Phase.INVESTIGATE, 1)
    assert table.targets == [0, 2, 3, 4, 6, 7, 8]
    assert table.refuses(InvestigateLoyalty(seat=1, target=5)) is Reason.ALREADY_INVESTIGATED
    table.investigates(0)
    assert table.state.investigated == (0, 5)


def test_e51_foul_investigations_are_refused() -> None:
    table = investigation()
    table.state = table.state.but(alive=(True, True, True, False, True, True, True))
    assert table.targets == [1, 2, 4, 5, 6]
    assert table.refuses(InvestigateLoyalty(seat=0, target=0)) is Reason.TARGET_IS_SELF
    assert table.refuses(InvestigateLoyalty(seat=0, target=3)) is Reason.TARGET_IS_DEAD
    assert table.refuses(InvestigateLoyalty(seat=0, target=7)) is Reason.UNKNOWN_SEAT
    for other in (ExecutePlayer, CallSpecialElection):
        assert table.refuses(other(seat=0, target=4)) is Reason.WRONG_PHASE
    assert table.refuses(PeekAtPolicies(seat=0)) is Reason.WRONG_PHASE


# Special election


def test_e52_a_limited_player_may_be_appointed() -> None:
    table = special_election()
    assert table.limits == (2, 4)
    table.appoints(4)
    assert table.state.president == 4
    assert table.state.phase is Phase.NOMINATE
    assert table.eligible == [0, 1, 3, 5, 6, 7]
    refused = table.refuses(NominateChancellor(seat=4, chancellor=2))
    assert refused is Reason.TERM_LIMITED_PRESIDENT
    assert table.refuses(NominateChancellor(seat=4, chancellor=4)) is Reason.TARGET_IS_SELF


def test_e53_the_left_neighbour_is_candidate_twice_in_a_row() -> None:
    table = special_election().appoints(3)
    assert table.state.president == 3
    table.rejects()
    assert table.state.president == 3
    table.rejects()
    assert table.state.president == 4


def test_e54_after_a_special_government_the_placard_returns() -> None:
    table = special_election().appoints(6)
    assert table.state.president == 6
    table.governs(0, "L")
    assert table.state.president == 3
    assert table.rejects().state.president == 4


def test_e55_after_a_rejected_special_government_the_placard_returns() -> None:
    table = special_election().appoints(6).rejects()
    assert (table.state.tracker, table.state.president) == (1, 3)
    assert table.rejects().state.president == 4


def test_the_placard_returns_after_chaos_and_veto_too() -> None:
    table = special_election().appoints(6)
    table.state = table.state.but(tracker=2)
    assert table.rejects().state.president == 3
    table = special_election().appoints(6)
    table.state = table.state.but(fascist_policies=5, draw_pile=table.state.draw_pile[2:])
    assert table.vetoes(0).state.president == 3


def special_execution(victim: int) -> Table:
    """Caller 2 appoints 6, whose government enacts the fourth Fascist policy; 6 executes."""
    table = special_election().appoints(6)
    table.state = table.state.but(draw_pile=tuple(sorted(table.state.draw_pile)))
    table.governs(0, "F")
    assert (table.state.phase, table.state.president) == (Phase.EXECUTE, 6)
    return table.executes(victim)


def test_e56_the_caller_is_dead() -> None:
    assert special_execution(2).state.president == 3


def test_e57_the_callers_neighbour_is_dead() -> None:
    assert special_execution(3).state.president == 4


def test_e58_foul_appointments_are_refused() -> None:
    table = special_election(7)
    table.state = table.state.but(alive=(True, True, True, True, True, True, False))
    assert table.targets == [0, 1, 3, 4, 5]
    assert table.refuses(CallSpecialElection(seat=2, target=2)) is Reason.TARGET_IS_SELF
    assert table.refuses(CallSpecialElection(seat=2, target=6)) is Reason.TARGET_IS_DEAD


def test_e59_a_special_government_is_limited_like_any_other() -> None:
    table = special_election().appoints(6).governs(0, "L")
    assert table.limits == (6, 0)
    assert table.eligible == [1, 2, 4, 5, 7]


# Policy peek


def peek(top: str) -> Table:
    table = a_table(5, fascist=2, top="FFF" + top).governs(1, "F")
    assert table.state.phase is Phase.PEEK
    return table


def test_e60_a_peek_shows_the_top_three_in_order_to_the_president() -> None:
    table = peek("LFF")
    before = table.state.draw_pile
    table.peeks()
    shown = PeekShown(seat=0, policies=cards("LFF"))
    assert table.told(0) == [shown]
    assert audience(shown) == 0
    assert table.state.draw_pile == before
    assert letters(before[:3]) == "LFF"
    for viewer in (1, 2, 3, 4, None):
        assert table.told(viewer) == []
        assert shown not in [memory.event for memory in table.seen_by(viewer).memories]
    assert shown in [memory.event for memory in table.seen_by(0).memories]
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)
    assert peek("FFL").peeks().told(0) == [PeekShown(seat=0, policies=cards("FFL"))]


def test_e61_renewal_comes_before_the_peek() -> None:
    table = a_table(5, fascist=2, deck="FFFLL", renewal="LFL").governs(1, "F")
    assert table.happened(PolicyDeckShuffled)
    assert table.state.phase is Phase.PEEK
    assert len(table.state.draw_pile) == 14
    assert table.peeks().told(0) == [PeekShown(seat=0, policies=cards("LFL"))]


def test_e62_what_was_peeked_at_comes_true() -> None:
    table = peek("LFF").peeks().rejects_thrice()
    assert table.boards == (1, 3)
    assert letters(table.state.draw_pile[:2]) == "FF"


# Execution


def test_e63_the_role_of_the_dead_stays_hidden() -> None:
    table = execution()
    assert table.state.roles[5] is Role.FASCIST
    table.executes(5)
    assert table.state.victory is None
    assert table.living == [0, 1, 2, 3, 4, 6]
    assert all(audience(event) == audience(table.events[0]) for event in table.events)
    for viewer in (0, 1, 2, 3, None):
        assert table.seen_by(viewer).roles[5] is None
        assert table.seen_by(viewer).parties[5] is None
    liberal = execution().executes(3)
    assert [type(event) for event in table.events] == [type(event) for event in liberal.events]


@pytest.mark.parametrize("fascist", [3, 4])
@pytest.mark.parametrize("players", [5, 7, 10])
def test_e64_executing_hitler_wins(players: int, fascist: int) -> None:
    table = with_power(players, fascist).executes(players - 1)
    assert table.state.victory is Victory.HITLER_EXECUTED
    assert not table.state.alive[players - 1]


def test_e65_foul_executions_are_refused() -> None:
    table = execution().executes(3)
    table = table.governs(2, "F")
    assert (table.state.phase, table.state.president) == (Phase.EXECUTE, 1)
    assert table.targets == [0, 2, 4, 5, 6]
    assert table.refuses(ExecutePlayer(seat=1, target=1)) is Reason.TARGET_IS_SELF
    assert table.refuses(ExecutePlayer(seat=1, target=3)) is Reason.TARGET_IS_DEAD
    assert table.refuses(ExecutePlayer(seat=1, target=-1)) is Reason.UNKNOWN_SEAT


DUE: list[tuple[int, int]] = [(7, 1), (7, 2), (5, 2), (7, 3)]


@pytest.mark.parametrize(("players", "fascist"), DUE)
def test_e66_nothing_else_can_be_done_while_a_power_is_due(players: int, fascist: int) -> None:
    table = with_power(players, fascist)
    due = table.state.phase
    assert due is not Phase.NOMINATE
    assert table.refuses(NominateChancellor(seat=1, chancellor=3)) is Reason.WRONG_PHASE
    assert table.refuses(NominateChancellor(seat=0, chancellor=3)) is Reason.WRONG_PHASE
    powers: dict[Phase, Action] = {
        Phase.INVESTIGATE: InvestigateLoyalty(seat=0, target=3),
        Phase.SPECIAL_ELECTION: CallSpecialElection(seat=0, target=3),
        Phase.PEEK: PeekAtPolicies(seat=0),
        Phase.EXECUTE: ExecutePlayer(seat=0, target=3),
    }
    for phase, action in powers.items():
        if phase is not due:
            assert table.refuses(action) is Reason.WRONG_PHASE
    table.act(powers[due])
    assert table.state.phase is Phase.NOMINATE


def test_e67_the_own_chancellor_may_be_executed() -> None:
    table = execution().executes(1)
    assert table.living == [0, 2, 3, 4, 5, 6]
    assert table.state.president == 2


def test_e68_the_next_candidate_may_be_executed() -> None:
    table = with_power(7, 3, chancellor=4).executes(1)
    assert table.state.president == 2


@pytest.mark.parametrize(("players", "fascist"), DUE)
def test_e69_only_the_president_uses_the_power(players: int, fascist: int) -> None:
    table = with_power(players, fascist)
    assert table.actors == [0]
    for seat in range(1, players):
        powers: dict[Phase, Action] = {
            Phase.INVESTIGATE: InvestigateLoyalty(seat=seat, target=0),
            Phase.SPECIAL_ELECTION: CallSpecialElection(seat=seat, target=0),
            Phase.PEEK: PeekAtPolicies(seat=seat),
            Phase.EXECUTE: ExecutePlayer(seat=seat, target=0),
        }
        assert table.refuses(powers[table.state.phase]) is Reason.NOT_YOUR_DECISION


def test_a_president_of_any_team_gets_the_same_choice() -> None:
    liberal = with_power(7, 1, president=0, chancellor=2)
    fascist = with_power(7, 1, president=5, chancellor=2)
    assert liberal.targets == [1, 2, 3, 4, 5, 6]
    assert fascist.targets == [0, 1, 2, 3, 4, 6]
    assert F in liberal.state.draw_pile
