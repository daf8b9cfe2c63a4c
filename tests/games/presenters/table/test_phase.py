"""The phase in one sentence."""

from dataclasses import replace

import pytest

from games.engine.actions import CastBallot
from games.engine.vocabulary import Vote
from games.presenters.players import in_a_sentence
from games.presenters.table.phase import present_phase_sentence
from tests.games.presenters.views import a_table_in_each_phase, people, seen, viewers
from tests.scenarios import a_table

PHASES = a_table_in_each_phase()


@pytest.mark.parametrize(
    ("phase", "actor", "own", "others"),
    [
        ("nominate", 0, "You are the presidential candidate: nominate a Chancellor.",
         "Presidential candidate Ana nominates a Chancellor."),
        ("vote", 4, "Cast your ballot: President Ana, Chancellor Bo.",
         "Vote on the government: President Ana, Chancellor Bo."),
        ("president_discard", 0,
         "You are President: discard one policy, the Chancellor gets the others.",
         "President Ana discards one of three policies."),
        ("chancellor_enact", 1, "You are Chancellor: enact one policy.",
         "Chancellor Bo enacts one of two policies."),
        ("chancellor_enact after a veto", 1, "The veto is refused. You are Chancellor: enact one policy.",
         "The veto is refused: Chancellor Bo enacts one of two policies."),
        ("veto_answer", 0, "Chancellor Bo asks for a veto: grant or refuse it.",
         "Chancellor Bo asks for a veto: President Ana decides."),
        ("investigate", 0, "You are President: choose whose loyalty you investigate.",
         "President Ana investigates the loyalty of a player."),
        ("special_election", 0, "You are President: choose the next presidential candidate.",
         "President Ana chooses the next presidential candidate."),
        ("peek", 0, "You are President: look at the top three policies.",
         "President Ana looks at the top three policies."),
        ("execute", 0, "You are President: choose whom you execute.",
         "President Ana executes a player."),
    ],
)  # fmt: skip
def test_sentence_says_whose_decision_it_is(phase: str, actor: int, own: str, others: str) -> None:
    table = PHASES[phase]

    assert seen(table, actor).phase_sentence.sentence == own
    assert seen(table, actor).phase_sentence.is_own
    assert seen(table, None).phase_sentence.sentence == others
    assert not seen(table, None).phase_sentence.is_own


def test_who_is_in_the_government_is_told_so() -> None:
    table = PHASES["vote"]
    assert [seen(table, seat).phase_sentence.sentence for seat in (0, 1)] == [
        "You have nominated Bo as Chancellor. Cast your ballot.",
        "Ana nominates you as Chancellor: cast your ballot.",
    ]
    for seat in (0, 1):
        table.act(CastBallot(seat=seat, vote=Vote.JA))
    assert [seen(table, seat).phase_sentence.sentence for seat in (0, 1)] == [
        "Vote on your government: you as President, Chancellor Bo.",
        "Vote on your government: President Ana, you as Chancellor.",
    ]
    asks = PHASES["veto_answer"]
    assert seen(asks, 1).phase_sentence.sentence == "You ask for a veto: President Ana decides."


def test_sentence_at_the_end_says_who_won_to_everybody() -> None:
    table = PHASES["game_over by an election"]

    sentences = {seen(table, viewer).phase_sentence.sentence for viewer in viewers(table)}

    assert sentences == {"The fascists win: Hitler was elected Chancellor."}


def test_voter_is_no_longer_asked_once_the_ballot_is_in() -> None:
    table = a_table(7).nominates(1).act(CastBallot(seat=3, vote=Vote.JA))

    assert not seen(table, 3).phase_sentence.is_own
    assert seen(table, 4).phase_sentence.is_own
    assert seen(table, 4).phase_aside.progress == "Ballots in: 1 of 7."


def test_whose_ballot_alone_is_missing_is_said_to_all_others() -> None:
    table = a_table(7).nominates(1)
    for seat in (0, 1, 2, 3, 5, 6):
        table = table.act(CastBallot(seat=seat, vote=Vote.JA))

    for viewer in (0, None):
        aside = seen(table, viewer).phase_aside
        assert (aside.progress, aside.last) == ("Missing:", people(7)[4].name)
    own = seen(table, 4).phase_aside
    assert (own.progress, own.last) == ("Ballots in: 6 of 7.", "")


def test_dead_and_spectators_are_told_where_they_stand() -> None:
    table = a_table(7, dead=(4,))

    assert seen(table, 4).phase_aside.standing == "You are out of the game."
    assert seen(table, None).phase_aside.standing == "You are watching."
    assert seen(table, 3).phase_aside.standing == ""


def test_name_written_from_right_to_left_keeps_to_itself_in_a_sentence() -> None:
    assert in_a_sentence("يوسف") == "\u2068يوسف\u2069"
    assert in_a_sentence("Łukasz Żółć") == "Łukasz Żółć"


def test_a_decision_that_a_stand_in_takes_is_not_called_the_viewers_own() -> None:
    table = PHASES["president_discard"]
    players = list(people(table.state.ruleset.players))
    own = present_phase_sentence(table.seen_by(0), tuple(players))
    players[0] = replace(players[0], has_stand_in=True)
    replaced = present_phase_sentence(table.seen_by(0), tuple(players))

    assert (own.is_own, replaced.is_own) == (True, False)
    assert replaced.sentence != own.sentence
