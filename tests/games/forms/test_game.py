"""Forms and records name actions alike, and each reads only what the other can write."""

from typing import get_args

import pytest

from games.engine.actions import Action
from games.engine.codec import ACTION_FIELDS, encode_action
from games.engine.vocabulary import Policy
from games.forms.game import parse_action
from games.records.faults import Fault
from games.records.record import Malformed, parse_record
from games.records.recorder import record_of
from games.values.refusals import GameError, ServiceReason
from tests.games.engine.conceivable import conceivable_actions
from tests.games.engine.players import play
from tests.games.engine.records import names_for

OUT_OF_RANGE = {
    int: [True, "two", "", None, -1, [1]],
    Policy: ["X", 1, True, None],
    bool: ["yes", 1, None],
}
VALUES = {int: 1, Policy: "F", bool: True}


def test_an_action_comes_out_of_its_form_as_it_was_offered() -> None:
    met = set()
    for action in conceivable_actions(5):
        encoded = encode_action(action)
        if not 0 <= action.seat < 5 or not 0 <= encoded.get("target", 0) <= 99:
            continue
        form = {
            key: str(value).lower() if isinstance(value, bool) else str(value)
            for key, value in encoded.items()
            if key not in ("type", "by")
        }
        asked = parse_action(form | {"action": encoded["type"], "decision": "1", "action_id": "1"})
        assert asked.by(action.seat) == action
        met.add(type(action))
    assert met == set(get_args(Action))


@pytest.mark.parametrize("kind", ACTION_FIELDS)
def test_a_form_without_the_field_or_with_another_value_is_refused(kind: str) -> None:
    needed = ACTION_FIELDS[kind]
    form = {"action": kind, "decision": "1", "action_id": "1"}
    if needed is None:
        assert parse_action(form | {"target": "x"}).values == ()
        return
    for value in OUT_OF_RANGE[needed.holds]:
        with pytest.raises(GameError) as refused:
            parse_action(form | {needed.name: value})
        assert refused.value.reason is ServiceReason.MALFORMED


@pytest.mark.parametrize("kind", sorted(set(ACTION_FIELDS) - {"vote"}))
def test_a_record_without_the_field_or_with_another_value_is_refused(kind: str) -> None:
    events = play(1)
    record = record_of(events, names_for(events))
    needed = ACTION_FIELDS[kind]
    good = {"type": kind, "by": 0} | ({needed.name: VALUES[needed.holds]} if needed else {})

    def fault_of(action: dict[str, object]) -> Fault | None:
        move = parse_record(record | {"actions": [action]}).entries[0].move
        if not isinstance(move, Malformed):
            return None
        assert isinstance(move.error.why, Fault)
        return move.error.why

    assert fault_of(good) is None
    assert fault_of(good | {"by": "0"}) is Fault.NO_SEAT_NUMBER
    assert fault_of(good | {"extra": 0}) is Fault.UNKNOWN_KEY
    for key in good.keys() - {"type"}:
        assert fault_of({k: v for k, v in good.items() if k != key}) is Fault.MISSING_KEY
    if needed is not None:
        faults = {int: Fault.NO_SEAT_NUMBER, Policy: Fault.NO_CARD, bool: Fault.NOT_TRUE_OR_FALSE}
        assert fault_of(good | {needed.name: "?"}) is faults[needed.holds]
