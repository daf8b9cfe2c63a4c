"""Suspicion, from the rounds that a bot has seen."""

import pytest

from games.bots.suspicion import (
    next_draw_seen,
    own_suspicion,
    public_suspicion,
    sessions_seen,
)
from games.engine.vocabulary import Role
from tests.games.bots.play import SIZES, later, play_game
from tests.scenarios import a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


@pytest.mark.parametrize("players", SIZES)
def test_at_first_everybody_is_equally_suspect(players: int) -> None:
    table = a_table(players)
    fascists = table.state.ruleset.fascists + 1
    public = public_suspicion(table.seen_by(None))
    assert public.fascist == pytest.approx([fascists / players] * players)
    assert public.hitler == pytest.approx([1 / players] * players)
    own = own_suspicion(table.seen_by(0))
    assert own.fascist == pytest.approx([0.0, *[fascists / (players - 1)] * (players - 1)])


@pytest.mark.parametrize("players", SIZES)
def test_chances_add_up_to_the_roles_at_the_table(players: int) -> None:
    state = play_game(players, 3)
    # The table before the end revealed everything.
    rules = state.ruleset
    for viewer in range(players):
        row = tuple(role if seat == viewer else None for seat, role in enumerate(state.roles))
        table = a_table(players, roles=tuple(role for role in state.roles if role is not None))
        table.state = table.state.but(
            past_rounds=state.past_rounds[:4],
            memories=tuple(
                tuple(memory for memory in own if 0 < memory.round <= 4) for own in state.memories
            ),
            known_roles=(row,) * players,
        )
        own = own_suspicion(table.seen_by(viewer))
        assert sum(own.fascist) == pytest.approx(rules.fascists + 1)
        assert sum(own.hitler) == pytest.approx(1)
        assert own.fascist[viewer] == pytest.approx(float(row[viewer] is not Role.LIBERAL))


def test_fascists_know_what_they_were_shown() -> None:
    own = own_suspicion(a_table(7).seen_by(4))
    assert own.fascist == pytest.approx([0, 0, 0, 0, 1, 1, 1])
    assert own.hitler == pytest.approx([0, 0, 0, 0, 0, 0, 1])


def test_investigation_is_believed() -> None:
    table = a_table(7, president=1, fascist=1, top="FFF").governs(3, "F").investigates(6)
    assert own_suspicion(table.seen_by(1)).fascist[6] == pytest.approx(1)
    assert own_suspicion(table.seen_by(0)).fascist[6] < 0.9


def test_enacting_a_fascist_policy_raises_suspicion_more_than_a_liberal_one() -> None:
    enacted = {
        card: public_suspicion(a_table(7, top="FFL").governs(3, card).seen_by(None)).fascist
        for card in ("L", "F")
    }
    for seat in (0, 3):
        assert enacted["F"][seat] > 3 / 7
        assert enacted["F"][seat] > enacted["L"][seat] + 0.02


def test_president_knows_better_than_the_table_who_let_a_liberal_policy_go() -> None:
    table = a_table(7, top="FFL").elects(4).discards("F").enacts("F")
    own = own_suspicion(table.seen_by(0))
    assert own.fascist[4] > 0.8
    assert own.fascist[4] > own_suspicion(table.seen_by(1)).fascist[4] + 0.15


def test_cleared_and_dead_are_not_hitler() -> None:
    table = a_table(7, fascist=3, dead=(5,), top="LLF").governs(3, "L")
    public = public_suspicion(table.seen_by(None))
    assert public.hitler[3] == 0
    assert public.hitler[5] == 0
    assert sum(public.hitler) == pytest.approx(1)


def test_sessions_are_remembered_by_office() -> None:
    table = a_table(7, top="FFL").elects(4).discards("F").enacts("F")
    assert [(seen.drawn, seen.passed) for seen in sessions_seen(table.seen_by(0)).values()] == [
        (1, 1)
    ]
    assert [(seen.drawn, seen.passed) for seen in sessions_seen(table.seen_by(4)).values()] == [
        (None, 1)
    ]
    assert sessions_seen(table.seen_by(1)) == {}


def test_peek_tells_what_the_next_president_draws() -> None:
    table = a_table(5, fascist=2, top="FFF" + "LFL").governs(1, "F").peeks()
    assert next_draw_seen(table.seen_by(0)) == 2
    assert next_draw_seen(table.seen_by(1)) is None
    table.rejects()
    assert next_draw_seen(table.seen_by(0)) == 2
    # The Chancellor of that draw is the one who peeked, and was passed one Liberal policy.
    table.elects(0).discards("L").enacts("F")
    seen = sessions_seen(table.seen_by(0))[3]
    assert (seen.drawn, seen.passed) == (2, 1)
    assert next_draw_seen(table.seen_by(0)) is None


def test_chaos_takes_from_what_was_peeked() -> None:
    table = a_table(5, fascist=2, top="FFF" + "LFL").governs(1, "F").peeks().rejects_thrice()
    assert next_draw_seen(table.seen_by(0)) is None
    later(table, president=2, fascist=3, top="LLL").elects(3)
    assert 0 not in {round_ for round_ in sessions_seen(table.seen_by(0)) if round_ > 4}
