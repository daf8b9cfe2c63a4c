"""Reads of the home page: one's own running games, the open tables, and games that one may watch."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.engine.codec import EVENT_KINDS, decode_event
from games.engine.events import PolicyEnacted
from games.engine.vocabulary import Party
from games.models import Game, GameEvent, Seat
from games.selectors.open_tables import open_lobbies
from games.selectors.seen_table import SeenTable, see_tables
from games.selectors.watching import watching
from games.signals import asked_for_nights
from games.values.coming_night import ComingNight
from games.values.lobby import MOST_WATCHED, HomeSnapshot, WatchEntry

Facts = TypeVar("Facts")

_POLICY_ENACTED = next(kind for kind, each in EVENT_KINDS.items() if each is PolicyEnacted)
# Who plays somewhere is offered other games in place of the own ones.
MOST_READ = 2 * MOST_WATCHED
# Of more games than that, the oldest are not counted.
MOST_COUNTED = 200


def see_own_tables(user_id: int) -> tuple[SeenTable, ...]:
    """Return the running games that this person has a seat in, each as this person knows it."""
    games = Game.objects.running().filter(seats__user_id=user_id)
    return see_tables(games.order_by("deadline_at", "pk"), user_id)


def read_home() -> HomeSnapshot:
    """Return what everybody's home page is made of."""
    return HomeSnapshot(
        open_lobbies=open_lobbies(),
        games=games_to_watch(),
        nights=_nights_tonight(timezone.now()),
    )


def read_home_lately() -> HomeSnapshot:
    """Return the same as it was a moment ago: the page's socket brings what has changed."""
    return lately("lists", read_home)


def lately(name: str, read: Callable[[], Facts], *, times: int = 1) -> Facts:
    """Return public facts as somebody's home page showed them at most HOME_KEPT_SECONDS ago, or read them.

    What no socket brings, and hardly changes, is kept for so many times as long.
    What depends on who looks never goes in here.
    """
    seconds = settings.HOME_KEPT_SECONDS
    if not seconds:
        return read()
    return cast("Facts", cache.get_or_set(f"home-{name}", read, seconds * times))


def _nights_tonight(now: datetime) -> tuple[ComingNight, ...]:
    """Return the game nights of this evening; the wing of nights knows."""
    answers = cast(
        "Sequence[tuple[object, tuple[ComingNight, ...]]]",
        asked_for_nights.send(sender=None, now=now),
    )
    return tuple(night for _receiver, nights in answers for night in nights)


def games_to_watch() -> tuple[WatchEntry, ...]:
    """Return public running games: first those that most people watch."""
    games = Game.objects.running().public()
    newest = dict(games.order_by("-started_at").values_list("pk", "started_at")[:MOST_COUNTED])
    counts = watching(newest)
    order = sorted(newest, key=lambda pk: (counts.get(pk, 0), newest[pk]), reverse=True)
    shown: dict[int, list[Seat]] = {pk: [] for pk in order[:MOST_READ]}
    # A game is read with its seats.
    rows = Seat.objects.filter(game__in=shown).select_related("game", "user").order_by("number")
    for seat in rows if shown else ():
        shown[seat.game_id].append(seat)
    policies = enacted_policies(shown)
    return tuple(
        _entry(seats, counts.get(pk, 0), policies[pk]) for pk, seats in shown.items() if seats
    )


def _entry(seats: Sequence[Seat], watching: int, policies: Sequence[Party]) -> WatchEntry:
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
        policies=tuple(policies),
        players=frozenset(seat.user_id for seat in seats if seat.user_id is not None),
    )


def enacted_policies(game_ids: Collection[int]) -> Mapping[int, list[Party]]:
    """Return the parties of each game's enacted policies in order; one query."""
    found: dict[int, list[Party]] = defaultdict(list)
    if not game_ids:
        return found
    events = GameEvent.objects.filter(game__in=game_ids, kind=_POLICY_ENACTED)
    rows = events.order_by("game", "seq").values_list("game_id", "payload")
    for game_id, payload in rows:
        event = decode_event(_POLICY_ENACTED, payload)
        assert isinstance(event, PolicyEnacted)
        found[game_id].append(event.policy.party)
    return found
