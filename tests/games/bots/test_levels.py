"""What a newcomer and a sharp bot make of the same table."""

from dataclasses import replace
from random import Random

import pytest

from games.bots import choose
from games.bots.levels import TEMPERS
from games.bots.suspicion import own_suspicion
from games.values.bots import BotLevel
from tests.games.bots.play import later
from tests.games.bots.talking import play_talking
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


def a_traitor() -> Table:
    """Seat 0 passed a Liberal policy, and seat 4 enacted the Fascist one."""
    return a_table(7, top="FFL").elects(4).discards("F").enacts("F")


def suspicion(table: Table, level: BotLevel) -> float:
    return own_suspicion(table.seen_by(0), (), TEMPERS[level]).fascist[4]


def test_sharper_bots_conclude_more_from_the_same_round() -> None:
    newcomer, regular, sharp = (suspicion(a_traitor(), level) for level in BotLevel)
    assert 0.5 < newcomer < regular < sharp < 1


def test_newcomer_forgets_what_the_others_remember() -> None:
    table = a_traitor()
    for _round in range(2):
        later(table, president=3, fascist=1).rejects()
    table.state = table.state.but(round=table.state.round + 2)
    assert suspicion(table, BotLevel.NEWCOMER) == pytest.approx(0.5, abs=0.08)
    assert suspicion(table, BotLevel.SHARP) > 0.7


def test_oldest_round_that_a_bot_remembers_may_count_in_part() -> None:
    temper = replace(TEMPERS[BotLevel.REGULAR], remembered=2.5, remembered_at={})
    table = a_traitor()
    suspicions = []
    for _round in range(4):
        suspicions.append(own_suspicion(table.seen_by(0), (), temper).fascist[4])
        later(table, president=3, fascist=1).rejects()
    fresh, second, fading, gone = suspicions
    assert fresh == pytest.approx(second, abs=0.03)
    assert gone + 0.05 < fading < second - 0.05


@pytest.mark.parametrize("level", list(BotLevel))
def test_bots_of_every_level_finish_and_take_legal_actions(level: BotLevel) -> None:
    for players in (5, 10):
        game = play_talking(players, 3, liberals=level, fascists=level)
        assert game.state.victory is not None
        assert game.said


@pytest.mark.parametrize("level", list(BotLevel))
def test_what_is_hidden_changes_nothing_at_any_level(level: BotLevel) -> None:
    known, other = (a_table(7, hitler=hitler).nominates(3).seen_by(1) for hitler in (6, 2))
    assert known == other
    for seed in range(10):
        chosen = [
            choose(seen, seen.legal_actions, Random(seed), level=level) for seen in (known, other)
        ]
        assert chosen[0] == chosen[1]
