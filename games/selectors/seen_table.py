"""A table as one viewer may know it: what pages and sockets are made of.

Here a whole game becomes what one viewer knows; from a SeenTable no way leads back to it.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from games import agreement
from games.engine import observe
from games.engine.events import Told, told_to
from games.engine.observation import Observation
from games.engine.vocabulary import SeatNumber
from games.selectors.game import load_table
from games.selectors.table_cache import cached_table
from games.table import GameTable, Occupant
from games.values.agreement import Agreement
from games.values.chat import TalkMode
from games.values.timing import Pace, TimeUp


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PublicFacts:
    """What everybody may know of a table that is not the engine's; one object for each version of it."""

    game_id: int
    code: str
    name: str
    pace: Pace
    time_up: TimeUp
    talk: TalkMode
    is_ranked: bool
    is_over: bool
    seating: int
    occupants: tuple[Occupant, ...]
    started_at: datetime
    deadline_at: datetime | None
    paused_at: datetime | None
    agreement: Agreement

    @property
    def is_abandoned(self) -> bool:
        """Whether everybody agreed to end the game where it stands."""
        return self.agreement.is_abandoned


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """One version of a table as one viewer knows it."""

    facts: PublicFacts
    observation: Observation
    version: int
    """How far the game is, for comparing; never shown, for it counts what is told to others too."""
    told: Told
    """What this viewer has been told: of the whole game, or since the version that was asked for."""

    @property
    def viewer(self) -> SeatNumber | None:
        """The seat that looks; None for a spectator."""
        return self.observation.viewer

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.facts.is_over


class TableObserver:
    """One version of a whole game, and what each viewer may know of it; worked out when asked for."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self._observations: dict[SeatNumber | None, Observation] = {}

    @cached_property
    def facts(self) -> PublicFacts:
        """What everybody may know beside the rules."""
        return _public_facts(self.table)

    def seen_by(self, viewer: SeatNumber | None, *, since: int = 0) -> SeenTable:
        """What this seat, or a spectator, knows; told is what happened after this version."""
        observation = self._observations.get(viewer)
        if observation is None:
            observation = self._observations[viewer] = observe(self.table.state, viewer)
        return SeenTable(
            facts=self.facts,
            observation=observation,
            version=self.table.version,
            told=self.told_to(viewer, since=since),
        )

    def told_to(self, viewer: SeatNumber | None, *, since: int) -> Told:
        """What this viewer has been told since this version."""
        return told_to(self.table.log[since:], viewer, game_over=self.table.is_over)


def _public_facts(table: GameTable) -> PublicFacts:
    """What everybody may know of this table beside the rules."""
    return PublicFacts(
        game_id=table.game_id,
        code=table.code,
        name=table.name,
        pace=Pace(table.pace),
        time_up=table.time_up,
        talk=table.talk,
        is_ranked=table.is_ranked,
        is_over=table.is_over,
        seating=table.seating,
        occupants=table.occupants,
        started_at=table.started_at,
        deadline_at=table.deadline_at,
        paused_at=table.paused_at,
        agreement=agreement.public_agreement(table),
    )


def see_table(game_id: int, user_id: int | None) -> SeenTable:
    """The newest table as this person knows it. Raises Game.DoesNotExist."""
    table = load_table(game_id)
    return TableObserver(table).seen_by(table.seat_of(user_id))


def see_known_table(game_id: int) -> SeenTable | None:
    """What a spectator knows of the table this process has read last, without asking the database."""
    table = cached_table(game_id)
    return None if table is None else TableObserver(table).seen_by(None)
