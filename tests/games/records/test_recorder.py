"""The recorder: a game written as a record, and read back."""

import json
from random import Random

import pytest

from games.engine import deal, decide, ruleset_of, start_game
from games.engine.events import BallotMarked, Event
from games.engine.state import fold
from games.engine.vocabulary import Edition
from games.records.record import (
    parse_record,
)
from games.records.recorder import record_of
from tests.games.engine.players import choose, play
from tests.games.engine.records import finished, names_for, steps


@pytest.mark.parametrize("seed", range(40))
def test_a_finished_game_survives_the_record(seed: int) -> None:
    events = play(seed, anew=0)
    record = json.loads(json.dumps(record_of(events, names_for(events))))
    replayed = [event for step in steps(record) for event in step.events]
    assert replayed == events
    assert record_of(replayed, names_for(events)) == record


def game_on(code: str, seed: int) -> list[Event]:
    """A whole random game on a board of seven."""
    rng = Random(seed)
    rules = ruleset_of(7, Edition.RETAIL, code)
    events = list(start_game(rules, deal(rules, rng)))
    while (state := fold(events)).victory is None:
        events += decide(state, choose(state, rng, ja=0.4, anew=0), rng)
    return events


@pytest.mark.parametrize("code", ["rebalanced", "7-1-nisen-k1-z2-v3-5x9-1x1-c0"])
@pytest.mark.parametrize("seed", range(10))
def test_game_on_another_board_survives_the_record(code: str, seed: int) -> None:
    events = game_on(code, seed)
    record = json.loads(json.dumps(record_of(events, names_for(events))))
    assert (record["version"], record["board"]) == (2, code)
    assert [event for step in steps(record) for event in step.events] == events


@pytest.mark.parametrize("seed", range(40))
def test_an_unfinished_game_survives_the_record(seed: int) -> None:
    """The open vote is left out; everything before it is there."""
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
    """Whether a player changed the ballot in the first vote."""
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
