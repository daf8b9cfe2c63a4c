"""Table talk: who may speak, who hears, and claims (R-053, R-100, R-102, R-103)."""

import pytest

from games.engine.table_talk import (
    CLAIMABLE_CONTENTS,
    Silence,
    audience_for,
    channel_of,
    claimable_acts,
    heard_by,
    silence_of,
)
from games.engine.vocabulary import Channel, ClaimKind, Phase
from tests.scenarios import Table, a_table

SEATS = frozenset(range(7))


def speakers(table: Table, channel: Channel) -> frozenset[int]:
    return audience_for(channel, table.state).speaking_seats


def kinds(table: Table, seat: int) -> list[tuple[int, str]]:
    return [(act.round, act.kind.value) for act in claimable_acts(seat, table.state)]


def test_r053_government_is_silent_from_the_draw_until_the_policy_lies_open() -> None:
    table = a_table(7, top="LFF").nominates(3)
    assert speakers(table, Channel.TABLE) == SEATS
    table.votes()
    for _decision in range(2):
        assert speakers(table, Channel.TABLE) == SEATS - {0, 3}
        assert silence_of(0, table.state) is Silence.PRESIDENT
        assert silence_of(3, table.state) is Silence.CHANCELLOR
        assert silence_of(1, table.state) is None
        assert silence_of(None, table.state, is_admitted=True) is None
        if table.state.phase is Phase.PRESIDENT_DISCARD:
            table.discards("F")
    table.enacts("F")
    assert speakers(table, Channel.TABLE) == SEATS


def test_r053_silence_lasts_until_the_veto_is_settled() -> None:
    table = a_table(7, fascist=5).elects(3).asks_for_veto()
    assert speakers(table, Channel.TABLE) == SEATS - {0, 3}
    table.answers_veto(grant=False)
    assert speakers(table, Channel.TABLE) == SEATS - {0, 3}
    table = a_table(7, fascist=5).vetoes(3)
    assert speakers(table, Channel.TABLE) == SEATS


def test_r102_dead_speak_to_the_dead_and_to_spectators() -> None:
    table = a_table(7, dead=(2, 5))
    dead = audience_for(Channel.DEAD, table.state)
    assert dead.speaking_seats == dead.hearing_seats == {2, 5}
    assert not dead.may_speak(None, is_admitted=True)
    assert dead.may_hear(None, is_admitted=True)
    assert speakers(table, Channel.TABLE) == SEATS - {2, 5}
    assert audience_for(Channel.TABLE, table.state).hearing_seats == SEATS
    assert [channel_of(seat, table.state) for seat in (1, 2, None)] == [
        Channel.TABLE,
        Channel.DEAD,
        Channel.SPECTATORS,
    ]


def test_spectators_are_heard_by_spectators_only() -> None:
    table = a_table(7, dead=(2,))
    audience = audience_for(Channel.SPECTATORS, table.state)
    assert audience.speaking_seats == audience.hearing_seats == frozenset()
    assert audience.may_speak(None, is_admitted=True)
    assert audience.may_hear(None, is_admitted=True)
    assert heard_by(1, table.state) == {Channel.TABLE}
    assert heard_by(2, table.state) == {Channel.TABLE, Channel.DEAD}
    assert heard_by(None, table.state, is_admitted=True) == set(Channel)


def test_r102_possible_player_with_a_second_window_hears_the_table_alone() -> None:
    table = a_table(7, dead=(2,))
    assert heard_by(None, table.state) == {Channel.TABLE}
    assert silence_of(None, table.state) is Silence.NOT_ADMITTED
    assert not any(audience_for(each, table.state).may_speak(None) for each in Channel)


def test_being_admitted_opens_nothing_to_a_seat() -> None:
    table = a_table(7, dead=(2,))
    for seat in (1, 2):
        assert heard_by(seat, table.state, is_admitted=True) == heard_by(seat, table.state)


@pytest.mark.parametrize("seat", [0, 2, None])
def test_after_the_end_everybody_hears_all_and_speaks_at_the_table(seat: int | None) -> None:
    table = a_table(7, liberal=4, dead=(2,), top="LFF").governs(3, "L")
    assert table.state.phase is Phase.GAME_OVER
    assert heard_by(seat, table.state) == set(Channel)
    assert channel_of(seat, table.state) is Channel.TABLE
    assert audience_for(Channel.TABLE, table.state).may_speak(seat)
    assert silence_of(seat, table.state) is None
    assert not audience_for(Channel.DEAD, table.state).may_speak(seat)


def test_r103_no_channel_is_closed_to_one_party() -> None:
    table = a_table(7)
    liberal, fascist, hitler = 0, 4, 6
    assert (
        heard_by(liberal, table.state)
        == heard_by(fascist, table.state)
        == heard_by(hitler, table.state)
    )


def test_claims_open_once_the_policy_lies_face_up() -> None:
    table = a_table(7, top="LFF").elects(3)
    assert kinds(table, 0) == kinds(table, 3) == []
    table.enacts("L")
    assert kinds(table, 0) == [(1, "drew")]
    assert kinds(table, 3) == [(1, "received")]
    assert kinds(table, 1) == []
    table.elects(4)
    assert kinds(table, 0) == [(1, "drew")]
    assert kinds(table, 1) == []


def test_settled_veto_may_be_spoken_of_and_chaos_may_not() -> None:
    table = a_table(7, fascist=5, tracker=0).vetoes(3)
    assert kinds(table, 0) == [(1, "drew")]
    chaos = a_table(7).rejects_thrice()
    assert all(kinds(chaos, seat) == [] for seat in range(7))


def test_powers_that_show_something_may_be_spoken_of_at_once() -> None:
    table = a_table(9, fascist=0, top="FFF").governs(3, "F")
    assert table.state.phase is Phase.INVESTIGATE
    assert kinds(table, 0) == [(1, "drew")]
    table.investigates(5)
    acts = claimable_acts(0, table.state)
    assert [(act.kind, act.target) for act in acts] == [
        (ClaimKind.INVESTIGATED, 5),
        (ClaimKind.DREW, None),
    ]
    peek = a_table(5, fascist=2, top="FFF").governs(3, "F")
    assert peek.state.phase is Phase.PEEK
    assert kinds(peek, 0) == [(1, "drew")]
    assert kinds(peek.peeks(), 0) == [(1, "peeked"), (1, "drew")]


def test_the_dead_and_spectators_make_no_claims_and_nobody_does_after_the_end() -> None:
    table = a_table(7, fascist=3, top="FFF").governs(3, "F").executes(2)
    assert kinds(table, 0) == [(1, "drew")]
    dead = table.state.but(alive=(False, *table.state.alive[1:]))
    assert claimable_acts(0, dead) == claimable_acts(None, table.state) == ()
    over = a_table(7, liberal=4, top="LFF").governs(3, "L")
    assert claimable_acts(0, over.state) == ()


def test_every_claim_may_be_made_of_every_act() -> None:
    assert CLAIMABLE_CONTENTS == {
        ClaimKind.DREW: ("LLL", "LLF", "LFF", "FFF"),
        ClaimKind.RECEIVED: ("LL", "LF", "FF"),
        ClaimKind.INVESTIGATED: ("liberal", "fascist"),
        ClaimKind.PEEKED: ("LLL", "LLF", "LFL", "LFF", "FLL", "FLF", "FFL", "FFF"),
    }
