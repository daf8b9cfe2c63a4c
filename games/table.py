"""A game at one version, as a process of the site knows it: GameTable, and who sits where, Occupant.

A GameTable holds the whole game, secrets included: only services, selectors and live.room may have one.
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
from games.values.timing import Hold, Motion, Pace, TimeUp


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

    @property
    def has_open_motion(self) -> bool:
        """Whether the people at the table are being asked for something that they can still agree on."""
        if self.motion in (Motion.PAUSE, Motion.ABANDON) and not self.has_quorum:
            return False
        return self.motion is not Motion.NONE and not self.declined_in

    def plays_itself(self, seat: SeatNumber) -> bool:
        """Whether a bot decides for this seat: its own, or a stand-in."""
        return self.occupants[seat].is_bot or self.occupants[seat].has_stand_in

    def voters(self) -> tuple[SeatNumber, ...]:
        """Seats whose people decide together: living, played by themselves, their time not up."""
        absent = self.undecided() if self.hold in (Hold.WAITING, Hold.VOTING) else ()
        return tuple(
            seat
            for seat in self.state.living
            if not self.plays_itself(seat) and seat not in absent
        )

    def agreeing(self) -> tuple[SeatNumber, ...]:
        """Voters who are for the open motion."""
        return tuple(seat for seat in self.voters() if self.answer_of(seat))

    def answer_of(self, seat: SeatNumber) -> bool | None:
        """What this seat says to the motion; None as long as it has said nothing."""
        occupant = self.occupants[seat]
        if self.motion is Motion.NONE or occupant.answered_motion != self.motion_number:
            return None
        return occupant.is_for_motion

    @property
    def has_quorum(self) -> bool:
        """Whether those who are asked now may pause or abandon the game; it changes with who is there.

        Without rating whoever is there may. A ranked game is stopped by everybody who sat down
        and was not executed, or not at all: whoever left, or ran out of time, has not agreed.
        So no few can take a result from the others, however they came to be few.
        """
        return not self.is_ranked or self.voters() == self.state.living

    def motions(self) -> frozenset[Motion]:
        """What the people of this table may be asked for now."""
        if self.is_over or self.is_abandoned or self.hold is Hold.VOTING or self.has_open_motion:
            return frozenset()
        possible: set[Motion] = set()
        if self.has_quorum and self.declined_in != self.decision:
            possible.add(Motion.ABANDON)
            if self.hold is Hold.NONE:
                possible.add(Motion.PAUSE)
        # Also once more after a refusal: whoever refused may be gone by now.
        has_no_limit = self.hold is Hold.NONE and Pace(self.pace) is Pace.NONE
        if self.hold is Hold.WAITING or has_no_limit:
            possible.add(Motion.STAND_IN)
        return frozenset(possible)

    def awaited_without_limit(self) -> tuple[SeatNumber, ...]:
        """People this table without a limit waits for."""
        if Pace(self.pace) is not Pace.NONE:
            return ()
        return tuple(seat for seat in self.undecided() if not self.plays_itself(seat))

    def may_ask_for_stand_in(self, seat: SeatNumber | None) -> bool:
        """Whether somebody may ask it; the executed only where nobody living waits for others."""
        if seat is None or self.plays_itself(seat):
            return False
        if seat in self.voters():
            return True
        return not self.state.alive[seat] and set(self.voters()) <= set(self.undecided())

    def undecided(self) -> tuple[SeatNumber, ...]:
        """Seats the table waits for; none once the game is abandoned."""
        return () if self.is_abandoned else awaited(self.state)
