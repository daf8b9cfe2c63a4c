"""Bots in office: discards, enactments, vetoes."""

from random import Random

import pytest

from games.bots import choose
from games.engine.actions import Action, AnswerVeto, DiscardPolicy, EnactPolicy, RequestVeto
from games.engine.vocabulary import Policy, SeatNumber
from games.values.bots import BotLevel
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.
L, F = Policy.LIBERAL, Policy.FASCIST


def decision(table: Table, seed: int = 1, level: BotLevel = BotLevel.REGULAR) -> Action:
    (actor,) = table.actors
    seen = table.seen_by(actor)
    return choose(seen, seen.legal_actions, Random(seed), level=level)


def discarded(
    president: SeatNumber, chancellor: SeatNumber, hand: str, *, liberal: int = 0, fascist: int = 0
) -> Policy:
    table = a_table(7, president=president, top=hand, liberal=liberal, fascist=fascist)
    action = decision(table.elects(chancellor))
    assert isinstance(action, DiscardPolicy)
    return action.policy


def holding(
    chancellor: SeatNumber,
    hand: str,
    *,
    president: SeatNumber = 0,
    liberal: int = 0,
    fascist: int = 0,
) -> Table:
    """This Chancellor was passed these two policies."""
    spare = "F" if hand.count("F") < 2 else "L"
    table = a_table(7, president=president, top=hand + spare, liberal=liberal, fascist=fascist)
    return table.elects(chancellor).discards(spare)


@pytest.mark.parametrize("hand", ["LFF", "LLF"])
@pytest.mark.parametrize("fascist", [0, 3, 5])
def test_liberal_president_discards_a_fascist_policy(hand: str, fascist: int) -> None:
    assert discarded(0, 4, hand, fascist=fascist) is F


def test_fascist_president_drops_one_of_two_liberal_policies_unseen() -> None:
    assert discarded(4, 0, "LLF") is L
    assert discarded(6, 0, "LLF") is L


def test_fascist_president_blends_in_early_and_strikes_late() -> None:
    assert discarded(4, 0, "LFF") is F
    assert discarded(4, 0, "LFF", fascist=2) is L


def test_hitler_keeps_cover_until_it_decides_the_game() -> None:
    assert discarded(6, 0, "LFF", fascist=2, liberal=2) is F
    assert discarded(6, 0, "LFF", fascist=5) is L
    assert discarded(6, 0, "LFF", liberal=4) is L
    assert decision(holding(6, "LF", fascist=2)) == EnactPolicy(seat=6, policy=L)
    assert decision(holding(6, "LF", liberal=4)) == EnactPolicy(seat=6, policy=F)


@pytest.mark.parametrize(
    ("level", "policy"), [(BotLevel.NEWCOMER, F), (BotLevel.REGULAR, L), (BotLevel.SHARP, L)]
)
def test_hitler_of_a_newcomer_enacts_what_any_fascist_does(
    level: BotLevel, policy: Policy
) -> None:
    table = holding(6, "LF", fascist=2)
    assert decision(table, level=level) == EnactPolicy(seat=6, policy=policy)
    any_fascist = decision(holding(4, "LF", fascist=2), level=level)
    assert any_fascist == EnactPolicy(seat=4, policy=F)


@pytest.mark.parametrize("boards", [{}, {"fascist": 4}, {"liberal": 4}])
def test_liberal_chancellor_enacts_a_liberal_policy(boards: dict[str, int]) -> None:
    assert decision(holding(1, "LF", **boards)) == EnactPolicy(seat=1, policy=L)


def test_fascist_chancellor_blends_in_early_but_not_among_friends() -> None:
    assert decision(holding(4, "LF")) == EnactPolicy(seat=4, policy=L)
    assert decision(holding(4, "LF", president=5)) == EnactPolicy(seat=4, policy=F)


@pytest.mark.parametrize("boards", [{"fascist": 5}, {"liberal": 4}])
@pytest.mark.parametrize("seed", range(3))
def test_fascist_chancellor_enacts_what_decides_the_game(
    boards: dict[str, int], seed: int
) -> None:
    assert decision(holding(4, "LF", **boards), seed) == EnactPolicy(seat=4, policy=F)


def test_chancellor_asks_to_veto_two_policies_of_the_other_party() -> None:
    assert decision(holding(1, "FF", fascist=5)) == RequestVeto(seat=1)
    assert decision(holding(4, "LL", fascist=5)) == RequestVeto(seat=4)


def test_chancellor_keeps_what_is_good() -> None:
    assert decision(holding(1, "LF", fascist=5)) == EnactPolicy(seat=1, policy=L)
    assert decision(holding(1, "LL", fascist=5)) == EnactPolicy(seat=1, policy=L)
    assert decision(holding(4, "FF", fascist=5)) == EnactPolicy(seat=4, policy=F)


def test_president_answers_the_veto_by_party() -> None:
    lost = holding(1, "FF", fascist=5).asks_for_veto()
    assert decision(lost) == AnswerVeto(seat=0, grant=True)
    won = holding(4, "LL", fascist=5).asks_for_veto()
    assert decision(won) == AnswerVeto(seat=0, grant=False)
    assert decision(holding(1, "FF", president=4, fascist=5).asks_for_veto()) == AnswerVeto(
        seat=4, grant=False
    )
    assert decision(holding(1, "LL", president=4, fascist=5).asks_for_veto()) == AnswerVeto(
        seat=4, grant=True
    )
