"""Replaying records: wrong or illegal actions, renewals of the draw pile, results, probes."""

from copy import deepcopy
from typing import Any

import pytest

from games.engine.events import BallotMarked, DrawPileArranged
from games.engine.vocabulary import Phase, Victory
from tests.games.engine.records import example, fault, finished, steps, with_action

# Actions that are wrong in themselves


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (0, {"type": "fly"}),
        (0, {"type": None}),
        (0, {"type": ["nominate"]}),
        (0, {"by": True}),
        (0, {"by": "2"}),
        (0, {"by": 2.0}),
        (0, {"target": None}),
        (0, {"card": "L"}),
        (0, {"note": "hello"}),
        (0, {"probe": 1}),
        (1, {"by": 2}),
        (1, {"ballots": {}}),
        (1, {"ballots": [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]}),
        (1, {"ballots": [[0], [1], [2], [3], [4]]}),
        (1, {"ballots": [[False, True], [True, True], [2, True], [3, True], [4, True]]}),
        (1, {"ballots": ["ab", "cd"]}),
        (2, {"card": "X"}),
        (2, {"card": 0}),
        (2, {"card": None}),
        (2, {"card": "f"}),
    ],
)
def test_a_malformed_action_is_refused_at_its_turn(number: int, changes: dict[str, Any]) -> None:
    assert fault(with_action(number, **changes))[0] == number


@pytest.mark.parametrize("value", [None, 3, "nominate", [], ["nominate", 2, 4]])
def test_an_action_is_an_object(value: object) -> None:
    assert fault(example(actions=[value])) == (0, "an action must be a JSON object")


@pytest.mark.parametrize(
    ("number", "key"), [(0, "by"), (0, "target"), (1, "ballots"), (2, "card")]
)
def test_a_missing_key_is_named(number: int, key: str) -> None:
    record = deepcopy(example())
    del record["actions"][number][key]
    assert fault(record) == (number, f'the key "{key}" is missing')


def test_the_first_fault_counts() -> None:
    record = with_action(0, target=2)
    record["actions"][3] = "malformed"
    assert fault(record) == (0, "target is self")


# Actions that break a rule


@pytest.mark.parametrize(
    ("number", "changes", "reason"),
    [
        (0, {"by": 1}, "not your decision"),
        (0, {"by": 5}, "unknown seat"),
        (0, {"by": -1}, "unknown seat"),
        (0, {"by": 10**40}, "unknown seat"),
        (0, {"target": 5}, "unknown seat"),
        (0, {"target": 2}, "target is self"),
        (2, {"by": 4}, "not your decision"),
        (3, {"card": "F"}, None),
        (3, {"by": 2}, "not your decision"),
        (4, {"target": 4}, "term limited chancellor"),
    ],
)
def test_a_broken_rule_is_refused_at_its_action(
    number: int, changes: dict[str, Any], reason: str | None
) -> None:
    record = with_action(number, **changes)
    if reason is None:
        assert len(steps(record)) == 6
    else:
        assert fault(record) == (number, reason)


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    record = with_action(2, card="L")
    record["actions"][3]["card"] = "L"
    assert fault(record) == (3, "policy not in hand")


@pytest.mark.parametrize(
    ("ballots", "reason"),
    [
        ([[0, True], [1, True], [2, True], [3, True]], "ballots incomplete"),
        ([], "ballots incomplete"),
        ([[0, True], [0, True], [2, True], [3, True], [4, True]], "a seat votes twice"),
        (
            [[0, True], [0, False], [1, True], [2, True], [3, True], [4, True]],
            "a seat votes twice",
        ),
        ([[5, True], [0, True], [1, True], [2, True], [3, True], [4, True]], "unknown seat"),
        ([[-1, True], [0, True], [1, True], [2, True], [3, True]], "unknown seat"),
    ],
)
def test_a_vote_is_one_ballot_of_each_living_seat(ballots: list[Any], reason: str) -> None:
    assert fault(with_action(1, ballots=ballots)) == (1, reason)


def test_a_vote_without_a_nominee_is_refused_as_a_whole() -> None:
    ballots = [[seat, True] for seat in range(5)]
    assert fault(example(actions=[{"type": "vote", "ballots": ballots}])) == (0, "wrong phase")
    assert fault(example(actions=[{"type": "vote", "ballots": []}])) == (0, "wrong phase")


def test_the_dead_have_no_ballot_in_a_vote() -> None:
    record = next(
        record
        for record in map(finished, range(50))
        if any(action["type"] == "execute" for action in record["actions"][:-2])
    )
    kinds = [action["type"] for action in record["actions"]]
    vote = kinds.index("vote", kinds.index("execute"))
    dead = record["actions"][kinds.index("execute")]["target"]
    record["actions"][vote]["ballots"].append([dead, True])
    assert fault(record) == (vote, "player is dead")


def test_ballots_are_cast_in_the_order_given() -> None:
    step = steps(example())[2]
    marked = [event.seat for event in step.events if isinstance(event, BallotMarked)]
    assert marked == [0, 4, 1, 2, 3]


