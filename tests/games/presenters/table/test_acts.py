"""The acts that decided a game: three, by fixed rules, in their order."""

from games.engine.ruleset import standard_ruleset
from games.engine.state import RoundRecord
from games.engine.vocabulary import Policy, PresidentialPower, Role, Victory, Vote
from games.presenters.table.acts import Act, ActKind, deciding_acts, present_acts
from tests.games.presenters.views import a_table_in_each_phase, people, viewers

JA, NEIN = Vote.JA, Vote.NEIN
CLEAR, NARROW = (JA,) * 6 + (NEIN,), (JA,) * 4 + (NEIN,) * 3
LOST = (JA,) * 3 + (NEIN,) * 4
L, F = Policy.LIBERAL, Policy.FASCIST
ROLES = (Role.LIBERAL,) * 4 + (Role.FASCIST,) * 2 + (Role.HITLER,)
HITLER = 6
RULES = standard_ruleset(7)


def a_round(number: int, enacted: Policy | None = None, **more: object) -> RoundRecord:
    facts = {"chancellor": 1, "votes": CLEAR, "elected": True} | more
    return RoundRecord(round=number, president=0, enacted=enacted, **facts)  # type: ignore[arg-type]


def decided(past: list[RoundRecord], victory: Victory) -> list[tuple[ActKind, int]]:
    return [(act.kind, act.record.round) for act in deciding_acts(past, ROLES, victory, RULES)]


def test_the_end_is_always_one_of_them_and_the_last() -> None:
    past = [a_round(number, F) for number in range(1, 7)]

    assert decided(past, Victory.SIX_FASCIST_POLICIES) == [
        (ActKind.ZONE, 3),
        (ActKind.POLICY, 5),
        (ActKind.END, 6),
    ]


def test_executions_count_for_more_than_policies_and_later_ones_for_more() -> None:
    shot = {"power": PresidentialPower.EXECUTION, "target": 2}
    past = [
        *(a_round(number, F) for number in (1, 2, 3)),
        a_round(4, F, **shot),
        a_round(5, F, **shot),
        a_round(6, F),
    ]

    assert decided(past, Victory.SIX_FASCIST_POLICIES) == [
        (ActKind.EXECUTION, 4),
        (ActKind.EXECUTION, 5),
        (ActKind.END, 6),
    ]


def test_a_vote_that_kept_hitler_out_counts_once_it_would_have_ended_the_game() -> None:
    refused = {"chancellor": HITLER, "votes": LOST, "elected": False}
    past = [
        a_round(1, None, **refused),
        *(a_round(number, F) for number in (2, 3, 4)),
        a_round(5, None, **refused),
        *(a_round(number, L) for number in range(6, 11)),
    ]

    assert decided(past, Victory.FIVE_LIBERAL_POLICIES) == [
        (ActKind.HITLER_REJECTED, 5),
        (ActKind.POLICY, 9),
        (ActKind.END, 10),
    ]


def test_chaos_and_narrow_votes_count_if_the_winners_had_their_policy_of_them() -> None:
    past = [
        a_round(1, None, chaos=L, elected=False, votes=LOST),
        a_round(2, L, votes=NARROW),
        a_round(3, F, votes=NARROW),
        a_round(4, L),
        a_round(5, L),
        a_round(6, L),
    ]

    assert decided(past, Victory.FIVE_LIBERAL_POLICIES) == [
        (ActKind.CHAOS, 1),
        (ActKind.NARROW_VOTE, 2),
        (ActKind.END, 6),
    ]


def test_a_short_game_has_fewer() -> None:
    acts = deciding_acts([a_round(1, F)], ROLES, Victory.HITLER_ELECTED, RULES)

    assert acts == (Act(kind=ActKind.END, record=a_round(1, F), policy=F, count=1),)


def test_they_are_told_in_words_and_to_all_alike() -> None:
    tables = {
        name: table
        for name, table in a_table_in_each_phase().items()
        if table.state.victory is not None
    }
    last = {}
    for name, table in tables.items():
        players = people(table.state.ruleset.players)
        told = {present_acts(table.seen_by(viewer), players) for viewer in viewers(table)}
        assert len(told) == 1
        last[name] = told.pop()[-1].text
    # The rounds before are not played at these tables: their first policy ends the game.
    assert last == {
        "game_over by liberals": "President Ana and Chancellor Bo enacted Liberal policy 1.",
        "game_over by fascists": "President Ana and Chancellor Bo enacted Fascist policy 1.",
        "game_over by an election": "Elected with 7 to 0: Hitler (Grete), with President Ana.",
        "game_over by an execution": "President Ana executed Grete, secret role: Hitler.",
    }


def test_an_act_of_a_stand_in_does_not_name_the_person_alone() -> None:
    table = a_table_in_each_phase()["game_over by an execution"]
    players = people(table.state.ruleset.players)
    for round_, told in ((table.state.round, "Ana (stand-in)"), (table.state.round + 1, "Ana")):
        acts = present_acts(table.seen_by(None), players, {(round_, 0)})
        assert acts[-1].text == f"President {told} executed Grete, secret role: Hitler."
