"""The true state of a game, read directly from the database of the site's server.

Uses no ORM: the test process has a database of its own, and Playwright's loop forbids it.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import psycopg

from games.engine import fold, observe
from games.engine.codec import decode_event, encode_action
from games.engine.decide import awaited
from games.engine.events import Event
from games.engine.observation import Observation
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber

SEATS = (
    "select s.number, coalesce(nullif(s.name, ''), nullif(u.guest_name, ''), u.username), s.bot_name"
    " from games_seat s join games_game g on g.id = s.game_id"
    " left join accounts_user u on u.id = s.user_id where g.code = {} order by s.number"
)
EVENTS = (
    "select e.kind, e.payload, e.action_key from games_gameevent e"
    " join games_game g on g.id = e.game_id where g.code = {} order by e.seq"
)


def query(url: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of one statement on the database of a site; `{}` is a value."""
    if url.startswith("sqlite:///"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=10)
        try:
            return connection.execute(statement.replace("{}", "?"), values).fetchall()
        finally:
            connection.close()
    asked = statement.replace("{}", "%s").encode()
    if url in _KEPT_OPEN:
        return _KEPT_OPEN[url].execute(asked, values).fetchall()
    with psycopg.connect(url) as postgres:
        return postgres.execute(asked, values).fetchall()


_KEPT_OPEN: dict[str, psycopg.Connection] = {}


@contextmanager
def kept_open(url: str) -> Iterator[None]:
    """Ask a PostgreSQL over one connection meanwhile: to make one costs more than most questions."""
    if url.startswith("sqlite:///"):
        yield
        return
    with psycopg.connect(url, autocommit=True) as _KEPT_OPEN[url]:
        try:
            yield
        finally:
            del _KEPT_OPEN[url]


def events_of(url: str, code: str) -> tuple[Event, ...]:
    """Return the log of a game, from the tables of this release or of an earlier one."""
    return decoded(query(url, EVENTS, code))


def decoded(rows: Iterable[tuple[Any, ...]]) -> tuple[Event, ...]:
    """Return the events of rows that begin with kind and payload, which SQLite stores as text."""
    return tuple(
        decode_event(kind, json.loads(payload) if isinstance(payload, str) else payload)
        for kind, payload, *_rest in rows
    )


@dataclass(frozen=True)
class Truth:
    """One whole game at one moment."""

    code: str
    events: tuple[Event, ...]
    action_keys: tuple[str | None, ...]
    names: tuple[str, ...]
    bots: tuple[bool, ...]

    @classmethod
    def read(cls, url: str, code: str) -> "Truth":
        """Read the game from the database."""
        rows = query(url, EVENTS, code)
        seats = query(url, SEATS, code)
        return cls(
            code=code,
            events=decoded(rows),
            action_keys=tuple(key for _kind, _payload, key in rows),
            names=tuple(username or bot for _number, username, bot in seats),
            bots=tuple(username is None for _number, username, _bot in seats),
        )

    @cached_property
    def state(self) -> GameState:
        """The whole game."""
        return fold(self.events)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state.phase is Phase.GAME_OVER

    @cached_property
    def version(self) -> int:
        """The version that every page shows."""
        return observe(self.state, None).version

    @property
    def phase(self) -> str:
        """The phase that every page shows."""
        return self.state.phase.value

    def seen_by(self, seat: SeatNumber | None) -> Observation:
        """Return this viewer's Observation."""
        return observe(self.state, seat)

    def seat_of(self, name: str) -> SeatNumber:
        """Return this person's seat."""
        return self.names.index(name)

    def undecided(self) -> tuple[SeatNumber, ...]:
        """Seats the table waits for: in a vote those without a ballot."""
        return awaited(self.state)

    @property
    def waits_for_people(self) -> bool:
        """Whether the game stands still until a person acts."""
        return not any(self.bots[seat] for seat in self.undecided())

    def moments(self) -> Iterator[GameState]:
        """Return the game after each event of the log."""
        state = fold(self.events[:1])
        for event in self.events[1:]:
            yield state
            state = fold((event,), state)
        yield state


def wait_for_more(read: Callable[[], Truth], than: Truth) -> Truth:
    """Wait for new events; return the game."""
    return wait_for(read, lambda now: len(now.events) > len(than.events))


def forms_of(seen: Observation) -> frozenset[tuple[str, str, str]]:
    """Return what this viewer may be offered: (decision, action, value) of every legal action."""
    offered = set()
    for action in seen.legal_actions:
        fields = encode_action(action)
        kind = fields.pop("type")
        fields.pop("by")
        value = next(iter(fields.values()), "")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        offered.add((seen.decision, kind, text))
    return frozenset(offered)


def wait_for(
    read: Callable[[], Truth], holds: Callable[[Truth], bool], seconds: float = 30
) -> Truth:
    """Wait until a condition holds; return the game."""
    end = time.monotonic() + seconds
    while True:
        truth = read()
        if holds(truth):
            return truth
        assert time.monotonic() < end, f"still {truth.phase} for {truth.undecided()}"
        time.sleep(0.05)
