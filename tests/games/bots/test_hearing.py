"""What bots make of what others say: claims and opinions count as much as their speaker is trusted."""

from random import Random

import pytest

from games.bots import choose
from games.bots.choose import election_chances
from games.bots.suspicion import own_suspicion
from games.engine.table_talk import acts
from games.engine.vocabulary import ClaimKind, Party, SeatNumber
from games.values.chat import ClaimRequest, PhraseRequest, SaidLine, SaidLines
from tests.games.bots.play import later
from tests.games.bots.talking import line
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


def claims(table: Table, drew: str = "", received: str = "") -> SaidLines:
    """What the government of the first round says of its policies."""
    words = [(0, ClaimKind.DREW, drew), (4, ClaimKind.RECEIVED, received)]
    return tuple(
        line(table.state, number, seat, ClaimRequest(round=1, kind=kind, content=content))
        for number, (seat, kind, content) in enumerate(words, start=1)
        if content
    )


def opinion(table: Table, number: int, speaker: SeatNumber, phrase: str) -> SaidLine:
    """What this seat says about seat 2."""
    return line(table.state, number, speaker, PhraseRequest(phrase=phrase, about=2, message_id=""))


def suspicion(table: Table, viewer: SeatNumber, said: SaidLines, of: SeatNumber) -> float:
    return own_suspicion(table.seen_by(viewer), said).fascist[of]


def a_session() -> Table:
    """Seat 0 passed a Liberal policy, and seat 4 enacted the Fascist one."""
    return a_table(7, top="FFL").elects(4).discards("F").enacts("F")


def test_claims_that_contradict_each_other_make_the_chancellor_suspect() -> None:
    table = a_session()
    agree = claims(table, "FFF", "FF")
    contradict = claims(table, "LFF", "FF")
    assert suspicion(table, 1, contradict, 4) > suspicion(table, 1, agree, 4) + 0.01


def test_claim_of_no_choice_excuses_a_fascist_policy() -> None:
    table = a_session()
    excused = claims(table, "FFF", "FF")
    assert suspicion(table, 1, excused, 4) < suspicion(table, 1, (), 4)


def test_president_believes_the_own_eyes_before_any_claim() -> None:
    table = a_session()
    assert suspicion(table, 0, claims(table, "LFF", "FF"), 4) > suspicion(table, 1, (), 4) + 0.1


@pytest.mark.parametrize(
    ("phrase", "grows"), [("distrust", True), ("lying", True), ("trust", False)]
)
def test_accusation_and_defence_count(phrase: str, *, grows: bool) -> None:
    table = a_table(7)
    before = suspicion(table, 0, (), 2)
    after = suspicion(table, 0, (opinion(table, 1, 1, phrase),), 2)
    assert (after > before) is grows
    assert 0.005 < abs(after - before) < 0.15


def test_word_of_a_liar_counts_less() -> None:
    table = a_session()
    # Seat 0 knows that seat 4 was passed a Liberal policy.
    caught, honest = claims(table, received="FF"), claims(table, received="LF")
    moved = {}
    for name, said in (("caught", caught), ("honest", honest)):
        accused = (*said, opinion(table, 9, 4, "distrust"))
        moved[name] = suspicion(table, 0, accused, 2) / suspicion(table, 0, said, 2)
    # A known liar is suspect, and whom a suspect accuses gains by it, if anything.
    assert moved["caught"] < moved["honest"] or moved["caught"] <= 1.01


def test_claimed_investigation_counts_for_the_table() -> None:
    table = a_table(7, president=1, fascist=1, top="FFF").governs(3, "F").investigates(2)
    act = next(iter(acts(table.state)))
    said = {
        party: (
            line(
                table.state, 1, 1,
                ClaimRequest(round=act.round, kind=ClaimKind.INVESTIGATED, content=party.value),
            ),
        )
        for party in Party
    }  # fmt: skip
    liberal, fascist = (
        suspicion(table, 0, said[party], 2) for party in (Party.LIBERAL, Party.FASCIST)
    )
    assert fascist > liberal + 0.1


def test_talk_enters_the_vote() -> None:
    table = a_session()
    said = claims(table, "LFF", "FF")
    later(table, president=1, fascist=2).nominates(4)
    seen = table.seen_by(2)
    silent = election_chances(seen, seen.legal_actions)
    heard = election_chances(seen, seen.legal_actions, said)
    assert silent != heard


def test_what_is_hidden_does_not_change_what_is_heard() -> None:
    tables = [a_table(7, hitler=hitler).nominates(3) for hitler in (6, 2)]
    said = (opinion(tables[0], 1, 4, "distrust"),)
    known, other = (table.seen_by(1) for table in tables)
    assert known == other
    for seed in range(10):
        chosen = [
            choose(seen, seen.legal_actions, Random(seed), said=said) for seen in (known, other)
        ]
        assert chosen[0] == chosen[1]
