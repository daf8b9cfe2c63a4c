"""Public games as the first page tells of them: those one may watch, and the last that ended; two queries for both.

Of a running game only what anybody reads at its table: its seats and its enacted policies.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, Subquery

from games.engine.codec import EVENT_KINDS, decode_event
from games.engine.events import Event, GameStarted, PolicyEnacted
from games.engine.ruleset import ruleset_of
from games.engine.vocabulary import Party
from games.models import Game, GameEvent, Seat
from games.selectors.event_rows import event_rows
from games.selectors.here_now import count_playing
from games.selectors.recent_games import (
    COURSE_KINDS,
    Course,
    last_ended,
    policies_at_start,
    tell_ended,
)
from games.selectors.watching import watching
from games.values.lobby import MOST_WATCHED, WatchEntry
from games.values.player import RecentGame

_OF_POLICIES = tuple(
    kind for kind, each in EVENT_KINDS.items() if each in {GameStarted, PolicyEnacted}
)
# Who plays somewhere is offered other games in place of the own ones.
MOST_READ = 2 * MOST_WATCHED
# Of more games than that, the oldest are not counted.
MOST_COUNTED = 200
_TOLD = (
    "number", "game_id", "name", "bot_name", "emblem", "game__code", "game__name", "game__pace", "game__round",
    "game__is_ranked", "game__started_at", "game__status", "user__username", "user__guest_name", "user__is_guest",
    "user__emblem", "user__closed_at", "user__preferences__shows_games", "game__result__kind", "game__result__size",
    "game__result__winner", "game__result__victory", "game__result__ended_at", "game__result__seconds",
    "game__result__rounds",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGames:
    """What anybody may watch now, or watch again."""

    running: tuple[WatchEntry, ...]
    """First those that most people watch."""
    ended: tuple[RecentGame, ...]
    """The newest first."""
    playing: int
    """How many people play at public tables just now."""


def read_public_games(now: datetime, *, ended: int) -> PublicGames:
    """Return the running games, and so many that have ended; two queries, however many there are."""
    seats: dict[Game, list[Seat]] = defaultdict(list)
    playing = 0
    for seat in _seats(ended).annotate(playing=Subquery(count_playing(now))):
        seats[seat.game].append(seat)
        playing = seat.playing
    running = {game.pk: game for game in seats if game.status == Game.Status.RUNNING}
    counts = watching(running)
    first = sorted(
        running.values(),
        key=lambda game: (counts.get(game.pk, 0), game.started_at),
        reverse=True,
    )[:MOST_READ]
    over = [game for game in seats if game.pk not in running]
    events = _events([game.pk for game in first], [game.pk for game in over])
    over.sort(key=lambda game: (game.result.ended_at, game.pk), reverse=True)
    return PublicGames(
        running=tuple(
            _entry(seats[game], counts.get(game.pk, 0), events[game.pk]) for game in first
        ),
        ended=tuple(_ended(game, seats[game], events[game.pk]) for game in over),
        playing=playing,
    )


def enacted_policies(game_ids: Collection[int]) -> Mapping[int, list[Party]]:
    """Return the parties of each game's enacted policies in order; one query."""
    return {pk: _parties(events) for pk, events in _events(game_ids, ()).items()}


def _seats(ended: int) -> QuerySet[Seat]:
    """Return the seats of the newest running games, and of the last that have ended, with all that is told of them."""
    newest = Game.objects.running().public().order_by("-started_at")[:MOST_COUNTED]
    games = Game.objects.filter(pk__in=newest.values("pk")).order_by().values("pk")
    if ended:
        last = Game.objects.filter(pk__in=last_ended(ended).values("pk")).order_by()
        games = games.union(last.values("pk"), all=True)
    return (
        Seat.objects.filter(game__in=games)
        .select_related("game__result", "user__preferences")
        .only(*_TOLD)
        .order_by("number")
    )


def _events(running: Collection[int], ended: Collection[int]) -> Mapping[int, list[Event]]:
    """Return the start and the enacted policies of running games, and the course of those that have ended; one query, two more if a log is packed."""
    found: dict[int, list[Event]] = defaultdict(list)
    if not running and not ended:
        return found
    wanted = Q(game__in=running, kind__in=_OF_POLICIES) | Q(game__in=ended, kind__in=COURSE_KINDS)
    rows = GameEvent.objects.filter(wanted).order_by("game", "seq")
    for game_id, kind, payload in rows.values_list("game_id", "kind", "payload"):
        found[game_id].append(decode_event(kind, payload))
    packed = [game_id for game_id in ended if game_id not in found]
    for game_id, row in event_rows(packed, COURSE_KINDS) if packed else ():
        found[game_id].append(decode_event(row.kind, row.payload))
    return found


def _entry(seats: Sequence[Seat], watching: int, events: Iterable[Event]) -> WatchEntry:
    game = seats[0].game
    return WatchEntry(
        game_id=game.pk,
        code=game.code,
        name=game.name,
        round=game.round,
        pace=game.pace,
        is_ranked=game.is_ranked,
        faces=tuple(seat.face for seat in seats),
        watching=watching,
        policies=tuple(_parties(events)),
        players=frozenset(seat.user_id for seat in seats if seat.user_id is not None),
    )


def _parties(events: Iterable[Event]) -> list[Party]:
    parties: list[Party] = []
    for event in events:
        if isinstance(event, GameStarted):
            parties += policies_at_start(ruleset_of(event.players, event.edition, event.board))
        elif isinstance(event, PolicyEnacted):
            parties.append(event.policy.party)
    return parties


def _ended(game: Game, seats: Sequence[Seat], events: Iterable[Event]) -> RecentGame:
    course = Course()
    for event in events:
        course.follow(event)
    return tell_ended(game.result, seats, course)
