"""Why can't I?: the rule behind what is missing, from public facts."""

from dataclasses import replace

import pytest

from games.engine.vocabulary import Role
from games.presenters.table.why_not import present_why_not, why_not
from tests.games.presenters.views import a_table_in_each_phase, people, viewers
from tests.scenarios import Table, a_table

PHASES = a_table_in_each_phase()


def answers(table: Table, viewer: int | None) -> dict[str, str]:
    players = people(table.state.ruleset.players)
    return {answer.question: answer.text for answer in why_not(table.seen_by(viewer), players)}


def test_veto_is_explained_while_it_is_locked() -> None:
    table = a_table(7, top="FFL", fascist=4).elects(1).discards("F")

    assert answers(table, 1)["Why can't I ask for a veto?"] == (
        "The veto power belongs to sessions that begin with enough Fascist policies to unlock it."
    )


def test_veto_is_explained_after_it_was_refused() -> None:
    table = a_table(7, top="FFL", fascist=5).elects(1).asks_for_veto().answers_veto(grant=False)

    assert answers(table, 1)["Why can't I ask for a veto?"] == (
        "The President has refused the veto: one of the two policies must be enacted."
    )


def test_veto_that_may_be_asked_for_needs_no_explanation() -> None:
    table = a_table(7, top="FFL", fascist=5).elects(1).discards("F")

    assert "Why can't I ask for a veto?" not in answers(table, 1)


def test_waiting_players_are_told_whose_decision_it_is_and_when_the_vote_comes() -> None:
    assert answers(a_table(7), 3) == {
        "Why can't I act now?": "Only Ana nominates a Chancellor now, as the presidential candidate.",
        "Why can't I vote now?": "The vote begins once a Chancellor is nominated.",
    }


def test_both_in_office_are_told_of_the_silence_and_nobody_else() -> None:
    table = a_table(7, top="FFL").elects(1)
    question = "Why can't I speak?"

    assert answers(table, 0)[question] == answers(table, 1)[question]
    assert all(question not in answers(table, viewer) for viewer in (2, 3, 4, 5, 6, None))


def test_executed_player_is_told_of_the_execution() -> None:
    table = a_table(7, top="FFF", fascist=3).governs(1, "F").executes(3)

    assert answers(table, 3)["Why can't I act or vote?"] == (
        "President Ana executed you in round 1: executed players do not vote, decide or hold"
        " office."
    )


def test_spectator_is_told_that_spectators_watch() -> None:
    assert list(answers(a_table(7), None)) == ["Why can't I act or vote?"]


@pytest.mark.parametrize("phase", PHASES)
def test_answers_do_not_depend_on_roles(phase: str) -> None:
    table = PHASES[phase]
    players = people(table.state.ruleset.players)

    for viewer in viewers(table):
        seen = table.seen_by(viewer)
        given = {why_not(replace(seen, roles=(role,) * len(players)), players) for role in Role}
        assert given == {why_not(seen, players)}


@pytest.mark.parametrize("phase", [phase for phase in PHASES if "over" not in phase])
def test_waiting_player_always_has_an_answer(phase: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        if not table.seen_by(viewer).legal_actions:
            assert answers(table, viewer)


@pytest.mark.parametrize("phase", PHASES)
def test_question_is_shown_to_those_who_get_an_answer(phase: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        shown = present_why_not(table.seen_by(viewer), "/why-not/")
        assert bool(shown.url) == bool(answers(table, viewer))


def test_every_answer_leads_to_the_rule_it_speaks_of() -> None:
    table = a_table(7, top="FFL", fascist=4).elects(1).discards("F")
    given = why_not(table.seen_by(1), people(7))

    assert {answer.question: answer.anchor for answer in given} == {
        "Why can't I ask for a veto?": "veto",
        "Why can't I speak?": "silence",
    }
