"""Sends pushes and mails about notices, beside the clock and never in its way.

Each is handed over on a thread of its own, several at a time: a push service or a mail server that hangs delays what goes
there, and nothing else.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.deliveries import DueDelivery, is_any_due, note_answer, take
from accounts.notice_messages import write_mail, write_push
from accounts.push import PushAnswer, PushOutcome
from games.live.aside import done_or_stopped, is_set_within, run_aside
from games.transport.metrics import DELIVERIES

logger = logging.getLogger(__name__)

# An invitation is kept for a minute, and most of it is for whoever is invited.
ROUND_SECONDS = 2.0
AT_ONCE = 8
PATIENCE_SECONDS = 30.0
"""After which a delivery counts as failed: it may have arrived, so that it is not tried again."""

DeliverySender = Callable[[], PushAnswer]


async def delivery_loop(stop: asyncio.Event, round_seconds: float = ROUND_SECONDS) -> None:
    """Send in rounds until `stop` is set; a round that fails is logged."""
    while not await is_set_within(stop, round_seconds):
        try:
            while await _send_some(stop) and not stop.is_set():
                pass
        except Exception:
            logger.exception("A round of pushes and mails failed")


async def _send_some(stop: asyncio.Event) -> bool:
    """Send what is due, at most a few at once; return whether there may be more."""
    is_more_due: bool
    prepared, is_more_due = await database_sync_to_async(_prepared)(timezone.now())
    under_way = {run_aside(send): due for due, send in prepared}
    await done_or_stopped(under_way, stop, PATIENCE_SECONDS)
    for sending, due in under_way.items():
        if not sending.done():
            # It may or may not have arrived: it is not sent again.
            continue
        answer = _answer_of(sending, due)
        channel = "mail" if due.device is None else "push"
        DELIVERIES.labels(channel, answer.outcome.value).inc()
        await database_sync_to_async(note_answer)(due, answer, timezone.now())
    return is_more_due


def _answer_of(sending: "asyncio.Future[PushAnswer]", due: DueDelivery) -> PushAnswer:
    failure = sending.exception()
    answer = sending.result() if failure is None else PushAnswer(PushOutcome.LATER)
    if failure is not None or answer.outcome is PushOutcome.REFUSED:
        # The exception's text stays out of the log: it may hold addresses.
        reason = answer.outcome.value if failure is None else type(failure).__name__
        logger.warning("Delivery %d of a notice was not taken: %s", due.number, reason)
    return answer


def _prepared(now: datetime) -> tuple[list[tuple[DueDelivery, DeliverySender]], bool]:
    """Return what is to be sent now, and whether more is due: much of what was taken may be needless."""
    prepared = []
    for due in take(now, AT_ONCE):
        try:
            sender = _sender(due, now)
        except Exception:
            # It is taken already, so it is not tried again; the others are.
            logger.exception("Delivery %d of a notice could not be written", due.number)
            continue
        if sender is not None:
            prepared.append((due, sender))
    return prepared, is_any_due(now)


def _sender(due: DueDelivery, now: datetime) -> DeliverySender | None:
    """Return what sends this one, which needs no database; None if it is not needed any more."""
    if due.device is None:
        message = write_mail(due, now)
        if message is None:
            return None

        def mail() -> PushAnswer:
            message.send()
            return PushAnswer(PushOutcome.TAKEN)

        return mail
    push = write_push(due, now)

    def hand_over() -> PushAnswer:
        # Its libraries take a moment to load, which most processes can do without.
        from accounts.push_sending import send

        return send(push)

    return hand_over
