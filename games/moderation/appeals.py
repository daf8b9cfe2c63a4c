"""Appeal against a sanction, once; another moderator than the one who imposed it answers. The only writer of Appeal."""

from enum import StrEnum

from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import lift
from accounts.staff import decidable_by
from games.moderation import audit
from games.moderation.cases import cases_for
from games.moderation.models import Appeal
from games.moderation.telling import tell_of_refused_appeal


class AppealRefusal(StrEnum):
    """Why an appeal is not taken or not answered."""

    TWICE = "twice"
    OVER = "over"
    ANSWERED = "answered"


class AppealError(Exception):
    """A refusal by this module; `refusal` says why."""

    def __init__(self, refusal: AppealRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


def appeal(*, sanction: Sanction, text: str) -> Appeal:
    """Appeal against one's own sanction. Raises AppealError: TWICE, OVER."""
    if not sanction.is_in_force(timezone.now()):
        raise AppealError(AppealRefusal.OVER)
    try:
        with transaction.atomic():
            return Appeal.objects.create(sanction=sanction, text=text)
    except IntegrityError:
        raise AppealError(AppealRefusal.TWICE) from None


def appeals_for(moderator: User) -> QuerySet[Appeal]:
    """Return the open appeals that this moderator may answer: against others' decisions, and in cases for them."""
    imposed_in_admin = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Sanction),
        action_flag=ADDITION,
        user=moderator,
        object_id=OuterRef("sanction_key"),
    )
    others = Appeal.objects.filter(answered_at=None, sanction__user__in=decidable_by(moderator))
    theirs = cases_for(moderator).values("pk")
    others = others.filter(Q(sanction__case=None) | Q(sanction__case__in=theirs))
    others = others.annotate(sanction_key=Cast("sanction_id", CharField()))
    return others.exclude(Q(sanction__case__decided_by=moderator) | Exists(imposed_in_admin))


@transaction.atomic
def answer(*, appeal: Appeal, moderator: User, is_granted: bool) -> None:
    """Grant an appeal, which lifts the sanction, or refuse it. Raises AppealError(ANSWERED)."""
    rows = Appeal.objects.filter(pk=appeal.pk, answered_at=None)
    if not rows.update(answered_by=moderator, answered_at=timezone.now(), is_granted=is_granted):
        raise AppealError(AppealRefusal.ANSWERED)
    if is_granted:
        lift(appeal.sanction, by=moderator)
    else:
        tell_of_refused_appeal(appeal)
    audit.record(
        act="appeal_answered",
        by=moderator,
        person=appeal.sanction.user,
        sanction=appeal.sanction_id,
        is_granted=is_granted,
    )
