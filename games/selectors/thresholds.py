"""Which threshold of a growing board is in force, asked inside a query (statistics.thresholds)."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, Exists, QuerySet, Value, When

from games.statistics.thresholds import ENOUGH_PEOPLE


def reached_step(steps: Sequence[int], people: QuerySet[Any]) -> Case:
    """Return, inside a query, the highest of these steps that enough of these people have reached, or the first one."""
    # Looking ends as soon as there are enough, so a large site answers as quickly.
    enough = people.order_by().values("pk")
    return Case(
        *(
            When(Exists(enough.filter(games__gte=step)[ENOUGH_PEOPLE - 1 :][:1]), then=Value(step))
            for step in reversed(steps[1:])
        ),
        default=Value(steps[0]),
    )
