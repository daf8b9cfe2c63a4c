"""Finished public games in which everybody agrees that riddles are made of them, and what riddles come from.

Only games that are over are read: nothing in them is secret any more.
"""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.engine.events import Event
from games.engine.vocabulary import Channel
from games.models import Game, Seat
from games.selectors.chat import claims_of, said_at
from games.selectors.game import load_table
from games.values.chat import ClaimValue


def agreed_games() -> QuerySet[Game]:
    """Return the finished public games with people in them who all agree now.

    A guest, a closed account or one that is to be closed, and whoever hides the list of games do not agree.
    Bots are asked for nothing.
    """
    willing = User.objects.filter(
        is_guest=False,
        closed_at=None,
        closes_at=None,
        preferences__gives_riddles=True,
        preferences__shows_games=True,
    )
    people = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    return (
        Game.objects.public()
        .filter(Exists(people), status=Game.Status.FINISHED)
        .exclude(Exists(people.exclude(user__in=willing)))
    )


def newest_agreed_game(*, since: datetime, besides: QuerySet[Any, Any]) -> int | None:
    """Return the agreed game that ended last, not before `since` and none with a key among `besides`; None without one."""
    found = agreed_games().filter(result__ended_at__gte=since).exclude(pk__in=besides)
    return found.order_by("-result__ended_at", "-pk").values_list("pk", flat=True).first()


def read_finished(game_id: int) -> tuple[tuple[Event, ...], tuple[tuple[int, ClaimValue], ...]]:
    """Return the log of a game that is over, and each claim made at its table with the number of events before it.

    Claims of stand-ins are left out.

    Raises Game.DoesNotExist for one that is not over.
    """
    if not Game.objects.filter(pk=game_id, status=Game.Status.FINISHED).exists():
        raise Game.DoesNotExist
    made = set(claims_of(game_id))
    claims = tuple(
        (line.version, line.claim)
        for line in said_at(game_id)
        if line.channel is Channel.TABLE and line.claim in made
    )
    return load_table(game_id).log, claims
