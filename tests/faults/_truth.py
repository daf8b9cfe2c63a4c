"""Whether the stored games are complete and consistent: read directly from the database."""

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
    """Check that a game's log has no gap, agrees with the game's row, and follows the rules.

    `acknowledged` are action keys that were answered: each is in the log, and no key is there
    twice. `either` are groups of keys, of which at least one is in the log.
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
    # A replay through the rules, decision by decision, has the same result: no action is in the
    # log half or twice.
    record = record_of(truth.events, truth.names)
    steps = list(replay(parse_record(record)))
    if truth.is_over:
        again, told = _settled(steps[-1].state), _settled(truth.state)
        assert {key for key in told if told[key] != again[key]} == set()
    return truth


def _settled(state: GameState) -> dict[str, Any]:
    """Return a state without facts that a record lacks: earlier marks on a changed ballot."""
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
