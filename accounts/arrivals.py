"""Arrivals of guests, and addresses from which none comes in for a while. The only writer of GuestArrival and GuestPause.

Both know an address as its pseudonym only (accounts.pseudonyms); an empty one stands for no address.
"""

from datetime import datetime, timedelta
from math import ceil

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models import GuestArrival, GuestPause, User

KEPT_FOR = timedelta(days=7)
LONGEST_PAUSE = timedelta(hours=24)
PAUSED = "paused"
"""The code of the refusal."""


def refuse_during_pause(address: str) -> None:
    """Raise ValidationError(PAUSED), in words for a visitor, while no new guest comes in from this address."""
    until = paused_until(address)
    if until is None:
        return
    hours = ceil((until - timezone.now()) / timedelta(hours=1))
    sentence = ngettext(
        "Guests from your internet connection have disturbed others, so no new guest can come in from there for %d hour."
        " With an account you can play: log in, or sign up with your e-mail address.",
        "Guests from your internet connection have disturbed others, so no new guest can come in from there for %d hours."
        " With an account you can play: log in, or sign up with your e-mail address.",
        hours,
    )
    raise ValidationError(sentence % hours, code=PAUSED)


def note_arrival(*, guest: User, address: str) -> None:
    """Keep from which address a new guest came."""
    if address:
        GuestArrival.objects.create(user=guest, address=address)


def address_of(user: User) -> str:
    """Return the address from which a guest came; empty if it is not known, or not any more."""
    arrival = GuestArrival.objects.filter(user=user).first()
    return "" if arrival is None else arrival.address


def forget_arrival(user: User) -> None:
    """Forget from where this person came: they are no guest any more."""
    GuestArrival.objects.filter(user=user).delete()


def pause(*, address: str, lasts: timedelta) -> None:
    """Let no new guest in from this address; a longer pause than this one stays. Raises ValueError above a day."""
    if not timedelta(0) < lasts <= LONGEST_PAUSE:
        raise ValueError("a pause lasts a day at most")
    until = timezone.now() + lasts
    row, is_new = GuestPause.objects.get_or_create(address=address, defaults={"until": until})
    if not is_new:
        GuestPause.objects.filter(pk=row.pk, until__lt=until).update(until=until)


def end_pause(address: str) -> bool:
    """Let new guests in again from this address; return whether there was a pause."""
    return bool(GuestPause.objects.filter(address=address).delete()[0])


def paused_until(address: str) -> datetime | None:
    """Return until when no new guest comes in from this address; None if they do."""
    return pauses_of(address).values_list("until", flat=True).first()


def pauses_of(address: str) -> QuerySet[GuestPause]:
    """Return the pause of this address, if there is one now."""
    return GuestPause.objects.filter(address=address, until__gt=timezone.now())


def forget_arrivals(now: datetime) -> int:
    """Forget arrivals after a week, and pauses that are over; return how many."""
    arrivals = GuestArrival.objects.filter(came_at__lt=now - KEPT_FOR).delete()[0]
    return arrivals + GuestPause.objects.filter(until__lte=now).delete()[0]
