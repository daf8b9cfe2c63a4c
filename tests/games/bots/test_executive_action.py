"""Bots with presidential powers."""

from random import Random

import pytest

from games.bots import choose
from games.engine.actions import CallSpecialElection, ExecutePlayer, InvestigateLoyalty
from games.engine.vocabulary import SeatNumber
from tests.games.bots.play import later
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


def target(table: Table, seed: int = 1) -> SeatNumber:
    seen = table.seen_by(table.state.president)
    action = choose(seen, seen.legal_actions, Random(seed))
    assert isinstance(action, InvestigateLoyalty | CallSpecialElection | ExecutePlayer)
    return action.target


def with_power(table: Table, president: SeatNumber, fascist: int) -> Table:
    """This President has just enacted this Fascist policy, with an irrelevant partner."""
    later(table, president=president, fascist=fascist - 1, top="FFF")
    return table.governs(2 if president != 2 else 3, "F")


def who_investigated(seat: SeatNumber) -> Table:
    """Seat 1 has investigated this player."""
    return a_table(7, president=1, fascist=1, top="FFF").governs(3, "F").investigates(seat)


@pytest.mark.parametrize("known", [4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_liberal_executes_the_known_fascist(known: SeatNumber, seed: int) -> None:
    assert target(with_power(who_investigated(known), 1, 4), seed) == known


@pytest.mark.parametrize("seed", range(5))
def test_liberal_never_executes_a_known_liberal(seed: int) -> None:
    assert target(with_power(who_investigated(0), 1, 4), seed) != 0


@pytest.mark.parametrize("president", [4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_fascist_spares_the_own(president: SeatNumber, seed: int) -> None:
    assert target(with_power(a_table(7), president, 4), seed) not in (4, 5, 6)


def test_fascist_executes_who_has_seen_a_fascist() -> None:
    assert target(with_power(who_investigated(5), 4, 4)) == 1


def test_liberal_appoints_the_known_liberal() -> None:
    assert target(with_power(who_investigated(0), 1, 3)) == 0


@pytest.mark.parametrize("seed", range(5))
def test_fascist_appoints_a_fascist_who_can_nominate_hitler(seed: int) -> None:
    assert target(with_power(a_table(7), 4, 3), seed) == 5


@pytest.mark.parametrize("seed", range(5))
def test_liberal_investigates_the_suspect(seed: int) -> None:
    """Seat 5 was Chancellor of two governments, and both enacted a Fascist policy."""
    table = a_table(7, top="FFF").governs(5, "F")
    later(table, president=3, fascist=0, top="FFF").governs(5, "F")
    assert target(with_power(table, 1, 2), seed) == 5


@pytest.mark.parametrize("seed", range(5))
def test_fascist_wastes_no_investigation_on_the_own(seed: int) -> None:
    table = a_table(7, top="FFF").governs(5, "F")
    assert target(with_power(table, 4, 2), seed) not in (5, 6)
