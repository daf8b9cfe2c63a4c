"""The game record: reading it strictly, replaying it, writing it."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.events import BallotMarked, DrawPileArranged, Event
from games.engine.record import (
    LONGEST_RECORD,
    RecordError,
    Step,
    parse_record,
    read_json,
    read_record,
)
from games.engine.recorder import record_of
from games.engine.replay import replay
from games.engine.state import fold
from games.engine.vocabulary import Phase, Victory
from tests.games.engine.players import play

NAMES = ["Ana", "Bo", "Cy", "Di", "Ed"]


def example(**changes: Any) -> dict[str, Any]:
    """Two rounds at a table of five: the second one is under way."""
    record: dict[str, Any] = {
        "format": "secret-hitler-record",
        "version": 1,
        "edition": "retail",
        "players": list(NAMES),
        "roles": ["liberal", "fascist", "liberal", "hitler", "liberal"],
        "first_president": 2,
        "deck": "FLFFFLFLFFFLFLFFL",
        "reshuffles": [],
        "actions": [
            {"type": "nominate", "by": 2, "target": 4},
            {
                "type": "vote",
                "ballots": [[0, True], [4, True], [1, False], [2, True], [3, True]],
            },
            {"type": "discard", "by": 2, "card": "F"},
            {"type": "enact", "by": 4, "card": "L"},
            {"type": "nominate", "by": 3, "target": 0},
        ],
    }
    return {**record, **changes}


def with_action(number: int, **changes: Any) -> dict[str, Any]:
    record = deepcopy(example())
    record["actions"][number] |= changes
    return record


def steps(record: object) -> list[Step]:
    return list(replay(parse_record(record)))


def fault(record: object) -> tuple[int | None, str]:
    """Where and why this record is refused."""
    with pytest.raises(RecordError) as error:
        steps(record)
    return error.value.action, error.value.reason


def finished(seed: int = 7, **kind: Any) -> dict[str, Any]:
    events = play(seed, anew=0, **kind)
    return record_of(events, names_for(events))


def names_for(events: list[Event]) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(fold(events).ruleset.players)]


# Reading


def test_a_record_is_replayed_action_by_action() -> None:
    replayed = steps(example())
    assert [step.action for step in replayed] == [None, 0, 1, 2, 3, 4]
    assert [step.state.phase for step in replayed] == [
        Phase.NOMINATE,
        Phase.VOTE,
        Phase.PRESIDENT_DISCARD,
        Phase.CHANCELLOR_ENACT,
        Phase.NOMINATE,
        Phase.VOTE,
    ]
    last = replayed[-1].state
    assert (last.president, last.chancellor, last.liberal_policies) == (3, 0, 1)


def test_meta_is_kept_as_it_is() -> None:
    meta = {"id": 7, "anything": [None, {"at": "all"}]}
    assert parse_record(example(meta=meta)).meta == meta


@pytest.mark.parametrize("value", [None, 1, "x", True, [], [example()]])
def test_a_record_is_an_object(value: object) -> None:
    assert fault(value) == (None, "a record must be a JSON object")


@pytest.mark.parametrize(
    "key",
    [
        "format", "version", "edition", "players", "roles", "first_president", "deck",
        "reshuffles", "actions",
    ],
)  # fmt: skip
def test_every_key_but_result_and_meta_is_needed(key: str) -> None:
    record = example()
    del record[key]
    number, reason = fault(record)
    assert number is None
    assert key in reason


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("format", ["pgn", "", None, 1]),
        ("version", [0, 2, 99, "1", 1.0, True, None, -1]),
        ("edition", ["Retail", "", "older", None, 1, [], {}]),
        ("players", [[], ["a"] * 4, ["a"] * 11, "abcde", [1, 2, 3, 4, 5], [*NAMES[:4], None], None]),
        ("players", [[*NAMES[:4], "half a character \ud800"], [*NAMES, "Flo"]]),
        ("roles", [["liberal"] * 5, ["liberal", "fascist", "liberal", "hitler"], "hitler", None]),
        ("roles", [["liberal", "fascist", "liberal", "Hitler", "liberal"], [1, 2, 3, 4, 5], [[]] * 5]),
        ("first_president", [-1, 5, True, "2", 2.0, None, 10**30]),
        ("deck", ["", "F" * 17, "FLFFFLFLFFFLFLFF", "FLFFFLFLFFFLFLFFLF", "flfffflflfffllffl"]),
        ("deck", [None, 17, list("FLFFFLFLFFFLFLFFL"), "FLFFFLFLFFFLFLFFX"]),
        ("reshuffles", [None, "FFL", [1], [None], ["FXL"], {}, [["F", "L"]]]),
        ("actions", [None, {}, "nominate"]),
        ("result", [{}, [], "liberal", {"winner": "liberal"}, {"reason": "hitler_elected"}]),
        ("result", [{"winner": "liberal", "reason": "hitler_elected"}]),
        ("result", [{"winner": "x", "reason": "x"}, {"winner": None, "reason": None}, 1, True]),
        ("result", [{"winner": "liberal", "reason": "hitler_executed", "more": 1}]),
        ("meta", [[], None, "x", 1]),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_before_the_first_action(key: str, wrong: list[Any]) -> None:
    for value in wrong:
        number, reason = fault(example(**{key: value}))
        assert number is None, value
        assert reason, value


def test_a_newer_version_is_named() -> None:
    assert fault(example(version=2)) == (None, "version 2 is newer than this program knows")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no record here"),
        (b" \n", "no record here"),
        (b"{", "not JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": 1e999}', "a number too large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a": 1, "b": 2, "a": 1}', 'the key "a" is there twice'),
        (b'{"meta": {"a": 1, "a": 2}}', 'the key "a" is there twice'),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b"[" * 900 + b"]" * 900, "a record must be a JSON object"),
        (b"{} {}", "not JSON"),
        (b" " * (LONGEST_RECORD + 1), "longer than"),
        (b"\x00", "not JSON"),
    ],
)
def test_bad_json_is_told_plainly(data: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(data)
    assert reason in error.value.reason
    assert error.value.action is None


def test_a_deep_value_in_the_wrong_place_is_told_plainly() -> None:
    deep = b"[" * 900 + b"]" * 900
    for key in ("version", "edition", "first_president", "deck", "players", "result"):
        data = json.dumps(example()).encode()
        value = read_json(data)
        assert isinstance(value, dict)
        value[key] = read_json(deep)
        with pytest.raises(RecordError):
            parse_record(value)


@given(data=st.binary(max_size=200))
def test_no_bytes_do_worse_than_a_record_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        read_record(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


# Values of any shape are slow to make; a few hundred show all there is to show.
FEW = min(settings().max_examples, 300)


@settings(max_examples=FEW)
@given(key=st.sampled_from(sorted(example())), value=JSON)
def test_any_value_anywhere_is_judged_without_a_crash(key: str, value: object) -> None:
    with suppress(RecordError):
        assert steps(example(**{key: value}))


@settings(max_examples=FEW)
@given(
    action=st.dictionaries(st.sampled_from(["type", "by", "target", "card", "ballots", "x"]), JSON)
)
def test_any_action_is_judged_without_a_crash(action: dict[str, Any]) -> None:
    assert fault(example(actions=[action]))[0] == 0


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
    """The action at which the numbered renewal happens."""
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
    """What became of each probe, tried after the first nomination."""
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


# Writing


@pytest.mark.parametrize("seed", range(40))
def test_a_finished_game_survives_the_record(seed: int) -> None:
    events = play(seed, anew=0)
    record = json.loads(json.dumps(record_of(events, names_for(events))))
    replayed = [event for step in steps(record) for event in step.events]
    assert replayed == events
    assert record_of(replayed, names_for(events)) == record


@pytest.mark.parametrize("seed", range(40))
def test_an_unfinished_game_survives_the_record(seed: int) -> None:
    """A vote still open is left out; everything before it is there."""
    events = play(seed, stop_after=Random(seed).randint(0, 90))
    record = record_of(events, names_for(events))
    last = steps(record)[-1].state
    state = fold(events)
    if state.victory is None:
        assert "result" not in record
    ballots = {"ballots": (None,) * len(state.alive), "voted": (False,) * len(state.alive)}
    uncounted = {"version": 0, "public_version": 0, "memories": ()}
    assert last.but(**uncounted) == state.but(**uncounted, **ballots)


def test_a_changed_ballot_counts_where_it_became_final() -> None:
    events = next(
        events
        for events in (play(seed, stop_after=25) for seed in range(99))
        if _changed_ballot(events)
    )
    marks = [event for event in events if isinstance(event, BallotMarked)]
    record = record_of(events, names_for(events))
    first_vote = next(action for action in record["actions"] if action["type"] == "vote")
    size = len(first_vote["ballots"])
    of_first_vote = marks[: next(
        place for place in range(size, len(marks) + 1)
        if len({event.seat for event in marks[:place]}) == size
    )]  # fmt: skip
    last_place = {event.seat: place for place, event in enumerate(of_first_vote)}
    order = sorted(last_place, key=lambda seat: last_place[seat])
    assert [seat for seat, _ja in first_vote["ballots"]] == order


def _changed_ballot(events: list[Event]) -> bool:
    """Whether somebody marked twice in the first vote."""
    players = fold(events).ruleset.players
    seats: list[int] = []
    for event in events:
        if isinstance(event, BallotMarked):
            seats.append(event.seat)
            if len(set(seats)) == players:
                return len(seats) > players
    return False


def test_meta_is_written_when_there_is_some() -> None:
    events = play(1)
    assert "meta" not in record_of(events, names_for(events))
    record = record_of(events, names_for(events), meta={"id": 3})
    assert record["meta"] == {"id": 3}
    assert parse_record(record).meta == {"id": 3}


def test_the_keys_are_in_the_order_people_read_them() -> None:
    assert list(finished()) == [
        "format", "version", "edition", "players", "roles", "first_president", "deck",
        "reshuffles", "actions", "result",
    ]  # fmt: skip
