"""A table as one viewer may know it: the input of pages and sockets.

Here a whole game becomes one viewer's knowledge; no way leads from a SeenTable back to the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.utils.functional import cached_property

from games import agreement
from games.engine.events import Told, seats_told, told_to
from games.engine.observation import Observation, Observer
from games.engine.vocabulary import SeatNumber
from games.models import Seat
from games.selectors.access import watchable_game
from games.selectors.game import load_table, load_tables, table_of
from games.selectors.table_cache import cached_table
from games.table import GameTable, Occupant
from games.values.agreement import Agreement
from games.values.bots import BotPace
from games.values.chat import SlowMode, TalkMode
from games.values.timing import Pace, TimeUp


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PublicFacts:
    """The public facts of a table that are not the engine's; one object for all versions in which they are the same."""

    game_id: int
    code: str
    name: str
    pace: Pace
    time_up: TimeUp
    talk: TalkMode
    is_public: bool
    guests_write: bool
    slow_mode: SlowMode
    is_ranked: bool
    is_over: bool
    seating: int
    occupants: tuple[Occupant, ...]
    started_at: datetime
    deadline_at: datetime | None
    paused_at: datetime | None
    agreement: Agreement
    has_tv: bool = False
    may_extend: bool = False
    """Whether a person who decides may take more time now."""
    extended_by: SeatNumber | None = None
    """Who took more time for the open decision."""
    stood_in: frozenset[tuple[int, SeatNumber]] = frozenset()
    """Of a game that is over: rounds and seats for which a stand-in acted."""
    is_practice: bool = False
    """Whether one person plays here alone with bots."""
    bot_pace: BotPace = BotPace.PEOPLE
    waits_for_step: bool = False
    """Whether bots wait for a press of who practises."""
    board_name: str = ""
    """The short name of the board; the rules know its code."""

    @property
    def is_abandoned(self) -> bool:
        """Whether the players agreed to end the game without a winner."""
        return self.agreement.is_abandoned


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """One version of a table as one viewer knows it."""

    facts: PublicFacts
    observation: Observation
    version: int
    """The game's version, for comparisons; never shown, as it counts others' private events, too."""
    told: Told
    """The viewer's events: of the whole game, or since the requested version."""
    voice_link: str = ""
    """Where those who play here hear each other; empty for all without a seat."""

    @property
    def viewer(self) -> SeatNumber | None:
        """The seat that looks; None for a spectator."""
        return self.observation.viewer

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.facts.is_over


_values_of = attrgetter(*PublicFacts.__annotations__)


class TableObserver:
    """One version of a whole game, and what each viewer may know of it, computed on demand.

    `before` is the observer of an earlier version.
    """

    def __init__(self, table: GameTable, before: "TableObserver | None" = None) -> None:
        self.table = table
        self._facts_before = None if before is None else before.facts
        self._observer = Observer(table.state)
        self._observations: dict[SeatNumber | None, Observation] = {}
        self._told: dict[tuple[SeatNumber | None, int], Told] = {}
        self._told_more: dict[int, frozenset[SeatNumber]] = {}

    @cached_property
    def facts(self) -> PublicFacts:
        """The public facts beside the rules; the same object as before if none has changed."""
        facts, before = _public_facts(self.table), self._facts_before
        return before if before is not None and _values_of(before) == _values_of(facts) else facts

    def seen_by(self, viewer: SeatNumber | None, *, since: int = 0) -> SeenTable:
        """Return the knowledge of this seat, or a spectator; `told` begins after the version `since`."""
        observation = self._observations.get(viewer)
        if observation is None:
            observation = self._observations[viewer] = self._observer.seen_by(viewer)
        return SeenTable(
            facts=self.facts,
            observation=observation,
            version=self.table.version,
            told=self.told_to(viewer, since=since),
            voice_link="" if viewer is None else self.table.voice_link,
        )

    def told_to(self, viewer: SeatNumber | None, *, since: int) -> Told:
        """Return what this viewer has been told since this version."""
        new = self.table.log[since:]
        if since not in self._told_more:
            self._told_more[since] = seats_told(new)
        # Most are told the same as a spectator.
        reader = viewer if viewer in self._told_more[since] else None
        told = self._told.get((reader, since))
        if told is None:
            told = told_to(new, reader, game_over=self.table.is_over)
            self._told[reader, since] = told
        return told


def _public_facts(table: GameTable) -> PublicFacts:
    """Return the public facts of this table beside the rules."""
    return PublicFacts(
        game_id=table.game_id,
        code=table.code,
        name=table.name,
        pace=table.pace,
        time_up=table.time_up,
        talk=table.talk,
        is_public=table.is_public,
        guests_write=table.guests_write,
        slow_mode=table.slow_mode,
        is_ranked=table.is_ranked,
        is_over=table.is_over,
        seating=table.seating,
        occupants=table.occupants,
        started_at=table.started_at,
        deadline_at=table.deadline_at,
        paused_at=table.paused_at,
        agreement=agreement.public_agreement(table),
        has_tv=table.has_tv,
        may_extend=any(agreement.may_take_more_time(table, seat) for seat in table.undecided()),
        extended_by=table.extended_by if table.is_extended else None,
        stood_in=table.stood_in,
        is_practice=table.is_practice,
        bot_pace=table.bot_pace,
        waits_for_step=table.waits_for_step,
        board_name=table.board_name,
    )


def see_table(game_id: int, user_id: int | None) -> SeenTable:
    """Return the newest table as this person knows it. Raises Game.DoesNotExist."""
    table = load_table(game_id)
    return TableObserver(table).seen_by(table.seat_of(user_id))


def see_table_at(code: str, user_id: int | None) -> SeenTable:
    """Return the newest table at this address as this person (None: a visitor) knows it.

    Raises GameError(GAME_NOT_FOUND) if there is none that this person may watch.
    """
    table = table_of(watchable_game(code, user_id))
    return TableObserver(table).seen_by(table.seat_of(user_id))


def see_tables(seats: Iterable[Seat], user_id: int | None) -> tuple[SeenTable, ...]:
    """Return the tables of games of which all seats were just read, as this person knows them."""
    tables = load_tables(seats)
    return tuple(TableObserver(table).seen_by(table.seat_of(user_id)) for table in tables)


def see_known_table(game_id: int) -> SeenTable | None:
    """Return the table that this process last read, as a spectator knows it, without a query; or None."""
    table = cached_table(game_id)
    return None if table is None else TableObserver(table).seen_by(None)
