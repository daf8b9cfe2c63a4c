"""Whom bots nominate and elect."""

from random import Random

import pytest

from games.bots import choose
from games.bots.choose import election_chances
from games.engine.actions import CastBallot, NominateChancellor
from games.engine.vocabulary import SeatNumber, Vote
from tests.games.bots.play import later
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


def nominee(table: Table, seed: int = 1) -> SeatNumber:
    seen = table.seen_by(table.state.president)
    action = choose(seen, seen.legal_actions, Random(seed))
    assert isinstance(action, NominateChancellor)
    return action.chancellor


def ballot(table: Table, voter: SeatNumber) -> Vote:
    """The vote that this seat casts more often than not."""
    return Vote.JA if chance_of_ja(table, voter) > 0.5 else Vote.NEIN


def chance_of_ja(table: Table, voter: SeatNumber) -> float:
    legal = table.seen_by(voter).legal_actions
    chances = election_chances(table.seen_by(voter), legal)
    (ja,) = (
        chance
        for action, chance in zip(legal, chances, strict=True)
        if isinstance(action, CastBallot) and action.vote is Vote.JA
    )
    return ja


def investigated(target: SeatNumber) -> Table:
    """Seat 1 has investigated this player; now seat 2 is candidate."""
    table = a_table(7, president=1, fascist=1, top="FFF")
    return table.governs(3, "F").investigates(target)


@pytest.mark.parametrize("seed", range(5))
def test_fascist_nominates_hitler_in_the_zone(seed: int) -> None:
    assert nominee(a_table(7, president=4, fascist=3), seed) == 6


@pytest.mark.parametrize("voter", [4, 5, 6])
def test_fascists_elect_hitler_in_the_zone(voter: SeatNumber) -> None:
    assert ballot(a_table(7, president=0, fascist=3).nominates(6), voter) is Vote.JA


def test_candidate_votes_for_the_own_nominee() -> None:
    assert ballot(a_table(7).nominates(5), 0) is Vote.JA


def test_first_government_gets_a_chance() -> None:
    table = a_table(7).nominates(3)
    assert ballot(table, 0) is Vote.JA
    # People are cautious: about half of all governments are elected.
    assert all(0.3 < chance_of_ja(table, voter) < 0.9 for voter in (2, 3, 4, 5))


def test_liberal_rejects_a_government_with_an_investigated_fascist() -> None:
    table = investigated(5).nominates(5)
    assert ballot(table, 1) is Vote.NEIN
    # A player who has not seen it judges by the table alone.
    assert chance_of_ja(table, 0) > chance_of_ja(table, 1) + 0.2


def test_liberal_elects_an_investigated_liberal() -> None:
    assert ballot(investigated(2).nominates(5), 1) is Vote.JA


def test_liberal_nominates_an_investigated_liberal() -> None:
    assert nominee(later(investigated(0), president=1, fascist=3)) == 0


def test_liberal_nominates_no_known_fascist() -> None:
    table = later(investigated(5), president=1, fascist=2)
    assert {nominee(table, seed) for seed in range(10)}.isdisjoint({5})


def test_president_remembers_who_let_a_liberal_policy_go() -> None:
    """Seat 0 passed a Liberal policy and seat 4 enacted the Fascist one."""
    table = a_table(7, top="FFL").elects(4).discards("F").enacts("F")
    assert ballot(later(table, president=3, fascist=2).nominates(4), 0) is Vote.NEIN


def test_president_who_passed_two_fascist_policies_does_not_blame_the_chancellor() -> None:
    tables = [
        a_table(7, top="FFF").governs(4, "F"),
        a_table(7, top="FFL").elects(4).discards("F").enacts("F"),
    ]
    blameless, blamed = (
        chance_of_ja(later(table, president=3, fascist=2).nominates(4), 0) for table in tables
    )
    assert blameless > blamed + 0.1


def test_liberal_prefers_a_cleared_chancellor_in_the_zone() -> None:
    """Seat 3 was elected in the zone and is not Hitler; seats 1, 2, 4 and 6 may be."""
    table = a_table(7, fascist=3, dead=(5,), top="LLF").governs(3, "L")
    assert table.state.cleared == (3,)
    assert nominee(later(table, president=2, fascist=3)) == 3


def test_liberal_takes_a_doubtful_government_rather_than_chaos() -> None:
    table = a_table(7, top="FFF" * 3).governs(5, "F")
    later(table, president=3, fascist=0, top="FFF").governs(5, "F")
    later(table, president=1, fascist=0).nominates(5)
    assert ballot(table, 2) is Vote.NEIN
    table.state = table.state.but(tracker=2)
    assert ballot(table, 2) is Vote.JA


def test_bots_elect_more_readily_the_nearer_chaos_comes() -> None:
    chances = []
    for tracker in range(3):
        table = a_table(7).nominates(3)
        table.state = table.state.but(tracker=tracker)
        chances.append(chance_of_ja(table, 2))
    first, second, last = chances
    assert first + 0.1 < second < last
