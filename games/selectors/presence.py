"""Tables at which no person is present: read from what people last did, said or opened there.

An open page does not count as presence: the person may have gone.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import ChatMessage, Game, GameEvent, Seat
from games.values.timing import DESERTED_SECONDS, Hold, Pace

MOST = 50


def deserted_games(now: datetime) -> list[int]:
    """Running games without a limit at which nobody with a seat has been for a day.

    All others end by their clocks.
    """
    since = now - timedelta(seconds=DESERTED_SECONDS)
    of_game = {"game": OuterRef("pk")}
    seen = Seat.objects.filter(**of_game, seen_at__gte=since, has_stand_in=False)
    said = ChatMessage.objects.filter(**of_game, created_at__gte=since, seat__isnull=False)
    done = GameEvent.objects.filter(**of_game, created_at__gte=since)
    # The opening moves along with outages of the site, in which nobody could come.
    idle = Game.objects.running().filter(
        pace=Pace.NONE.value, hold=Hold.NONE.value, due_at=None, opened_at__lt=since
    )
    idle = idle.filter(~Exists(seen), ~Exists(said), ~Exists(done))
    return list(idle.values_list("pk", flat=True)[:MOST])


def held_without_end() -> list[int]:
    """Running games that are held, and for which no clock runs."""
    held = Game.objects.running().filter(due_at=None).exclude(hold=Hold.NONE.value)
    return list(held.values_list("pk", flat=True)[:MOST])
