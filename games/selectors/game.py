"""Reading one game: its state folded from the event log, and who sits where.

Doors: load_table, cached_table, remember, forget. A GameTable holds the whole game, secrets
included: only services and live.room may have one.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from django.utils.translation import gettext_lazy as _

from games.engine import fold
from games.engine.codec import decode_event
from games.engine.decide import awaited
from games.engine.events import Event
from games.engine.observation import decision_token
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game, GameEvent, Seat
from games.values.chat import TalkMode
from games.values.timing import Hold, Motion, Pace, TimeUp

CACHED_TABLES = 512


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


_cache: OrderedDict[int, GameTable] = OrderedDict()
_cache_lock = Lock()


def cached_table(game_id: int) -> GameTable | None:
    """What this process knows of a game without asking the database; may be out of date."""
    with _cache_lock:
        table = _cache.get(game_id)
        if table is not None:
            _cache.move_to_end(game_id)
        return table


def remember(table: GameTable) -> None:
    """Keep the newest version of a table for the next reader."""
    with _cache_lock:
        known = _cache.get(table.game_id)
        if (
            known is not None
            and known.started_at == table.started_at
            and (known.version, known.seating) > (table.version, table.seating)
        ):
            return
        _cache[table.game_id] = table
        _cache.move_to_end(table.game_id)
        while len(_cache) > CACHED_TABLES:
            _cache.popitem(last=False)


def forget(game_id: int) -> None:
    """Read this game anew next time."""
    with _cache_lock:
        _cache.pop(game_id, None)


def forget_all() -> None:
    """Read every game anew next time."""
    with _cache_lock:
        _cache.clear()


def load_table(game_id: int) -> GameTable:
    """The game as the database has it now.

    Folds only the events that came since this process last looked. Raises Game.DoesNotExist.
    """
    known = cached_table(game_id)
    if known is None:
        # Of a thousand who come back after a restart some are the first at their table: the game comes
        # along with its seats.
        seats = _seats(game_id)
        game = seats[0].game
    else:
        seats = []
        game = Game.objects.get(pk=game_id)
    if known is not None and known.started_at != game.started_at:
        known = None
    if known is not None and known.version > game.version:
        # Read just before somebody else's commit, which this process already knows.
        return known
    if known is None:
        log = _events(game_id, since=0, until=game.version)
        state = fold(log)
    elif known.version == game.version:
        log, state = known.log, known.state
    else:
        new = _events(game_id, since=known.version, until=game.version)
        log, state = (*known.log, *new), fold(new, known.state)
    if known is not None and known.seating == game.seating:
        occupants = known.occupants
    else:
        occupants = tuple(_occupant(seat) for seat in seats or _seats(game_id))
    table = GameTable(
        game_id=game.pk,
        code=game.code,
        name=game.name,
        pace=game.pace,
        talk=TalkMode(game.talk),
        is_ranked=game.is_ranked,
        status=game.status,
        version=game.version,
        seating=game.seating,
        state=state,
        log=log,
        occupants=occupants,
        started_at=game.started_at,
        deadline_at=game.deadline_at,
        due_at=game.due_at,
        opened_at=game.opened_at,
        time_up=TimeUp(game.time_up),
        hold=Hold(game.hold),
        paused_at=game.paused_at,
        motion=Motion(game.motion),
        motion_number=game.motion_number,
        declined_in=game.declined_in,
    )
    if known is not None and table == known:
        # The very same, so that whoever has it sees at once that nothing is new.
        return known
    remember(table)
    return table


def _seats(game_id: int) -> list[Seat]:
    """The seats in their order, with game and people. Raises Game.DoesNotExist."""
    seats = Seat.objects.filter(game_id=game_id).select_related("game", "user").order_by("number")
    found = list(seats)
    if not found:
        raise Game.DoesNotExist
    return found


def _occupant(seat: Seat) -> Occupant:
    if seat.user is None:
        return Occupant(user_id=None, name=seat.bot_name)
    # The name of a closed account depends on the reader's language, so it is not kept here.
    name = "" if seat.user.closed_at else seat.shown_name
    return Occupant(
        user_id=seat.user_id,
        name=name,
        has_stand_in=seat.has_stand_in,
        answered_motion=seat.answered_motion,
        is_for_motion=seat.is_for_motion,
    )


def _events(game_id: int, *, since: int, until: int) -> tuple[Event, ...]:
    rows: Iterable[tuple[str, dict[str, object]]] = (
        GameEvent.objects.filter(game_id=game_id, seq__gt=since, seq__lte=until)
        .order_by("seq")
        .values_list("kind", "payload")
    )
    return tuple(decode_event(kind, payload) for kind, payload in rows)
