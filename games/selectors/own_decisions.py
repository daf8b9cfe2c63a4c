"""Reads of what one person decided in a game, for practice."""

from django.db import models

from games.models import GameEvent
from games.values.actor import Actor


def last_decision_of(game_id: int, user_id: int) -> int | None:
    """Return the number of the first event of this person's last decision; None before the first.

    A decision that was copied from an earlier game counts like any other.
    """
    own = GameEvent.objects.filter(
        game_id=game_id,
        game__seats__user_id=user_id,
        acting_seat=models.F("game__seats__number"),
        actor=Actor.PERSON,
        action_key__isnull=False,
    )
    return own.order_by("-seq").values_list("seq", flat=True).first()
