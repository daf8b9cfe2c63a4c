"""Notices of moderation: to whom a decision is about, and to whoever reported it. They never say who decided."""

from django.urls import reverse

from accounts.models import Sanction
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.moderation.models import Appeal, Case


def tell_of_sanction(sanction: Sanction, change: str) -> None:
    """Tell the person that a sanction has been imposed or lifted; what it says stands on its page."""
    notify(
        users=[sanction.user_id],
        kind=NoticeKind.MODERATION,
        sentence=change,
        facts={},
        path=reverse("accounts:sanctions"),
        key=f"{change}:{sanction.pk}",
    )


def tell_of_refused_appeal(appeal: Appeal) -> None:
    """Tell the person that the answer is no; a granted appeal lifts its sanction, which says it all."""
    notify(
        users=[appeal.sanction.user_id],
        kind=NoticeKind.MODERATION,
        sentence="appeal_refused",
        facts={},
        path=reverse("moderation:appeal", args=[appeal.sanction_id]),
        key=f"appeal:{appeal.pk}",
    )


def tell_reporters(case: Case) -> None:
    """Tell everybody whose report led to this case that it has been decided."""
    notify(
        users=set(case.reports.order_by().values_list("reporter_id", flat=True)),
        kind=NoticeKind.MODERATION,
        sentence="report_decided",
        facts={},
        path=reverse("moderation:own_reports"),
        key=f"case:{case.pk}",
    )
