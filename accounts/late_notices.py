"""Notices that the clock writes instead of the request that causes them.

A request that writes a notice takes longer than one whose notice a block suppresses. So the duration of the request
would reveal the block.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.notice_models import Notice

TELLS_FOR = timedelta(minutes=10)
"""For so long the clock tries to tell; after that it is only seen on a page."""
TOLD_AT_ONCE = 100
"""Of so many rows the clock tells in one round; the others wait for the next."""


def tell_late(
    rows: QuerySet[Any],
    now: datetime,
    tell: Callable[[int], int],
    *,
    person: str,
    since: str,
    key: str,
    number: str = "pk",
    tells_for: timedelta = TELLS_FOR,
) -> int:
    """Tell of those rows of which nobody was told, the oldest first; return how many people were told.

    `person` and `since` are the fields of who is told, and of what begins when. The key of a row's notice is `key` and
    its field `number`. `tell` gets the id of a row, and has to look again whether it is still there.
    """
    told = Notice.objects.filter(user=OuterRef(person), key=OuterRef("notice_key"))
    notice_key = Concat(Value(key), Cast(number, CharField()), output_field=CharField())
    recent = rows.filter(**{f"{since}__gt": now - tells_for}).annotate(notice_key=notice_key)
    untold = recent.filter(~Exists(told)).order_by(since, "pk")
    return sum(tell(each) for each in untold.values_list("pk", flat=True)[:TOLD_AT_ONCE])
