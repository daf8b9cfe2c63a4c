"""Whether what a site wrote is complete and consistent: read straight from its database."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

from games.engine.events import BallotMarked
from games.engine.state import GameState, Memory
from games.records.record import parse_record
from games.records.recorder import record_of
from games.records.replay import replay
from tests.browser.truth import Truth, query

COLUMNS = (
    "select version, phase, round, status, victory, (select count(*) from games_gameevent e where"
    " e.game_id = g.id), (select max(seq) from games_gameevent e where e.game_id = g.id)"
    " from games_game g where code = {}"
)


def assert_whole(
    database: str,
    code: str,
    acknowledged: Iterable[str] = (),
    either: Iterable[Collection[str]] = (),
) -> Truth:
    """The log of a game has no gap, says what the game's row says, and follows the rules.

    `acknowledged` are action keys that were answered: each is in the log, no key is twice; `either`, of
    which at least one is in it.
    """
    truth = Truth.read(database, code)
    [(version, phase, round_, status, victory, count, last)] = query(database, COLUMNS, code)
    assert version == count == last == len(truth.events)
    assert (phase, round_) == (truth.phase, truth.state.round)
    assert (status == "finished") is truth.is_over
    assert (victory or None) == (truth.state.victory and truth.state.victory.value)
    counted = Counter(key for key in truth.action_keys if key is not None)
    assert set(counted.values()) <= {1}
    lost = [key for key in acknowledged if key not in counted]
    assert lost == []
    assert [keys for keys in either if not counted.keys() & keys] == []
    # Played again through the rules, decision by decision, it comes out the same: nothing is in it
    # half, and nothing twice.
    record = record_of(truth.events, truth.names)
    steps = list(replay(parse_record(record)))
    if truth.is_over:
        again, told = _settled(steps[-1].state), _settled(truth.state)
        assert {key for key in told if told[key] != again[key]} == set()
    return truth


def _settled(state: GameState) -> dict[str, Any]:
    """A state without what is not in a record: how a ballot was marked before it was changed."""
    kept = state.but(version=0, public_version=0)
    memories = tuple(
        tuple(
            memory
            for memory, following in pairwise((*own, None))
            if memory is not None and not _is_changed(memory, following)
        )
        for own in kept.memories
    )
    return vars(kept.but(memories=memories))


def _is_changed(memory: Memory, following: Memory | None) -> bool:
    return (
        isinstance(memory.event, BallotMarked)
        and following is not None
        and isinstance(following.event, BallotMarked)
        and following.round == memory.round
    )
