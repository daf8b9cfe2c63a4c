"""Guest login: a visitor becomes a guest, and the browser gets the session."""

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.arrivals import note_arrival, refuse_during_pause
from accounts.models import User
from accounts.pseudonyms import pseudonym_of
from accounts.services import create_guest


def log_in_as_guest(request: HttpRequest, *, name: str) -> User:
    """Create a guest of this name and sign them in, both or neither.

    A guest has nothing but the session. Raises ValidationError for a name that is not allowed or
    is taken, and for an address from which no new guest comes in (accounts.arrivals).
    """
    address = pseudonym_of(request)
    refuse_during_pause(address)
    with transaction.atomic():
        guest = create_guest(name=name)
        note_arrival(guest=guest, address=address)
        login(request, guest)
        # The middleware would save the session only after the name is committed.
        request.session.save()
    return guest
