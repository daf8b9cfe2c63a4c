"""How much moderation there was, by month, for everybody to read. No names, and no single cases."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncMonth

from games.moderation.models import Appeal, Case, Decision, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthOfModeration:
    """The numbers of one month."""

    month: date
    reports: int = 0
    decisions: int = 0
    sanctions: int = 0
    """Decisions other than "nothing"."""
    appeals: int = 0
    granted: int = 0


def by_month() -> list[MonthOfModeration]:
    """Return every month in which something was reported, decided or appealed against, the latest first."""
    decided = Case.objects.filter(decided_at__isnull=False)
    counts = {
        "reports": _counted(Report.objects.all(), "created_at"),
        "decisions": _counted(decided, "decided_at"),
        "sanctions": _counted(decided.exclude(decision=Decision.NOTHING), "decided_at"),
        "appeals": _counted(Appeal.objects.all(), "created_at"),
        "granted": _counted(Appeal.objects.filter(is_granted=True), "answered_at"),
    }
    months = sorted({month for each in counts.values() for month in each}, reverse=True)
    return [
        MonthOfModeration(
            month=month, **{name: each.get(month, 0) for name, each in counts.items()}
        )
        for month in months
    ]


def _counted(
    rows: QuerySet[Report] | QuerySet[Case] | QuerySet[Appeal], when: str
) -> dict[date, int]:
    """Return the number of rows by the first day of the month of this column."""
    months = rows.order_by().annotate(month=TruncMonth(when)).values("month")
    return {each["month"].date(): each["count"] for each in months.annotate(count=Count("pk"))}
