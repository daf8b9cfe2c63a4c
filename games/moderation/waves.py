"""Decide once about many guests of one address, and let no new guest in from there for a while. The only writer of Wave.

Each guest gets a case of their own with the same decision, so appeals, numbers and the audit know no difference.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.arrivals import end_pause, paused_until
from accounts.arrivals import pause as pause_guests
from accounts.models import Sanction, User
from games.moderation import audit
from games.moderation.addresses import guests_of
from games.moderation.cases import (
    CaseError,
    CaseRefusal,
    check_length,
    conclude,
    refuse_unless_claimed,
)
from games.moderation.models import Case, Decision, Wave

FOR_ALL = (Decision.MUTE, Decision.SUSPENSION, Decision.BAN)
"""What can be decided about many guests at once."""


@transaction.atomic
def decide_for_all(
    *,
    case: Case,
    moderator: User,
    token: str,
    guests: Collection[int],
    decision: Decision,
    text: str,
    lasts: timedelta | None,
    note: str = "",
    pause: timedelta | None = None,
) -> Wave:
    """Decide about these guests (ids) of the address of a claimed case; return the wave, for a second press the first one.

    Who is no guest of it any more, or whom the moderator may not decide about, is left out. `pause`: how long no new
    guest comes in from there, at most as long as the decision lasts. Raises CaseError: NOT_CLAIMED, DECIDED, NOBODY;
    ValueError for a decision or a time that does not fit.
    """
    if decision not in FOR_ALL:
        raise ValueError("nobody decides this about many")
    check_length(decision, lasts)
    locked = _locked(case, guests)
    if wave := Wave.objects.filter(token=token).first():
        return wave
    case = next(each for each in locked if each.pk == case.pk)
    if case.decided_at is not None:
        raise CaseError(CaseRefusal.DECIDED)
    refuse_unless_claimed(case, moderator)
    chosen = [
        each.person
        for each in guests_of(case, moderator)
        if each.is_open_to and each.person.pk in guests
    ]
    if not chosen:
        raise CaseError(CaseRefusal.NOBODY)
    wave = Wave.objects.create(token=token)
    open_cases = {each.person_id: each for each in locked if each.decided_at is None}
    for person in chosen:
        conclude(
            case=open_cases.get(person.pk) or _closed_case(person, case.address),
            moderator=moderator,
            decision=decision,
            text=text,
            lasts=lasts,
            note=note,
            wave=wave,
        )
    if pause:
        pause = min(pause, lasts or pause)
        pause_guests(address=case.address, lasts=pause)
    # The audit outlives what is known of an address, so it does not name it.
    audit.record(
        act="wave_decided",
        by=moderator,
        wave=wave.pk,
        case=case.pk,
        decision=decision.value,
        guests=len(chosen),
        pause_hours=pause // timedelta(hours=1) if pause else 0,
    )
    return wave


@transaction.atomic
def let_guests_in(*, case: Case, moderator: User) -> None:
    """End the pause of the address of this case before its time; nothing without one."""
    if case.address and end_pause(case.address):
        audit.record(act="pause_ended", by=moderator, person=case.person, case=case.pk)


def end_pause_without_sanctions(lifted: Sanction) -> None:
    """Let new guests in again once the last sanction of an address's waves is lifted. Called for each that is."""
    case = Case.objects.filter(sanction=lifted).exclude(wave=None).exclude(address="").first()
    if case is None or paused_until(case.address) is None:
        return
    others = Sanction.objects.filter(case__address=case.address, lifted_at=None)
    now = timezone.now()
    if not any(each.is_in_force(now) for each in others.exclude(case__wave=None)):
        end_pause(case.address)


def _locked(case: Case, guests: Collection[int]) -> list[Case]:
    """Return this case and the open ones of these guests, locked."""
    rows = Case.objects.filter(Q(pk=case.pk) | Q(person__in=guests, decided_at=None))
    # In one order, so that two moderators do not wait for each other.
    rows = rows.select_for_update(of=("self",)).select_related("person").order_by("pk")
    return list(rows)


def _closed_case(person: User, address: str) -> Case:
    """Return a new case without reports, closed from the start: the next report opens another."""
    return Case.objects.create(person=person, address=address, decided_at=timezone.now())
