"""Golden games: stored records and logs whose result must never change.

Each file in tests/playthroughs holds a game's record, its event log as stored at the time, and the
table at its end. A stored kind never changes meaning; if one of these tests fails, old games on
the site would no longer open.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine.codec import EVENT_KINDS, decode_event, encode_event
from games.engine.events import Event
from games.engine.state import fold
from games.records.record import parse_record
from games.records.recorder import record_of
from games.records.replay import replay
from games.records.trace import table_of

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs"
FILES = sorted(FOLDER.glob("*.json"))


def stored(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text())
    assert isinstance(value, dict)
    return value


def log_of(path: Path) -> list[Event]:
    return [decode_event(kind, payload) for kind, payload in stored(path)["events"]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_log_folds_to_the_same_end(path: Path) -> None:
    assert table_of(fold(log_of(path))) == stored(path)["end"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_record_replays_to_the_stored_log(path: Path) -> None:
    record = stored(path)["record"]
    events = [event for step in replay(parse_record(record)) for event in step.events]
    assert events == log_of(path)
    assert record_of(events, record["players"], record["meta"]) == record
    again = json.loads(json.dumps([encode_event(event) for event in events]))
    assert again == stored(path)["events"]


def test_the_stored_games_cover_what_can_happen() -> None:
    kinds: Counter[str] = Counter()
    ends: set[str] = set()
    actions: set[str] = set()
    editions: set[str] = set()
    for path in FILES:
        game = stored(path)
        kinds.update(kind for kind, _payload in game["events"])
        ends.add(game["end"]["reason"])
        actions |= {action["type"] for action in game["record"]["actions"]}
        editions.add(game["record"]["edition"])
    # No stored game is played on a board where chaos wins no game; test_boards has those.
    assert set(kinds) == set(EVENT_KINDS) - {"top_policy_discarded"}
    assert len(ends) == 4
    assert len(actions) == 10
    assert editions == {"retail", "print"}
