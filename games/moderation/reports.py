"""Report a person. The only writer of Report; it opens the person's case where none is open."""

from datetime import timedelta
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.arrivals import address_of
from accounts.models import User
from games.moderation.evidence import Target
from games.moderation.models import Case, Report, ReportReason

A_GAME = 4
A_DAY = 20


class ReportRefusal(StrEnum):
    """Why a report is not taken."""

    ONESELF = "oneself"
    TWICE = "twice"
    TOO_MANY_A_GAME = "too_many_a_game"
    TOO_MANY_A_DAY = "too_many_a_day"


class ReportError(Exception):
    """A report that is not taken; `refusal` says why."""

    def __init__(self, refusal: ReportRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


def report(
    *, reporter: User, target: Target, reason: ReportReason, sentence: str, line: int | None = None
) -> Report:
    """Keep a report with what the reporter read around this line (its number; None: the latest).

    Raises ReportError.
    """
    if target.person.pk == reporter.pk:
        raise ReportError(ReportRefusal.ONESELF)
    with transaction.atomic():
        # One report of one person at a time, so that the limits hold.
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        mine = Report.objects.filter(reporter=reporter)
        if mine.filter(target=target.key).exists():
            raise ReportError(ReportRefusal.TWICE)
        if target.game_id and mine.filter(game_id=target.game_id).count() >= A_GAME:
            raise ReportError(ReportRefusal.TOO_MANY_A_GAME)
        yesterday = timezone.now() - timedelta(days=1)
        if mine.filter(created_at__gt=yesterday).count() >= A_DAY:
            raise ReportError(ReportRefusal.TOO_MANY_A_DAY)
        return Report.objects.create(
            case=open_case(target.person),
            reporter=reporter,
            about=target.about,
            reason=reason,
            sentence=sentence,
            target=target.key,
            name=target.name,
            game_id=target.game_id,
            round=target.round,
            evidence=target.around(line),
        )


def open_case(person: User) -> Case:
    """Return the person's open case, locked: a decision at this moment comes before or after the report."""
    open_case = Case.objects.select_for_update().filter(person=person, decided_at=None)
    try:
        with transaction.atomic():
            return open_case.first() or Case.objects.create(
                person=person, address=address_of(person)
            )
    except IntegrityError:  # another report has opened one at this moment
        return open_case.get()
