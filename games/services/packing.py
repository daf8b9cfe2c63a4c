"""The only writer of packed logs: packs the event logs of games that ended long ago, and undoes it.

Each game in a transaction of its own, so that a stop or a kill leaves every log whole, in one form or the other.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.models import Game, GameEvent, PackedLog
from games.services.setbacks import Setbacks
from games.values.packed_log import LogRow, pack, unpack

_broken: Setbacks[int] = Setbacks(
    logging.getLogger(__name__), "The event log of game %s could not be packed"
)

A_MINUTE = 10
"""Games in one minute of the clock, for which every table waits; `manage.py pack_games` packs any number."""


def pack_some(now: datetime) -> None:
    """Pack a few of the games that are due, as the clock does every minute."""
    pack_old_games(now, A_MINUTE)


def pack_old_games(now: datetime, most: int | None = None) -> int:
    """Pack the logs of games that ended so long ago that few people look at them; return how many.

    `most`: so many at one time, those that ended first. A log that cannot be packed is
    reported, and is not in the way of the others.
    """
    before = now - timedelta(days=settings.PACK_GAMES_AFTER_DAYS)
    old = Game.objects.filter(is_packed=False, finished_at__lt=before).order_by("finished_at")
    old = old.exclude(pk__in=_broken.waiting(now))
    packed = 0
    for game_id in list(old.values_list("pk", flat=True)[:most]):
        with _broken.guarding(game_id, now):
            packed += pack_game(game_id)
    return packed


def unpack_games(most: int | None = None) -> int:
    """Give games their single rows back; return how many."""
    games = list(PackedLog.objects.order_by("pk").values_list("pk", flat=True)[:most])
    return sum(unpack_game(game_id) for game_id in games)


@transaction.atomic
def pack_game(game_id: int) -> bool:
    """Pack the log of a finished game; return whether it was not packed yet."""
    if not _mark(game_id, is_packed=True):
        return False
    rows = GameEvent.objects.filter(game_id=game_id).order_by("seq")
    log = [LogRow(*row) for row in rows.values_list(*LogRow._fields)]
    # A game that was given up before its deal was written has no log.
    if log:
        PackedLog.objects.create(game_id=game_id, events=pack(log))
        # Nothing points to these rows, so they need no look at each.
        rows.order_by()._raw_delete(rows.db)  # noqa: SLF001
    return True


@transaction.atomic
def unpack_game(game_id: int) -> bool:
    """Give a game its single rows back; return whether it was packed."""
    if not _mark(game_id, is_packed=False):
        return False
    packed = PackedLog.objects.filter(game_id=game_id)
    for events in packed.values_list("events", flat=True):
        GameEvent.objects.bulk_create(
            (GameEvent(game_id=game_id, **row._asdict()) for row in unpack(bytes(events))),
            batch_size=500,
        )
    packed.delete()
    return True


def _mark(game_id: int, *, is_packed: bool) -> bool:
    """Mark a finished game; return whether that changes it. Of two processes at once one does."""
    other = Game.objects.filter(pk=game_id, is_packed=not is_packed, finished_at__isnull=False)
    return bool(other.update(is_packed=is_packed))
