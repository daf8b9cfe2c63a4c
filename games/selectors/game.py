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

from games.chat_values import TalkMode
from games.engine import fold
from games.engine.codec import decode_event
from games.engine.events import Event
from games.engine.observation import decision_token
from games.engine.state import GameState
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game, GameEvent, Seat

CACHED_TABLES = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """Who sits in a seat: a person (with a user id) or a bot."""

    user_id: int | None
    name: str
    """Empty for a closed account; read `shown_name`."""
    has_stand_in: bool = False

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

    def undecided(self) -> tuple[SeatNumber, ...]:
        """Seats the table waits for: in a vote those without a ballot."""
        state = self.state
        if state.phase is Phase.GAME_OVER:
            return ()
        if state.phase is Phase.VOTE:
            return tuple(seat for seat in state.living if not state.voted[seat])
        if state.phase is Phase.CHANCELLOR_ENACT and state.chancellor is not None:
            return (state.chancellor,)
        return (state.president,)


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
    game = Game.objects.get(pk=game_id)
    known = cached_table(game_id)
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
        occupants = _occupants(game_id)
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
    )
    if known is not None and table == known:
        # The very same, so that whoever has it sees at once that nothing is new.
        return known
    remember(table)
    return table


def _occupants(game_id: int) -> tuple[Occupant, ...]:
    seats = Seat.objects.filter(game_id=game_id).select_related("user").order_by("number")
    return tuple(_occupant(seat) for seat in seats)


def _occupant(seat: Seat) -> Occupant:
    if seat.user is None:
        return Occupant(user_id=None, name=seat.bot_name)
    # The name of a closed account depends on the reader's language, so it is not kept here.
    name = "" if seat.user.closed_at else seat.user.display_name
    return Occupant(user_id=seat.user_id, name=name, has_stand_in=seat.has_stand_in)


def _events(game_id: int, *, since: int, until: int) -> tuple[Event, ...]:
    rows: Iterable[tuple[str, dict[str, object]]] = (
        GameEvent.objects.filter(game_id=game_id, seq__gt=since, seq__lte=until)
        .order_by("seq")
        .values_list("kind", "payload")
    )
    return tuple(decode_event(kind, payload) for kind, payload in rows)
