"""A game at one version, as a process of the site knows it: GameTable, and who sits where, Occupant.

A GameTable holds the whole game, secrets included. Only services, selectors and live.room have one; pages and
sockets are given a SeenTable (selectors.seen_table).
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.engine.decide import awaited
from games.engine.events import Event
from games.engine.observation import decision_token
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game
from games.values.chat import TalkMode
from games.values.timing import Hold, Motion, TimeUp


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """Who sits in a seat: a person (with a user id) or a bot."""

    user_id: int | None
    name: str
    """Empty for a closed account; read `shown_name`."""
    has_stand_in: bool = False
    answered_motion: int = 0
    is_for_motion: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether this seat never was a person's."""
        return self.user_id is None

    @property
    def shown_name(self) -> str:
        """The name in the language that is active now."""
        return self.name or str(_("deleted player"))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTable:
    """A game as this process knows it, at one version; never changed, only replaced."""

    game_id: int
    code: str
    name: str
    pace: str
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
    opened_at: datetime | None = None
    """Since when the decision has been open."""
    time_up: TimeUp = TimeUp.STAND_IN
    hold: Hold = Hold.NONE
    paused_at: datetime | None = None
    motion: Motion = Motion.NONE
    motion_number: int = 0
    declined_in: str = ""

    def seat_of(self, user_id: int | None) -> SeatNumber | None:
        """Where this person sits, or None."""
        if user_id is None:
            return None
        for seat, occupant in enumerate(self.occupants):
            if occupant.user_id == user_id:
                return seat
        return None

    @property
    def decision(self) -> str:
        """Names the decision the table waits for."""
        return decision_token(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase is Phase.GAME_OVER

    @property
    def is_abandoned(self) -> bool:
        """Whether everybody agreed to end the game where it stands."""
        return self.status == Game.Status.ABANDONED

    def plays_itself(self, seat: SeatNumber) -> bool:
        """Whether a bot decides for this seat: its own, or a stand-in."""
        return self.occupants[seat].is_bot or self.occupants[seat].has_stand_in

    def undecided(self) -> tuple[SeatNumber, ...]:
        """Seats the table waits for; none once the game is abandoned."""
        return () if self.is_abandoned else awaited(self.state)
