"""Reads of one game: its state folded from the event log, and its seats."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from django.db.models import Q

from accounts.emblems import told_apart
from games.engine import fold
from games.engine.codec import decode_event
from games.engine.events import Event, PresidencyPassed
from games.engine.vocabulary import SeatNumber
from games.models import Game, GameEvent, Seat
from games.selectors.event_rows import event_rows
from games.selectors.table_cache import cached_table, remember
from games.table import GameTable, Occupant
from games.values.actor import Actor
from games.values.bots import BotLevel, BotPace
from games.values.chat import SlowMode, TalkMode
from games.values.timing import Hold, Motion, Pace, TimeUp

# Both a discard and an enactment begin with the discarded card.
_ACTS = ("discard_chosen", "player_executed")


def load_table(game_id: int) -> GameTable:
    """Return the newest version of a game.

    Folds only the events since this process last read it. Raises Game.DoesNotExist.
    """
    known = cached_table(game_id)
    if known is None:
        # After a restart a thousand may come back, and some are first at their table: one query
        # reads the game and its seats.
        seats = _seats(game_id)
        game = seats[0].game
    else:
        seats = []
        game = Game.objects.get(pk=game_id)
    return _newest(game, known, lambda: seats or _seats(game_id), _read_events)


def table_of(game: Game) -> GameTable:
    """Return the newest version of a game whose row was just read, as load_table does."""
    return _newest(game, cached_table(game.pk), lambda: _seats(game.pk), _read_events)


def load_tables(read: Iterable[Seat]) -> list[GameTable]:
    """Return the tables of several games whose seats were just read in order, with game and people; one query at most."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in read:
        seats[seat.game_id].append(seat)
    games = {pk: at_table[0].game for pk, at_table in seats.items()}
    known = {pk: _known(game) for pk, game in games.items()}
    since = {
        pk: table.version if table else 0
        for pk, table in known.items()
        if table is None or table.version < games[pk].version
    }
    events = _events_of_many(since)

    def new_events(game_id: int, since: int, until: int) -> tuple[Event, ...]:
        return tuple(event for seq, event in events[game_id] if since < seq <= until)

    return [
        _newest(games[pk], table, partial(seats.__getitem__, pk), new_events)
        for pk, table in known.items()
    ]


def _known(game: Game) -> GameTable | None:
    table = cached_table(game.pk)
    return table if table is not None and table.started_at == game.started_at else None


def _newest(
    game: Game,
    known: GameTable | None,
    read_seats: Callable[[], list[Seat]],
    read_events: Callable[[int, int, int], tuple[Event, ...]],
) -> GameTable:
    """Return this version of a game, made of what this process knows of it and what is new; and cache it."""
    game_id = game.pk
    if known is not None and known.started_at != game.started_at:
        known = None
    if known is not None and known.version > game.version:
        # This was read just before a commit that this process already knows.
        return known
    if known is None:
        log = read_events(game_id, 0, game.version)
        state = fold(log)
    elif known.version == game.version:
        log, state = known.log, known.state
    else:
        new = read_events(game_id, known.version, game.version)
        log, state = (*known.log, *new), fold(new, known.state)
    if known is not None and known.seating == game.seating:
        occupants = known.occupants
    else:
        occupants = _occupants(read_seats(), BotLevel(game.bot_level))
    table = GameTable(
        game_id=game.pk,
        code=game.code,
        name=game.name,
        pace=Pace(game.pace),
        talk=TalkMode(game.talk),
        is_public=game.is_public,
        guests_write=game.guests_write,
        slow_mode=SlowMode(game.slow_mode),
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
        has_tv=game.has_tv,
        board_name=game.board_name,
        more_time=game.more_time,
        extended_in=game.extended_in,
        extended_by=game.extended_by,
        bot_pace=BotPace(game.bot_pace),
        voice_link=game.voice_link,
    )
    if table.is_over:
        is_told = known is not None and known.is_over
        acts = known.stood_in if known and is_told else stood_in(game_id, log)
        table = table.but(stood_in=acts)
    if known is not None and table == known:
        # The same object, so that callers see at once that nothing is new.
        return known
    remember(table)
    return table


def stood_in(game_id: int, log: Sequence[Event]) -> frozenset[tuple[int, SeatNumber]]:
    """Return the rounds and seats for which a stand-in discarded, enacted or executed; one query, or two."""
    seats = {
        row.seq: row.acting_seat
        for _game, row in event_rows([game_id], _ACTS)
        if row.actor == Actor.STAND_IN
    }
    found: set[tuple[int, SeatNumber]] = set()
    round_ = 0
    for seq, event in enumerate(log if seats else (), start=1):
        if isinstance(event, PresidencyPassed):
            round_ = event.round
        seat = seats.get(seq)
        if seat is not None:
            found.add((round_, seat))
    return frozenset(found)


def _seats(game_id: int) -> list[Seat]:
    """Return the seats in order, with game and people. Raises Game.DoesNotExist."""
    seats = Seat.objects.filter(game_id=game_id).select_related("game", "user").order_by("number")
    found = list(seats)
    if not found:
        raise Game.DoesNotExist
    return found


def _occupants(seats: list[Seat], level: BotLevel) -> tuple[Occupant, ...]:
    bots = frozenset(place for place, seat in enumerate(seats) if seat.user_id is None)
    faces = told_apart([seat.face for seat in seats], yielding=bots)
    return tuple(_occupant(seat, face, level) for seat, face in zip(seats, faces, strict=True))


def _occupant(seat: Seat, face: str, level: BotLevel) -> Occupant:
    if seat.user is None:
        return Occupant(user_id=None, name=seat.bot_name, face=face, level=level)
    # The name of a closed account depends on the reader's language, so it is not cached.
    name = "" if seat.user.closed_at else seat.shown_name
    return Occupant(
        user_id=seat.user_id,
        name=name,
        face=face,
        has_stand_in=seat.has_stand_in,
        answered_motion=seat.answered_motion,
        is_for_motion=seat.is_for_motion,
    )


def _read_events(game_id: int, since: int, until: int) -> tuple[Event, ...]:
    rows: Iterable[tuple[str, dict[str, object]]] = (
        GameEvent.objects.filter(game_id=game_id, seq__gt=since, seq__lte=until)
        .order_by("seq")
        .values_list("kind", "payload")
    )
    events = tuple(decode_event(kind, payload) for kind, payload in rows)
    if len(events) < until - since:
        # Packed: the game is over.
        whole = [decode_event(row.kind, row.payload) for _game, row in event_rows([game_id])]
        return tuple(whole[since:until])
    return events


def _events_of_many(since: Mapping[int, int]) -> Mapping[int, list[tuple[int, Event]]]:
    """Return the numbered events of each game after this number; one query."""
    found: dict[int, list[tuple[int, Event]]] = defaultdict(list)
    if not since:
        return found
    wanted = Q(*(Q(game=pk, seq__gt=seq) for pk, seq in since.items()), _connector=Q.OR)
    rows = GameEvent.objects.filter(wanted).order_by("game", "seq")
    for pk, seq, kind, payload in rows.values_list("game_id", "seq", "kind", "payload"):
        found[pk].append((seq, decode_event(kind, payload)))
    return found
