"""What moderators see of the address from which a guest came: its pseudonym, the other guests, what was decided before."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.arrivals import KEPT_FOR, pauses_of
from accounts.models import SanctionKind, User
from accounts.sanctions import kinds_in_force
from accounts.staff import decidable_by
from games.models import Seat
from games.moderation.cases import cases_for
from games.moderation.models import Case, Decision
from games.moderation.retention import ADDRESSES_KEPT_FOR
from games.words.dates import written

AT_ONCE = 100
"""The latest guests of an address, about whom one decision can be made."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestOfAddress:
    """A guest of an address, as one moderator sees them."""

    person: User
    came_at: datetime | None
    """None for who came more than a week ago."""
    is_open_to: bool
    """Whether this moderator may decide about them."""
    case: Case | None
    """Their open case, if this moderator may handle it."""
    reports: int
    kinds: frozenset[SanctionKind]
    """What binds them already."""

    @property
    def facts(self) -> str:
        """When they came, their reports, and what binds them, in words."""
        facts = []
        if self.came_at:
            facts.append(
                _("came on %(day)s UTC") % {"day": written(self.came_at, "DATETIME_FORMAT")}
            )
        if self.reports:
            reports = ngettext("%(count)s report", "%(count)s reports", self.reports)
            facts.append(reports % {"count": self.reports})
        facts += [str(each.label) for each in SanctionKind if each in self.kinds]
        return " · ".join(facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressView:
    """An address beside a case about one of its guests."""

    address: str
    in_a_day: int
    """How many other guests came from it within a day, and within a week."""
    in_a_week: int
    others: tuple[GuestOfAddress, ...]
    decided: int
    """Decisions about its guests within a month, this case aside."""
    paused_until: datetime | None


def present_address(case: Case, moderator: User) -> AddressView | None:
    """Return what is known of the address of this case; None for a member and where it is not known."""
    if not case.address or not case.person.is_guest:
        return None
    now = timezone.now()
    others = _guests(case.address, now).exclude(pk=case.person_id)
    decided = Case.objects.filter(address=case.address, decided_at__gte=now - ADDRESSES_KEPT_FOR)
    in_a_day, in_a_week, decisions, until = (
        Case.objects.filter(pk=case.pk)
        .values_list(
            count_of(others.filter(arrival__came_at__gte=now - DAY)),
            count_of(others.filter(arrival__came_at__gte=now - KEPT_FOR)),
            count_of(decided.exclude(pk=case.pk).exclude(decision=Decision.NOTHING)),
            Subquery(pauses_of(case.address).values("until")[:1]),
        )
        .get()
    )
    return AddressView(
        address=case.address,
        in_a_day=in_a_day,
        in_a_week=in_a_week,
        others=tuple(each for each in guests_of(case, moderator) if each.person != case.person),
        decided=decisions,
        paused_until=until,
    )


def count_of(rows: QuerySet[Any]) -> Subquery:
    """Return how many rows these are, inside another query."""
    # An aggregate would group by each row.
    counted = rows.order_by().annotate(count_of_rows=Func(F("pk"), function="COUNT"))
    return Subquery(counted.values("count_of_rows"))


def guests_of(case: Case, moderator: User) -> list[GuestOfAddress]:
    """Return the guests of this case's address who came within a week or have an open case, the latest first.

    No members, and of many guests the latest hundred. Three queries.
    """
    guests = _guests(case.address, timezone.now()).select_related("arrival")
    guests = guests.annotate(is_stranger=_decidable_without_a_case(moderator))
    rows = list(guests.order_by(F("arrival__came_at").desc(nulls_last=True), "-pk")[:AT_ONCE])
    ids = [each.pk for each in rows]
    theirs = cases_for(moderator).filter(pk=OuterRef("pk"))
    open_cases = {
        each.person_id: each
        for each in Case.objects.filter(person__in=ids, decided_at=None).annotate(
            is_theirs=Exists(theirs), report_count=Count("reports")
        )
    }
    kinds = kinds_in_force(ids)
    found = []
    for each in rows:
        open_case = open_cases.get(each.pk)
        is_hidden = open_case is not None and not open_case.is_theirs
        is_of_another = open_case and open_case.claimed_by_id not in (None, moderator.pk)
        found.append(
            GuestOfAddress(
                person=each,
                came_at=each.arrival.came_at if hasattr(each, "arrival") else None,
                is_open_to=each.is_stranger
                if open_case is None
                else not (is_hidden or is_of_another),
                case=None if is_hidden else open_case,
                reports=0 if is_hidden or open_case is None else open_case.report_count,
                kinds=frozenset(kinds.get(each.pk, ())),
            )
        )
    return found


def _guests(address: str, now: datetime) -> QuerySet[User]:
    came = Q(arrival__address=address, arrival__came_at__gte=now - KEPT_FOR)
    reported = Case.objects.filter(address=address, decided_at=None).values("person")
    return User.objects.guests().filter(came | Q(pk__in=reported))


def _decidable_without_a_case(moderator: User) -> Any:
    """Return, of a person inside another query, whether this moderator may decide about them.

    Nobody decides about who sat in a game with them.
    """
    decidable = decidable_by(moderator).filter(pk=OuterRef("pk"))
    sat = Seat.objects.filter(user=moderator).values("game_id")
    beside = Seat.objects.filter(game__in=sat, user=OuterRef("pk"))
    return Exists(decidable) & ~Exists(beside)
