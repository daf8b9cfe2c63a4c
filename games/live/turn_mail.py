"""The mail of slow games: what accounts.notice_messages sends for the notices of services.turn_notices.

One mail tells of all games that wait for its reader when it goes out and of which no other mail has told.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.notice_messages import MailText, register_mail
from accounts.notice_models import Notice
from games.live.table_screen import TableScreen
from games.presenters.lobby.turn_mail import TableInMail, present_table_in_mail, present_turn_mail
from games.services.turn_notices import SENTENCES, WaitingTable, what_waits


def register_turn_mails() -> None:
    """Register what writes them, when the app is ready."""
    register_mail(SENTENCES.values(), _write)


def _write(
    notices: Sequence[Notice], context: Mapping[str, str], now: datetime
) -> MailText | None:
    """Return the mail in the active language; None if no table waits for its reader any more."""
    looked_at = [what_waits(notice, now) for notice in notices]
    waiting = [each for each in looked_at if each is not None]
    return describe(waiting, context, now) if waiting else None


def describe(
    waiting: Sequence[WaitingTable], context: Mapping[str, str], now: datetime
) -> MailText:
    """Return the text about these tables, that with the least time left first."""
    tables = [_present(each, now) for each in sorted(waiting, key=lambda each: each.deadline_at)]
    view = present_turn_mail(tables, name=context["name"])
    body = render_to_string("games/mails/turn_mail.txt", {**context, "view": view})
    return MailText(view.subject, body)


def _present(waits: WaitingTable, now: datetime) -> TableInMail:
    screen, facts = TableScreen(waits.seen), waits.seen.facts
    return present_table_in_mail(
        screen.observation,
        screen.players,
        kind=waits.kind,
        name=facts.name,
        url=settings.SITE_URL + reverse("games:table", args=[facts.code]),
        deadline=waits.deadline_at,
        time_up=facts.time_up,
        now=now,
    )
