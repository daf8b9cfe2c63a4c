"""Reading game records strictly: their shape, and arbitrary bytes instead."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.vocabulary import Phase
from games.records.faults import RecordError
from games.records.record import LONGEST_RECORD, parse_record, read_json, read_record
from tests.games.engine.records import NAMES, example, fault, steps


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
        ("version", [0, 3, 99, "1", 1.0, True, None, -1]),
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
    assert fault(example(version=3)) == (None, "version 3 is newer than this program knows")


BOARD = "5-1-nnpee-k1-z2-v5-6x11-0x0-c0"


@pytest.mark.parametrize("version", [1, 2])
def test_record_without_a_board_is_of_the_standard_one(version: int) -> None:
    assert steps(example(version=version))[-1].state.ruleset.board == "standard"


@pytest.mark.parametrize(
    ("named", "played"), [("standard", "standard"), ("rebalanced", "standard"), (BOARD, BOARD)]
)
def test_record_names_the_board_from_version_two_on(named: str, played: str) -> None:
    assert steps(example(version=2, board=named))[-1].state.ruleset.board == played


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("chess", '"chess" is no board'),
        (BOARD.upper(), "is no board"),
        (None, "null is no board"),
        (2, "2 is no board"),
        ([], "[...] is no board"),
        (BOARD.replace("5-1", "6-1"), "is not made for 5 players"),
        (BOARD.replace("5-1", "5-2"), "board teams"),
        (BOARD.replace("6x11", "2x2"), "board too few cards"),
    ],
)
def test_bad_board_is_a_plain_fault(board: object, reason: str) -> None:
    number, told = fault(example(version=2, board=board))
    assert number is None
    assert reason in told


def test_board_in_a_record_of_version_one_is_refused() -> None:
    number, told = fault(example(board=BOARD))
    assert (number, told) == (None, 'a record with a "board" has "version" 2')


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


# Values of arbitrary shape are slow to make; a few hundred are enough.
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