# Renewals


def renewing() -> dict[str, Any]:
    return next(record for record in map(finished, range(50)) if len(record["reshuffles"]) > 1)


def renewal_action(record: dict[str, Any], number: int) -> int:
    """Return the action at which the numbered renewal happens."""
    happened = [
        step.action
        for step in steps(record)
        for event in step.events
        if isinstance(event, DrawPileArranged)
    ]
    action = happened[number]
    assert action is not None
    return action


def test_the_recorded_renewal_is_the_new_draw_pile() -> None:
    record = renewing()
    piles = [
        "".join(event.draw_pile)
        for step in steps(record)
        for event in step.events
        if isinstance(event, DrawPileArranged)
    ]
    assert piles == [record["deck"], *record["reshuffles"]]


def test_a_missing_renewal_is_refused_at_its_action() -> None:
    record = renewing()
    action = renewal_action(record, 2)
    record["reshuffles"] = record["reshuffles"][:1]
    assert fault(record) == (action, "the draw pile after renewal 2 is missing")


def test_a_renewal_holds_exactly_the_cards_there_are() -> None:
    record = renewing()
    action = renewal_action(record, 1)
    good = record["reshuffles"][0]
    swapped = good.replace("F", "x", 1).replace("L", "F", 1).replace("x", "F", 1)
    for wrong in (swapped, good[1:], good + "F", good + "L", ""):
        record["reshuffles"][0] = wrong
        number, reason = fault(record)
        assert number == action
        assert "renewal 1 must hold" in reason


def test_unused_renewals_are_allowed() -> None:
    record = renewing()
    record["reshuffles"].append("LF")
    assert steps(record)[-1].state.victory is not None


# Results


def test_a_record_must_come_to_its_result() -> None:
    record = finished()
    assert steps(record)[-1].state.victory == record["result"]["reason"]
    for victory in Victory:
        if victory != record["result"]["reason"]:
            other = {"winner": victory.winner.value, "reason": victory.value}
            assert fault(record | {"result": other})[0] is None


def test_a_finished_game_needs_its_result() -> None:
    record = finished()
    reason = record.pop("result")["reason"]
    assert fault(record) == (None, f"the game ends in {reason}; the record says no result")


def test_an_unfinished_game_has_no_result() -> None:
    record = finished()
    record["actions"].pop()
    number, reason = fault(record)
    assert number is None
    assert reason.startswith("the game ends in no result")
    del record["result"]
    assert steps(record)[-1].state.victory is None


def test_nothing_can_be_done_after_the_end() -> None:
    record = finished()
    after = len(record["actions"])
    extra = {"type": "peek", "by": 0}
    assert fault(record | {"actions": [*record["actions"], extra]}) == (after, "game over")
    empty = {"type": "vote", "ballots": []}
    assert fault(record | {"actions": [*record["actions"], empty]}) == (after, "game over")


# Probes


def probes(*actions: dict[str, Any]) -> list[str | None]:
    """Return the outcome of each probe, tried after the first nomination."""
    start = example()["actions"][:1]
    record = example(actions=[*start, *({**each, "probe": True} for each in actions)])
    tried = steps(record)[2:]
    assert all(step.probe and not step.events for step in tried)
    assert len({id(step.state) for step in tried}) == 1
    return [step.refused for step in tried]


def test_a_probe_is_tried_and_never_applied() -> None:
    everybody = [[seat, True] for seat in range(5)]
    assert probes(
        {"type": "nominate", "by": 2, "target": 3},
        {"type": "nominate", "by": 2, "target": 99},
        {"type": "vote", "ballots": everybody},
        {"type": "vote", "ballots": everybody[1:]},
        {"type": "vote", "ballots": everybody},
        {"type": "discard", "by": 9, "card": "F"},
    ) == ["wrong_phase", "wrong_phase", None, "ballots_incomplete", None, "unknown_seat"]


def test_a_probe_that_cannot_be_asked_for_is_refused() -> None:
    refused = probes(
        {"type": "fly", "by": 2},
        {"type": "discard", "by": 2},
        {"type": "discard", "by": True, "card": "F"},
        {"type": "discard", "by": 2, "card": "X"},
        {"type": "vote", "ballots": [[0, "yes"]]},
    )
    assert None not in refused


def test_an_unknown_key_is_a_fault_even_in_a_probe() -> None:
    action = {"type": "peek", "by": 2, "probe": True, "why": "?"}
    assert fault(example(actions=[action])) == (0, 'unknown key "why"')


def test_probe_false_is_an_ordinary_action() -> None:
    assert steps(with_action(0, probe=False))[1].state.phase is Phase.VOTE


def test_a_probe_that_would_renew_the_deck_uses_no_renewal() -> None:
    record = renewing()
    action = renewal_action(record, 1)
    probe = record["actions"][action] | {"probe": True}
    record["actions"].insert(action, probe)
    tried = [step for step in steps(record) if step.probe]
    assert [step.refused for step in tried] == [None]
