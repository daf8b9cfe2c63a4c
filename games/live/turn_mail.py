"""The mail of a slow game: what accounts.notice_messages sends for the notices of services.turn_notices."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.notice_messages import MailText, register_mail
from accounts.notice_models import Notice
from games.live.table_screen import TableScreen
from games.presenters.lobby.turn_mail import present_turn_mail
from games.services.turn_notices import SENTENCES, WaitingTable, what_waits


def register_turn_mails() -> None:
    """Register what writes them, when the app is ready."""
    for sentence in SENTENCES.values():
        register_mail(sentence, _write)


def _write(notice: Notice, context: Mapping[str, str], now: datetime) -> MailText | None:
    """Return the mail in the active language; None if the table does not wait for its reader any more."""
    waits = what_waits(notice, now)
    return None if waits is None else describe(waits, context, now)


def describe(waits: WaitingTable, context: Mapping[str, str], now: datetime) -> MailText:
    """Return the text about this table."""
    screen, facts = TableScreen(waits.seen), waits.seen.facts
    view = present_turn_mail(
        screen.observation,
        screen.players,
        kind=waits.kind,
        name=context["name"],
        table=facts.name,
        deadline=waits.deadline_at,
        time_up=facts.time_up,
        now=now,
    )
    table_url = settings.SITE_URL + reverse("games:table", args=[facts.code])
    body = render_to_string(
        "games/mails/turn_mail.txt", {**context, "view": view, "table_url": table_url}
    )
    return MailText(view.subject, body)
