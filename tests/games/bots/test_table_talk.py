"""What bots say: liberals tell the truth, fascists cover what they did, and nobody floods the table."""

from collections import Counter
from random import Random

import pytest

from games.bots.table_talk import MOST_IN_A_ROUND, MOST_OF_A_BOT, speak
from games.engine.state import GameState
from games.engine.table_talk import SILENT_PHASES
from games.engine.vocabulary import ClaimKind, Party, Phase, Role, SeatNumber
from games.values.bots import BotLevel
from games.values.chat import ClaimRequest, PhraseRequest, SaidLine, SaidLines
from tests.games.bots.talking import line, play_talking
from tests.scenarios import Table, a_table

# At a table of seven: liberals 0 to 3, fascists 4 and 5, Hitler 6.


def talk_of_a_game(players: int, seed: int) -> tuple[SaidLines, GameState, list[Phase]]:
    """Play a game of bots who talk; its talk, its end, and the phase of each sentence."""
    game = play_talking(players, seed)
    return tuple(game.said), game.state, game.phases


def session(
    president: SeatNumber, chancellor: SeatNumber, top: str, discarded: str, enacted: str
) -> Table:
    """A legislative session with these policies, at a table with two Fascist policies on the board."""
    table = a_table(7, president=president, top=top, fascist=2)
    return table.elects(chancellor).discards(discarded).enacts(enacted)


def claim_of(table: Table, seat: SeatNumber) -> str:
    words = speak(table.seen_by(seat), (), Random(1))
    assert isinstance(words, ClaimRequest)
    return words.content


@pytest.mark.parametrize(
    ("top", "discarded", "enacted", "drew", "received"),
    [
        ("LFF", "F", "L", "LFF", "LF"),
        ("LFF", "F", "F", "LFF", "LF"),
        ("FFF", "F", "F", "FFF", "FF"),
    ],
)
def test_liberals_claim_what_they_saw(
    top: str, discarded: str, enacted: str, drew: str, received: str
) -> None:
    table = session(0, 1, top, discarded, enacted)
    assert (claim_of(table, 0), claim_of(table, 1)) == (drew, received)


def test_fascist_president_claims_not_to_have_drawn_what_was_discarded() -> None:
    assert claim_of(session(4, 0, "LFF", "L", "F"), 4) == "FFF"
    assert claim_of(session(4, 0, "LLF", "L", "L"), 4) == "LFF"


def test_fascist_chancellor_claims_to_have_had_no_choice() -> None:
    assert claim_of(session(0, 4, "LFF", "F", "F"), 4) == "FF"


def test_fascist_president_covers_the_choice_of_a_friend() -> None:
    assert claim_of(session(5, 4, "LFF", "F", "F"), 5) == "FFF"


def test_only_a_newcomer_as_hitler_accuses_a_liberal_after_an_investigation() -> None:
    table = a_table(7, president=6, fascist=1, top="FFF").governs(0, "F").investigates(1)
    seen = table.seen_by(6)
    drew = speak(seen, (), Random(1))
    assert drew is not None
    said = (line(table.state, 1, 6, drew),)
    parties = {level: set[str]() for level in BotLevel}
    for level in BotLevel:
        for seed in range(10):
            words = speak(seen, said, Random(seed), level)
            assert isinstance(words, ClaimRequest)
            assert words.kind is ClaimKind.INVESTIGATED
            parties[level].add(words.content)
    truth, lie = Party.LIBERAL.value, Party.FASCIST.value
    assert lie in parties[BotLevel.NEWCOMER]
    assert parties[BotLevel.REGULAR] == parties[BotLevel.SHARP] == {truth}


def test_contradiction_is_named_by_both() -> None:
    table = session(0, 4, "LFF", "F", "F")
    said: list[SaidLine] = []
    rng = Random(3)
    for seat in (0, 4):
        words = speak(table.seen_by(seat), tuple(said), rng)
        assert words is not None
        said.append(line(table.state, len(said) + 1, seat, words))
    heard = {
        (seat, words.about)
        for seat, other in ((0, 4), (4, 0))
        for words in (speak(table.seen_by(seat), tuple(said), Random(n)) for n in range(20))
        if isinstance(words, PhraseRequest) and words.phrase == "conflict"
    }
    assert heard == {(0, 4), (4, 0)}


@pytest.mark.parametrize("players", [5, 7, 10])
def test_bots_claim_once_say_little_and_keep_the_silence(players: int) -> None:
    for seed in range(4):
        said, end, phases = talk_of_a_game(players, seed)
        claims = Counter(
            (each.seat, each.claim.round, each.claim.kind) for each in said if each.claim
        )
        assert set(claims.values()) == {1}
        sentences = Counter(each.round for each in said if each.claim is None)
        assert max(sentences.values(), default=0) <= MOST_IN_A_ROUND
        by_bot = Counter((each.seat, each.round) for each in said if each.claim is None)
        assert max(by_bot.values(), default=0) <= MOST_OF_A_BOT
        assert not [
            each for each, phase in zip(said, phases, strict=True)
            if each.claim is None and phase in SILENT_PHASES
        ]  # fmt: skip
        assert all(each.about != each.seat for each in said)
        # Every session is spoken of, save the last, after which there is no next round.
        sessions = [record for record in end.past_rounds if record.enacted is not None]
        told = {
            each.claim.round for each in said if each.claim and each.claim.kind is ClaimKind.DREW
        }
        assert {record.round for record in sessions[:-1]} <= told


def test_liberals_never_claim_what_is_not_so_about_a_party() -> None:
    claimed = 0
    for seed in range(12):
        said, end, _phases = talk_of_a_game(7, seed)
        for each in said:
            if each.claim is None or each.claim.kind is not ClaimKind.INVESTIGATED:
                continue
            assert each.seat is not None
            assert each.claim.target is not None
            speaker, target = end.roles[each.seat], end.roles[each.claim.target]
            assert speaker is not None
            assert target is not None
            if speaker.party is Party.LIBERAL:
                claimed += 1
                assert each.claim.content == target.party.value
    assert claimed > 0


def test_what_a_bot_says_follows_from_what_its_seat_may_know() -> None:
    tables = [
        a_table(7, hitler=hitler, top="LFF", fascist=2).elects(1).discards("F").enacts("F")
        for hitler in (6, 2)
    ]
    known, other = (table.seen_by(1) for table in tables)
    assert known == other
    assert [table.state.roles[6] for table in tables] == [Role.HITLER, Role.LIBERAL]
    for seed in range(20):
        assert speak(known, (), Random(seed)) == speak(other, (), Random(seed))
