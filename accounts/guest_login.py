"""Guest login: a visitor becomes a guest, and the browser gets the session."""

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.services import create_guest


def log_in_as_guest(request: HttpRequest, *, name: str) -> User:
    """Create a guest of this name and sign them in, both or neither.

    A guest has nothing but the session. Raises ValidationError for a name that is not allowed or
    is taken.
    """
    with transaction.atomic():
        guest = create_guest(name=name)
        login(request, guest)
        # The middleware would save the session only after the name is committed.
        request.session.save()
    return guest
