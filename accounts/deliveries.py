"""Pushes and mails about notices: planned with the notice, each sent once at most.

A process takes one by emptying its due time in a conditional update, so of two clocks one sends it. If the process
then dies it is never sent, rather than sent twice. Nothing goes out about what was read meanwhile or has passed.

Some mails tell a person of several notices at once (`gather`). Such a mail waits a moment, so that a sweep of the clock
that still goes on does not lead to two mails. Then its deliveries are taken together and share one result.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from accounts.delivery_models import NoticeDelivery, PushDevice
from accounts.models import User
from accounts.notice_choices import Channels, channels_for, quiet_hours_of
from accounts.notice_models import Notice, NoticeKind
from accounts.push import PushAnswer, PushOutcome, is_offered
from accounts.push_devices import password_mark

logger = logging.getLogger(__name__)

TRY_AGAIN_AFTER = tuple(timedelta(seconds=each) for each in (30, 120, 600, 1800))
"""Pauses after failed tries, except the last."""

DeliveryCheck = Callable[[Notice, datetime], bool]
_checks: dict[str, DeliveryCheck] = {}
_gathered: set[str] = set()


@dataclass(frozen=True, slots=True, kw_only=True)
class DueDelivery:
    """A push or a mail that this process alone is to send now."""

    number: int
    tries: int
    """This one included."""
    notice: Notice
    reader: User
    device: PushDevice | None
    address: str
    """Where the mail goes; empty for a push."""
    others: tuple["DueDelivery", ...] = ()
    """What the same mail tells of beside this notice."""


def register_check(sentence: str, is_needed: DeliveryCheck) -> None:
    """Register what says, just before something goes out, whether a notice with this sentence is still needed."""
    _checks[sentence] = is_needed


def gather(sentences: Collection[str]) -> None:
    """Let one mail tell a person of all notices with these sentences that are due at once."""
    _gathered.update(sentences)


def plan(
    notices: Collection[Notice],
    channels: Mapping[int, Channels],
    now: datetime,
    not_before: Mapping[int, datetime],
) -> None:
    """Write down what is to go out about these new notices, in the transaction that writes them."""
    pushed = [each for each in notices if is_offered() and channels[each.user_id].push]
    mailed = [each for each in notices if channels[each.user_id].mail]
    if not pushed and not mailed:
        return
    devices: dict[int, list[PushDevice]] = {}
    for device in PushDevice.objects.filter(user_id__in=[each.user_id for each in pushed]):
        devices.setdefault(device.user_id, []).append(device)
    addresses = _addresses([each.user_id for each in mailed])
    rows = [
        NoticeDelivery(notice=each, device=device)
        for each in pushed
        for device in devices.get(each.user_id, ())
    ]
    rows += [NoticeDelivery(notice=each) for each in mailed if each.user_id in addresses]
    hours = quiet_hours_of({row.notice.user_id for row in rows})
    for row in rows:
        quiet = hours.get(row.notice.user_id)
        due_at = not_before.get(row.notice.user_id, now)
        if _is_gathered(row):
            due_at = max(due_at, now + _waiting())
        row.due_at = (quiet and quiet.over_at(due_at)) or due_at
    NoticeDelivery.objects.bulk_create(rows, ignore_conflicts=True)


def _is_gathered(row: NoticeDelivery) -> bool:
    """Whether the same mail tells of more than this notice."""
    return row.device_id is None and row.notice.sentence in _gathered


def _waiting() -> timedelta:
    """Return how long a gathered mail waits for more notices."""
    return timedelta(seconds=settings.MAIL_GATHERING_SECONDS)


def _addresses(user_ids: Collection[int]) -> dict[int, str]:
    """Return the confirmed address of each of these members who has one."""
    rows = EmailAddress.objects.filter(user_id__in=user_ids, verified=True, user__is_guest=False)
    # Of several addresses the last one stays: the primary one.
    return dict(rows.order_by("primary", "pk").values_list("user_id", "email"))


def take(now: datetime, most: int) -> list[DueDelivery]:
    """Return the next ones to send, for this caller alone."""
    due = NoticeDelivery.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    rows = list(due.select_related("notice__user__preferences", "device")[:most])
    hours = quiet_hours_of({row.notice.user_id for row in rows})
    taken = []
    for row in rows:
        quiet = hours.get(row.notice.user_id)
        over_at = quiet and quiet.over_at(now)
        if over_at is not None:
            _still_due(row).update(due_at=over_at)
            continue
        found = [one for each in _claim(row, now) if (one := _looked_at(each, now)) is not None]
        if found:
            taken.append(replace(found[0], others=tuple(found[1:])))
    return taken


def _still_due(row: NoticeDelivery) -> QuerySet[NoticeDelivery]:
    """Return this delivery, unless another process has taken it or put it off."""
    return NoticeDelivery.objects.filter(pk=row.pk, due_at=row.due_at)


def _claim(row: NoticeDelivery, now: datetime) -> list[NoticeDelivery]:
    """Take this one for this caller alone, with all that one mail tells of; nothing if others have taken it."""
    if not _is_gathered(row):
        return [row] if _still_due(row).update(due_at=None, tries=F("tries") + 1) else []
    reader = row.notice.user_id
    with transaction.atomic():
        # Of two clocks one takes them all.
        User.objects.select_for_update(no_key=True).filter(pk=reader).values_list("pk").first()
        due = NoticeDelivery.objects.filter(
            device=None,
            # Those that still wait go along.
            due_at__lte=now + _waiting(),
            notice__user=reader,
            notice__kind=row.notice.kind,
            notice__sentence__in=_gathered,
        )
        together = list(due.select_related("notice__user__preferences").order_by("due_at", "pk"))
        taken = NoticeDelivery.objects.filter(pk__in=[each.pk for each in together])
        taken.update(due_at=None, tries=F("tries") + 1)
    return together


def _looked_at(row: NoticeDelivery, now: datetime) -> DueDelivery | None:
    try:
        return _due(row, now)
    except Exception:
        # It is taken already, so it is not tried again; those taken with it are sent.
        logger.exception("Delivery %d of a notice could not be looked at", row.pk)
        return None


def is_any_due(now: datetime) -> bool:
    """Whether anything is to go out now."""
    return NoticeDelivery.objects.filter(due_at__lte=now).exists()


def _due(row: NoticeDelivery, now: datetime) -> DueDelivery | None:
    """Return what is to be sent, if its reader still needs it and still wants it so."""
    notice, device = row.notice, row.device
    reader = notice.user
    is_over = notice.expires_at is not None and notice.expires_at <= now
    if notice.read_at is not None or is_over or not reader.is_active:
        return None
    is_needed = _checks.get(notice.sentence)
    if is_needed is not None and not is_needed(notice, now):
        return None
    wanted = channels_for([reader.pk], NoticeKind(notice.kind))[reader.pk]
    address = ""
    if device is not None:
        if device.password_mark != password_mark(reader):
            device.delete()
            return None
        if not wanted.push or not is_offered():
            return None
    else:
        address = _addresses([reader.pk]).get(reader.pk, "")
        if not wanted.mail or not address:
            return None
    return DueDelivery(
        number=row.pk,
        tries=row.tries + 1,
        notice=notice,
        reader=reader,
        device=device,
        address=address,
    )


def note_answer(due: DueDelivery, answer: PushAnswer, now: datetime) -> None:
    """Note what became of a try: the last one, or another after a pause, or the end of the device."""
    for each in (due, *due.others):
        _note(each, answer, now)


def _note(due: DueDelivery, answer: PushAnswer, now: datetime) -> None:
    row = NoticeDelivery.objects.filter(pk=due.number)
    if answer.outcome is PushOutcome.TAKEN:
        row.update(sent_at=now)
        if due.device is not None:
            PushDevice.objects.filter(pk=due.device.pk).update(reached_at=now)
    elif answer.outcome is PushOutcome.GONE and due.device is not None:
        PushDevice.objects.filter(pk=due.device.pk).delete()
    elif answer.outcome is PushOutcome.LATER and due.tries <= len(TRY_AGAIN_AFTER):
        pause = max(TRY_AGAIN_AFTER[due.tries - 1], timedelta(seconds=answer.wait_seconds))
        # Whoever noted an answer for this try before has decided already.
        row.filter(tries=due.tries, due_at=None, sent_at=None).update(due_at=now + pause)
