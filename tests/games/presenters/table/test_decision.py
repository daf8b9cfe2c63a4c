"""The viewer's own decision: exactly the legal actions, each as one form."""

from dataclasses import replace

import pytest

from games.engine.actions import CastBallot
from games.engine.codec import encode_action
from games.engine.vocabulary import Role, Vote
from games.presenters.table.decision import DecisionView, OptionView, present_decision
from tests.games.presenters.views import FACTS, a_table_in_each_phase, people, seen, viewers
from tests.scenarios import a_table

PHASES = a_table_in_each_phase()


def options(view: DecisionView) -> tuple[OptionView, ...]:
    return (*view.players, *view.cards, *view.ballots, *view.answers)


def labels(chosen_from: tuple[OptionView, ...]) -> list[str]:
    return [option.label for option in chosen_from]


@pytest.mark.parametrize("phase", PHASES)
def test_options_are_exactly_the_legal_actions(phase: str) -> None:
    table = PHASES[phase]

    for viewer in viewers(table):
        offered = {
            (option.action, option.field, option.value)
            for option in options(seen(table, viewer).decision)
        }
        legal = set()
        for action in table.seen_by(viewer).legal_actions:
            named = encode_action(action)
            fields = [field for field in named if field not in ("type", "by")]
            field = fields[0] if fields else ""
            value = named.get(field, "")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            legal.add((named["type"], field, text))
        assert offered == legal


def test_president_sees_every_policy_of_the_hand_as_a_form_of_its_own() -> None:
    decision = seen(a_table(7, top="FFL").elects(1), 0).decision

    assert [option.value for option in decision.cards] == ["F", "F", "L"]
    assert labels(decision.cards) == ["Discard"] * 3
    assert len({option.button_id for option in decision.cards}) == 3
    assert decision.answers == ()


def test_chancellor_sees_two_policies_and_a_veto_button() -> None:
    table = a_table(7, top="FFL", fascist=5).elects(1).discards("F")
    decision = seen(table, 1).decision

    assert [option.value for option in decision.cards] == ["F", "L"]
    assert labels(decision.cards) == ["Enact"] * 2
    assert labels(decision.answers) == ["Ask for a veto"]


def test_chancellor_sees_no_veto_button_before_the_fifth_fascist_policy() -> None:
    decision = seen(a_table(7, top="FFL", fascist=4).elects(1).discards("F"), 1).decision

    assert len(decision.cards) == 2
    assert decision.answers == ()


def test_both_in_office_see_the_hand_while_the_veto_is_answered_and_nobody_else() -> None:
    table = a_table(7, top="FFL", fascist=5).elects(1).asks_for_veto()

    assert seen(table, 0).decision.hand == seen(table, 1).decision.hand == ("F", "L")
    assert labels(seen(table, 0).decision.answers) == ["Agree to the veto", "Refuse the veto"]
    assert options(seen(table, 1).decision) == ()
    assert {seen(table, viewer).decision.hand for viewer in (2, 3, 4, 5, 6, None)} == {()}


@pytest.mark.parametrize("phase", PHASES)
def test_spectator_has_no_decision(phase: str) -> None:
    assert seen(PHASES[phase], None).decision == DecisionView(act_url="", phase="", decision="")


def test_players_stand_in_the_order_of_seats_from_the_left_of_who_chooses() -> None:
    decision = seen(a_table(7, president=4), 4).decision

    assert labels(decision.players) == ["Felix", "Grete", "Ana", "Bo", "Chris", "Dmitri"]


def test_players_who_cannot_be_nominated_are_named_with_the_rule() -> None:
    decision = seen(a_table(7, limited=(1, 2), dead=(4,)), 0).decision

    assert labels(decision.players) == ["Dmitri", "Felix", "Grete"]
    assert tuple(each.text for each in decision.unavailable) == (
        "Term limit: Bo was the last President and cannot be nominated now.",
        "Term limit: Chris was the last Chancellor and cannot be nominated now.",
        "Ewa was executed and cannot be named.",
        "The President must name another player.",
    )


def test_players_investigated_before_are_named_with_the_rule() -> None:
    table = a_table(9, top="FFF" * 2).governs(1, "F").investigates(4).governs(3, "F")
    decision = seen(table, 1).decision

    assert "Ewa" not in labels(decision.players)
    assert tuple(each.text for each in decision.unavailable) == (
        "Ewa has been investigated already; nobody is investigated twice.",
        "The President must name another player.",
    )


@pytest.mark.parametrize("role", list(Role))
def test_choice_is_the_same_for_every_role(role: Role) -> None:
    observation = a_table(7, top="FFF", fascist=1).governs(1, "F").seen_by(0)
    everybody_known = (role, Role.HITLER, *[Role.FASCIST] * 5)

    decision = present_decision(replace(observation, roles=everybody_known), people(7), "/")

    assert decision == present_decision(observation, people(7), "/")
    assert labels(decision.players) == ["Bo", "Chris", "Dmitri", "Ewa", "Felix", "Grete"]


def test_own_ballot_shows_and_can_be_changed_any_number_of_times() -> None:
    table = a_table(7).nominates(1)
    used = set()

    for vote in (Vote.JA, Vote.NEIN, Vote.JA, Vote.NEIN):
        ballots = {option.value: option for option in seen(table, 3).decision.ballots}
        wanted = ballots["true" if vote is Vote.JA else "false"]
        offer = seen(table, 3).decision.offer
        assert offer not in used
        used.add(offer)
        table.act(CastBallot(seat=3, vote=vote))
        chosen = [option.value for option in seen(table, 3).decision.ballots if option.is_chosen]
        assert chosen == [wanted.value]

    assert not any(option.is_chosen for option in seen(table, 2).decision.ballots)


def test_ballots_of_others_leave_a_decision_as_it_is() -> None:
    table = a_table(7).nominates(1)
    before = seen(table, 3).decision

    table.act(CastBallot(seat=2, vote=Vote.JA))

    assert seen(table, 3).decision == before
    assert seen(table, 2).decision != before


def test_offers_differ_between_decisions() -> None:
    table = a_table(7)
    used: set[str] = set()
    for _round in range(3):
        offer = seen(table, table.state.president).decision.offer
        assert offer not in used
        used.add(offer)
        table.rejects()


def test_forms_name_the_decision_and_where_they_go() -> None:
    table = a_table(7)
    decision = seen(table, 0).decision

    assert (decision.act_url, decision.decision) == (FACTS.act_url, table.seen_by(0).decision)


def test_everybody_else_is_on_the_screen_in_the_order_of_seats() -> None:
    decision = seen(a_table(7, president=4, limited=(1, 2), dead=(5,)), 4).decision

    shown = [
        each.option.label if each.option else f"not {each.barred.name if each.barred else '?'}"
        for each in decision.targets
    ]
    assert shown == ["Ana", "not Bo", "not Chris", "Dmitri", "not Felix", "Grete"]
    assert decision.own_seat is not None
    assert decision.own_seat.name == "Ewa"
