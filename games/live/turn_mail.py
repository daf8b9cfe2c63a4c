"""Sends the mails of slow games, beside the clock and never in its way.

Each mail goes to the mail server on a thread of its own, without a transaction and without the
database, so a server that is away or hangs delays mails and nothing else. One mail at a time;
after a failure the others wait for the next round.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.notice_models import NoticeKind
from accounts.unsubscribe import stop_path
from games.live.aside import done_or_stopped, is_set_within, run_aside
from games.live.table_screen import TableScreen
from games.presenters.lobby.turn_mail import present_turn_mail
from games.services.turn_mail import DueMail, note_failed, note_sent, plan, take
from games.transport.metrics import TURN_MAILS

logger = logging.getLogger(__name__)

ROUND_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class _PreparedMail:
    """A mail to send, and the row to update afterwards."""

    due_mail: DueMail
    message: EmailMessage


async def mail_loop(stop: asyncio.Event, round_seconds: float = ROUND_SECONDS) -> None:
    """Plan and send in rounds until `stop` is set; a round that fails is logged."""
    while not await is_set_within(stop, round_seconds):
        try:
            await database_sync_to_async(plan)(timezone.now())
            await send_due(stop)
        except Exception:
            logger.exception("A round of mails failed")


async def send_due(stop: asyncio.Event) -> None:
    while not stop.is_set():
        prepared = await database_sync_to_async(_next_prepared)(timezone.now())
        if prepared is None:
            return
        sending = run_aside(prepared.message.send)
        await done_or_stopped([sending], stop)
        if not sending.done():
            # The process ends. The mail may or may not have arrived: it is not sent again.
            return
        failure = sending.exception()
        TURN_MAILS.labels("taken" if failure is None else "failed").inc()
        note = note_sent if failure is None else note_failed
        await database_sync_to_async(note)(prepared.due_mail, timezone.now())
        if failure is not None:
            # The exception's text stays out of the log: mail servers repeat addresses in it.
            logger.warning(
                "Mail %d about a decision was not sent: %s",
                prepared.due_mail.mail_id,
                type(failure).__name__,
            )
            return


def _next_prepared(now: datetime) -> _PreparedMail | None:
    while (due_mail := take(now)) is not None:
        try:
            return _PreparedMail(due_mail, render_mail(due_mail, now))
        except DatabaseError:
            raise
        except Exception:
            # This mail is already taken, so it is not tried again; the others are.
            logger.exception("Mail %d about a decision could not be written", due_mail.mail_id)
    return None


def render_mail(due_mail: DueMail, now: datetime) -> EmailMessage:
    """Return the mail in its reader's language."""
    seen, reader = due_mail.seen, due_mail.reader
    facts = seen.facts
    known = reader.language in dict(settings.LANGUAGES)
    stop_url = settings.SITE_URL + stop_path(reader.user_id, NoticeKind.TURN)
    with translation.override(reader.language if known else settings.LANGUAGE_CODE):
        screen = TableScreen(seen)
        view = present_turn_mail(
            screen.observation,
            screen.players,
            kind=due_mail.kind,
            name=reader.name,
            table=facts.name,
            deadline=due_mail.deadline_at,
            time_up=facts.time_up,
            now=now,
        )
        context = {
            "view": view,
            "table_url": settings.SITE_URL + reverse("games:table", args=[facts.code]),
            "stop_url": stop_url,
            "site_domain": urlsplit(settings.SITE_URL).netloc,
        }
        body = render_to_string("games/mails/turn_mail.txt", context)
    return EmailMessage(
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{view.subject}",
        body=body,
        to=[reader.address],
        headers={
            "List-Unsubscribe": f"<{stop_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            # A mail may be sent twice if sending fails at the last moment; mail programs see the
            # same id.
            "Message-ID": f"<turn-{due_mail.mail_id}.{facts.code}@{urlsplit(settings.SITE_URL).hostname}>",
        },
    )
