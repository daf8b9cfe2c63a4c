"""The trace: every key in every phase, as the description of the record says."""

from typing import Any

from games.records.record import Step, parse_record
from games.records.replay import replay
from games.records.trace import trace_line
from tests.games.engine.players import play
from tests.games.engine.records import example, finished
from tests.scenarios import Table, a_table

STATE_KEYS = [
    "round", "phase", "actors", "president", "chancellor", "in_office", "eligible", "targets",
    "limited", "tracker", "liberal", "fascist", "alive", "veto_unlocked", "may_request_veto",
    "hitler_zone", "cleared", "investigated", "deck", "deck_count", "discards", "discard_count",
    "hand", "hand_seen_by", "winner", "reason",
]  # fmt: skip


def trace(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [trace_line(3, step) for step in replay(parse_record(record))]


def line(table: Table) -> dict[str, Any]:
    """Return the trace line after the table's last action."""
    return trace_line(0, Step(action=0, state=table.state, events=tuple(table.events)))


def seen(table: Table, *keys: str) -> list[Any]:
    state = line(table)["state"]
    return [state[key] for key in keys]


def test_every_line_has_every_key() -> None:
    for seed in (1, 2, 3):
        for traced in trace(finished(seed)):
            assert list(traced) == ["record", "action", "state", "private", "knowledge"]
            assert list(traced["state"]) == STATE_KEYS


def test_the_start() -> None:
    start = trace(example())[0]
    assert start == {
        "record": 3,
        "action": None,
        "state": {
            "round": 1,
            "phase": "nominate",
            "actors": [2],
            "president": 2,
            "chancellor": None,
            "in_office": False,
            "eligible": [0, 1, 3, 4],
            "targets": [],
            "limited": [None, None],
            "tracker": 0,
            "liberal": 0,
            "fascist": 0,
            "alive": [True] * 5,
            "veto_unlocked": False,
            "may_request_veto": False,
            "hitler_zone": False,
            "cleared": [],
            "investigated": [],
            "deck": "FLFFFLFLFFFLFLFFL",
            "deck_count": 17,
            "discards": "",
            "discard_count": 0,
            "hand": "",
            "hand_seen_by": [],
            "winner": None,
            "reason": None,
        },
        "private": [],
        "knowledge": [
            ["liberal", None, None, None, None],
            [None, "fascist", None, "hitler", None],
            [None, None, "liberal", None, None],
            [None, "fascist", None, "hitler", None],
            [None, None, None, None, "liberal"],
            [None] * 5,
        ],
    }


def test_a_round_line_by_line() -> None:
    _start, nominated, voted, discarded, enacted, again = trace(example())
    keys = ["phase", "actors", "chancellor", "in_office", "eligible", "hand", "hand_seen_by"]
    rounds = [[each["state"][key] for key in keys] for each in (nominated, voted, discarded)]
    assert rounds == [
        ["vote", [0, 1, 2, 3, 4], 4, False, [], "", []],
        ["president_discard", [2], 4, True, [], "FFL", [2]],
        ["chancellor_enact", [4], 4, True, [], "FL", [4]],
    ]
    assert [each["private"] for each in (nominated, voted, discarded, enacted)] == [
        [],
        [{"to": 2, "kind": "hand", "cards": "FFL"}],
        [{"to": 4, "kind": "hand", "cards": "FL"}],
        [],
    ]
    state = enacted["state"]
    assert [state[key] for key in keys] == ["nominate", [3], None, False, [0, 1, 2], "", []]
    assert (state["round"], state["president"], state["limited"]) == (2, 3, [2, 4])
    assert (state["liberal"], state["fascist"]) == (1, 0)
    assert (state["deck"], state["deck_count"]) == ("FFLFLFFFLFLFFL", 14)
    assert (state["discards"], state["discard_count"]) == ("FF", 2)
    assert again["state"]["phase"] == "vote"


def test_a_fresh_game_is_over_when_its_trace_says_so() -> None:
    last = trace(finished(11))[-1]
    state = last["state"]
    assert state["phase"] == "game_over"
    assert (state["actors"], state["eligible"], state["targets"]) == ([], [], [])
    assert (state["hand"], state["hand_seen_by"], state["may_request_veto"]) == ("", [], False)
    assert {state["winner"]} < {"liberal", "fascist"}
    roles = finished(11)["roles"]
    assert last["knowledge"] == [roles] * (len(roles) + 1)


def test_targets_stand_there_while_a_power_is_due() -> None:
    table = a_table(7, fascist=1, top="FFFFFF").governs(3, "F")
    assert seen(table, "phase", "actors", "targets") == ["investigate", [0], [1, 2, 3, 4, 5, 6]]
    assert seen(table, "in_office", "president", "chancellor") == [True, 0, 3]
    table.investigates(6)
    told = line(table)
    assert told["private"] == [{"to": 0, "kind": "party", "seat": 6, "party": "fascist"}]
    assert told["knowledge"][0] == ["liberal", None, None, None, None, None, "party:fascist"]
    assert told["knowledge"][1] == [None, "liberal", None, None, None, None, None]
    assert seen(table, "investigated", "targets", "in_office") == [[6], [], False]


def test_a_known_role_says_more_than_a_party() -> None:
    table = a_table(7, fascist=1, president=5, top="FFF").governs(3, "F").investigates(6)
    assert line(table)["knowledge"][5][6] == "hitler"


def test_a_peek_has_no_targets_and_tells_the_order() -> None:
    table = a_table(5, fascist=2, top="FFFLFL").governs(3, "F")
    assert seen(table, "phase", "actors", "targets") == ["peek", [0], []]
    assert line(table.peeks())["private"] == [{"to": 0, "kind": "peek", "cards": "LFL"}]


def test_the_veto_in_the_trace() -> None:
    table = a_table(7, fascist=5, top="LFF").elects(3)
    keys = ("phase", "actors", "may_request_veto", "hand", "hand_seen_by", "veto_unlocked")
    assert seen(table, *keys) == ["president_discard", [0], False, "FFL", [0], True]
    table.discards("F")
    assert seen(table, *keys) == ["chancellor_enact", [3], True, "FL", [3], True]
    table.asks_for_veto()
    assert seen(table, *keys) == ["veto_answer", [0], False, "FL", [0, 3], True]
    assert line(table)["private"] == []
    table.answers_veto(grant=False)
    assert seen(table, *keys) == ["chancellor_enact", [3], False, "FL", [3], True]


def test_limits_name_the_pair_even_when_they_bar_no_seat() -> None:
    table = a_table(8, fascist=3, top="FFF").governs(3, "F").executes(3)
    assert seen(table, "limited", "eligible") == [[0, 3], [2, 4, 5, 6, 7]]
    assert seen(table, "alive") == [[True, True, True, False, True, True, True, True]]


def test_the_cleared_are_named_in_order_of_seats() -> None:
    table = a_table(7, fascist=3, top="LFFLFF").governs(4, "L").governs(3, "L")
    assert seen(table, "cleared", "hitler_zone", "liberal") == [[3, 4], True, 2]


def test_a_probe_line_shows_the_unchanged_table() -> None:
    probe = {"type": "nominate", "by": 2, "target": 2, "probe": True}
    start, probed, nominated = trace(example(actions=[probe, example()["actions"][0]]))
    assert probed == {**start, "action": 0, "refused": "target_is_self"}
    assert nominated["action"] == 1
    assert "refused" not in nominated


def test_nothing_in_a_trace_is_stranger_than_json() -> None:
    plain = (str, int, bool, list, dict, type(None))

    def walk(value: object) -> None:
        assert type(value) in plain
        for each in value.values() if isinstance(value, dict) else ():
            walk(each)
        for each in value if isinstance(value, list) else ():
            walk(each)

    for traced in trace(finished(4)):
        walk(traced)
    assert play(4)
