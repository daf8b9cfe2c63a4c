"""Tables without people: read from what people last did, said or opened there.

An open page does not count as presence: the person may have gone.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import ChatMessage, Game, GameEvent, Seat
from games.values.timing import DESERTED_SECONDS, Hold, Pace

MOST = 50


def deserted_games(now: datetime) -> list[int]:
    """Return running games without a limit that no seated person has visited for a day.

    All others end by their clocks.
    """
    since = now - timedelta(seconds=DESERTED_SECONDS)
    of_game = {"game": OuterRef("pk")}
    seen = Seat.objects.filter(**of_game, seen_at__gte=since, has_stand_in=False)
    said = ChatMessage.objects.filter(
        **of_game, created_at__gte=since, seat__isnull=False, user__isnull=False
    )
    done = GameEvent.objects.filter(**of_game, created_at__gte=since)
    # An outage moves the opening, so the time in which people could not come does not count.
    idle = Game.objects.running().filter(
        pace=Pace.NONE.value, hold=Hold.NONE.value, due_at=None, opened_at__lt=since
    )
    idle = idle.filter(~Exists(seen), ~Exists(said), ~Exists(done))
    return list(idle.values_list("pk", flat=True)[:MOST])


def held_without_end() -> list[int]:
    """Return running games on hold for which no clock runs."""
    held = Game.objects.running().filter(due_at=None).exclude(hold=Hold.NONE.value)
    return list(held.values_list("pk", flat=True)[:MOST])
