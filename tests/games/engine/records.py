"""Game records for tests: two rounds written by hand, and whole games of random players."""

from copy import deepcopy
from typing import Any

import pytest

from games.engine.events import Event
from games.engine.state import fold
from games.records.faults import RecordError
from games.records.record import Step, parse_record
from games.records.recorder import record_of
from games.records.replay import replay
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


def finished(seed: int = 7, **kind: Any) -> dict[str, Any]:
    events = play(seed, anew=0, **kind)
    return record_of(events, names_for(events))


def names_for(events: list[Event]) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(fold(events).ruleset.players)]


def steps(record: object) -> list[Step]:
    return list(replay(parse_record(record)))


def fault(record: object) -> tuple[int | None, str]:
    """Return where and why this record is refused."""
    with pytest.raises(RecordError) as error:
        steps(record)
    return error.value.action, error.value.reason
