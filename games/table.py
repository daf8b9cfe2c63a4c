"""A whole game at one version, in this process: GameTable, and who sits where, Occupant.

A GameTable includes the secrets. Only services, selectors and live.room have one; pages and
sockets get a SeenTable (selectors.seen_table).
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.engine.copies import Copyable
from games.engine.decide import awaited
from games.engine.events import Event
from games.engine.observation import decision_token
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game
from games.values.bots import BotLevel, BotPace
from games.values.chat import SlowMode, TalkMode
from games.values.timing import Hold, Motion, Pace, TimeUp


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """The player of a seat: a person (with a user id) or a bot."""

    user_id: int | None
    name: str
    """Empty for a closed account; read `shown_name` instead."""
    face: str = ""
    level: BotLevel = BotLevel.REGULAR
    """How well a bot plays here; a stand-in plays as a regular one."""
    has_stand_in: bool = False
    answered_motion: int = 0
    is_for_motion: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether a bot has had this seat from the start."""
        return self.user_id is None

    @property
    def shown_name(self) -> str:
        """Return the name in the active language."""
        return self.name or str(_("deleted player"))


@dataclass(frozen=True, kw_only=True)
class GameTable(Copyable):
    """A game at one version; never changed, only replaced."""

    game_id: int
    code: str
    name: str
    pace: Pace
    is_ranked: bool
    status: str
    version: int
    seating: int
    state: GameState
    log: tuple[Event, ...]
    occupants: tuple[Occupant, ...]
    started_at: datetime
    deadline_at: datetime | None
    due_at: datetime | None
    talk: TalkMode = TalkMode.FREE
    is_public: bool = False
    guests_write: bool = False
    """The host's choice; see mode_for."""
    slow_mode: SlowMode = SlowMode.OFF
    opened_at: datetime | None = None
    """When the decision opened."""
    time_up: TimeUp = TimeUp.STAND_IN
    hold: Hold = Hold.NONE
    paused_at: datetime | None = None
    motion: Motion = Motion.NONE
    motion_number: int = 0
    declined_in: str = ""
    has_tv: bool = False
    """Whether a TV shows it: then its players probably sit in one room."""
    more_time: bool = False
    """Whether whoever decides may take more time."""
    extended_in: str = ""
    """The decision for which somebody took it."""
    extended_by: SeatNumber | None = None
    stood_in: frozenset[tuple[int, SeatNumber]] = frozenset()
    """Of a game that is over: rounds and seats for which a stand-in discarded, enacted or executed."""
    bot_pace: BotPace = BotPace.PEOPLE
    board_name: str = ""
    """The short name of its board; the rules know its code."""
    voice_link: str = ""
    """Where its players hear each other; only they are shown it."""

    def seat_of(self, user_id: int | None) -> SeatNumber | None:
        """Return this person's seat, or None."""
        if user_id is None:
            return None
        for seat, occupant in enumerate(self.occupants):
            if occupant.user_id == user_id:
                return seat
        return None

    @property
    def decision(self) -> str:
        """The token of the open decision."""
        return decision_token(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase is Phase.GAME_OVER

    @property
    def is_abandoned(self) -> bool:
        """Whether the players agreed to end the game without a winner."""
        return self.status == Game.Status.ABANDONED

    def plays_itself(self, seat: SeatNumber) -> bool:
        """Whether a bot decides for this seat: its own, or a stand-in."""
        return self.occupants[seat].is_bot or self.occupants[seat].has_stand_in

    @property
    def has_bots_or_stand_ins(self) -> bool:
        """Whether a bot or a stand-in sits here now."""
        return any(self.plays_itself(seat) for seat in range(len(self.occupants)))

    @property
    def is_extended(self) -> bool:
        """Whether somebody took more time for the open decision."""
        return self.extended_in == self.decision

    @property
    def is_practice(self) -> bool:
        """Whether one person plays here alone with bots, where nothing is at stake."""
        people = sum(not each.is_bot for each in self.occupants)
        has_stakes = self.is_public or self.is_ranked or self.pace != Pace.NONE
        return people == 1 and len(self.occupants) > 1 and not has_stakes

    @property
    def waits_for_step(self) -> bool:
        """Whether bots stand still until the person who practises wants to see their next step."""
        if self.bot_pace is not BotPace.STEPS or self.due_at is not None:
            return False
        waiting = self.undecided()
        is_watched = any(not self.plays_itself(seat) for seat in range(len(self.occupants)))
        return is_watched and bool(waiting) and all(self.plays_itself(seat) for seat in waiting)

    def undecided(self) -> tuple[SeatNumber, ...]:
        """Return the seats the table waits for; none in an abandoned game."""
        return () if self.is_abandoned else awaited(self.state)
