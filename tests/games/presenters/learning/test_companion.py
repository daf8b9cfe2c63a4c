"""The companion's pages: every question with its answers, in names and whole sentences."""

from random import Random
from urllib.parse import parse_qs

import pytest

from games.companion.companion import play_reports
from games.companion.table_reports import Question, decode
from games.engine.ruleset import ruleset_of, standard_ruleset
from games.engine.vocabulary import Edition
from games.presenters.learning.companion import CompanionView, present_companion
from tests.games.companion.test_companion import Listener
from tests.games.engine.players import play
from tests.games.presenters.views import people

ZONE = "b0n1jFn2jFi0n3jF"


def view_of(so_far: str, players: int = 7) -> CompanionView:
    reports = decode(so_far)
    table = play_reports(standard_ruleset(players), reports)
    return present_companion(table, reports, people(players), Random(1))


def so_far(query: str) -> str:
    return parse_qs(query, keep_blank_values=True)["so_far"][0]


def offered(view: CompanionView) -> dict[str, str]:
    return {step.label: so_far(step.query) for step in view.steps}


@pytest.mark.parametrize("seed", range(12))
def test_every_answer_leads_on_and_every_step_leads_back(seed: int) -> None:
    listener = Listener()
    play(seed, watch=listener.watch)
    rules = listener.reported_game.state.ruleset if listener.reported_game else standard_ruleset(5)
    for length in range(0, len(listener.said), 3):
        told = tuple(listener.said[:length])
        view = present_companion(play_reports(rules, told), told, people(rules.players), Random(1))
        assert view.sentence
        assert view.steps
        for step in view.steps:
            assert play_reports(rules, decode(so_far(step.query))).steps
        if told:
            assert view.undo is not None
            assert decode(so_far(view.undo)) == told[:-1]
    over = present_companion(
        play_reports(rules, listener.said), tuple(listener.said), people(rules.players), Random(1)
    )
    assert (over.is_over, over.steps, over.next_candidate) == (True, (), "")


def test_it_begins_with_who_begins() -> None:
    view = view_of("")

    assert view.question == Question.FIRST_CANDIDATE
    assert list(offered(view)) == ["Ana", "Bo", "Chris", "Dmitri", "Ewa", "Felix", "Grete"]
    assert view.lot is not None
    assert so_far(view.lot.query) in set(offered(view).values())
    assert not any(seat.office for seat in view.seats)
    assert (view.liberals, view.fascists, view.hitler_knows_fascists) == (4, 2, False)
    assert view.undo is None


def test_nominees_sit_clockwise_and_the_others_are_explained() -> None:
    view = view_of("b5n1jF")

    assert view.sentence == "Presidential candidate Grete nominates a Chancellor."
    assert list(offered(view)) == ["Ana", "Chris", "Dmitri", "Ewa"]
    assert view.unavailable == (
        "Term limit: Bo was the last Chancellor and cannot be nominated now.",
        "Term limit: Felix was the last President and cannot be nominated now.",
    )
    assert view.next_candidate == "Next presidential candidate: Ana."


@pytest.mark.parametrize(
    ("so_far_", "sentence", "answers"),
    [
        ("b0n1", "Vote on the government: President Ana, Chancellor Bo.", ["Elected", "Rejected"]),
        (
            "b0n1j",
            "Legislative session: President Ana, Chancellor Bo.",
            ["Liberal policy", "Fascist policy"],
        ),
        (
            "b0n1xn2xn3x",
            "Chaos: turn the top policy of the draw pile face up. Which one is it?",
            ["Liberal policy", "Fascist policy"],
        ),
        (f"{ZONE}s0n5j", "Is Chancellor Felix Hitler?", ["Not Hitler", "Hitler"]),
        (f"{ZONE}s0n5joFk1", "Was Bo Hitler?", ["Not Hitler", "Hitler"]),
        (
            f"{ZONE}s0n5joFk1on6joFk2on3jo",
            "Legislative session: President Ewa, Chancellor Dmitri.",
            ["Liberal policy", "Fascist policy", "Ask for a veto"],
        ),
        (
            f"{ZONE}s0n5joFk1on6joFk2on3jov",
            "Chancellor Dmitri asks for a veto: President Ewa decides.",
            ["Agree to the veto", "Refuse the veto"],
        ),
        (
            f"{ZONE}s0n5joFk1on6joFk2on3jovr",
            "The veto is refused: Chancellor Dmitri enacts one of two policies.",
            ["Liberal policy", "Fascist policy"],
        ),
    ],
)
def test_question_has_its_answers(so_far_: str, sentence: str, answers: list[str]) -> None:
    view = view_of(so_far_)
    assert (view.sentence, list(offered(view))) == (sentence, answers)


def test_majority_counts_the_living() -> None:
    assert "Ja! needed: 4." in view_of("b0n1").hint
    assert "Ja! needed: 3." in view_of("b0n1", 5).hint


def test_hitler_zone_of_this_board_is_not_said_to_be_the_printed_one() -> None:
    early = ruleset_of(7, Edition.RETAIL, "7-2-nisee-k0-z1-v5-6x11-0x0-c1")
    reports = decode("b0n1jFn2j")
    table = play_reports(early, reports)
    view = present_companion(table, reports, people(7), Random(1))
    assert view.sentence == "Is Chancellor Chris Hitler?"
    assert view.hint == "From now on an elected Hitler wins, so the Chancellor must say it truly."


def test_return_of_the_presidency_is_foretold_after_a_special_election() -> None:
    # Chris (2) calls it; Dmitri (3) follows, whoever is named.
    assert "Dmitri" not in view_of(f"{ZONE}s5").sentence
    assert view_of(f"{ZONE}s5").next_candidate == "Next presidential candidate: Dmitri."


def test_shuffling_is_asked_for_once_when_it_is_due() -> None:
    before, after = "b0n1jLn2jLn3jLn4jF", "b0n1jLn2jLn3jLn4jFn5jF"

    assert view_of(before, 7).notices == ()
    (notice,) = view_of(after, 7).notices
    assert "the new draw pile holds 12 policies" in notice
    assert view_of(f"{after}i0", 7).notices == ()
    assert view_of(after, 7).piles.draw_pile == 12


def test_power_of_a_chaos_policy_is_told_to_be_lost() -> None:
    (notice,) = view_of("b0n1jFn2xn3xn4xF").notices

    assert notice == "Nobody uses the power of this space: chaos brings none."
    assert view_of("b0n1jFn2xn3xn4xL").notices == ()


def test_reported_events_hold_no_ballots_and_no_roles() -> None:
    view = view_of(f"{ZONE}s0n5jh")

    assert view.winner == "fascist"
    assert view.lines[0].text == "The fascists win: Hitler was elected Chancellor."
    assert not any(line.kind in ("voted", "opened") or line.private for line in view.lines)
    assert "Hitler" not in view.lines[1].text
