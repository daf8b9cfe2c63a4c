"""After an outage all deadlines move by its length, as people could not play meanwhile.

All clocks of the site update one row, the time of the last sweep. The clock that finds it older
than a few seconds replaces it and moves the deadlines in the same transaction: once, however many
clocks there are.
"""

import logging
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from games.models import ClockBeat, Game, Lobby
from games.models.game import GameQuerySet
from games.transport.broadcast import announce_game, announce_lobby

logger = logging.getLogger(__name__)

BEAT = 1
# How often a running clock writes; several of them take turns.
BEAT_EVERY = timedelta(seconds=2)
# Longer than any sweep, and longer than a clock waits after a failed one.
OUTAGE_FROM = timedelta(seconds=10)


def move_deadlines(now: datetime) -> timedelta | None:
    """Note that a clock is running; after an outage move the deadlines and return by how much."""
    beat_at = ClockBeat.objects.filter(pk=BEAT).values_list("beat_at", flat=True).first()
    if beat_at is None:
        try:
            with transaction.atomic():
                ClockBeat.objects.create(pk=BEAT, beat_at=now)
        except IntegrityError:
            logger.debug("Another clock wrote the first beat")
        return None
    outage = now - beat_at
    # A beat far in the future comes from a wrong clock; it must not hide outages for long.
    if -OUTAGE_FROM < outage < BEAT_EVERY:
        return None
    with transaction.atomic():
        is_ours = ClockBeat.objects.filter(pk=BEAT, beat_at=beat_at).update(beat_at=now)
        if not is_ours or outage < OUTAGE_FROM:
            return None
        _move_games(beat_at, outage)
        _move_ready_checks(outage)
    logger.info("No clock ran for %d seconds: deadlines moved", outage.total_seconds())
    return outage


def _move_games(beat_at: datetime, outage: timedelta) -> None:
    """Move open decisions; one opened since moves by the time in which no clock watched it."""
    running = Game.objects.running().filter(paused_at=None)
    now = beat_at + outage
    # Read first: after the move the two groups look alike.
    since = list(
        running.filter(opened_at__gt=beat_at, opened_at__lt=now).values_list("pk", "opened_at")
    )
    _move(running.exclude(opened_at__gt=beat_at), outage)
    for game_id, opened_at in since:
        if opened_at is not None:
            _move(running.filter(pk=game_id, opened_at=opened_at), now - opened_at)
    for game_id, version in running.values_list("pk", "version"):
        announce_game(game_id, version, reseated=True)


def _move(games: GameQuerySet, by: timedelta) -> None:
    # The seating number tells every process that its cached table is out of date.
    games.update(
        seating=F("seating") + 1,
        opened_at=F("opened_at") + by,
        deadline_at=F("deadline_at") + by,
        due_at=F("due_at") + by,
    )


def _move_ready_checks(outage: timedelta) -> None:
    checks = Lobby.objects.open().exclude(check_ends_at=None)
    checks.update(check_ends_at=F("check_ends_at") + outage)
    for lobby_id in checks.values_list("pk", flat=True):
        announce_lobby(lobby_id)
