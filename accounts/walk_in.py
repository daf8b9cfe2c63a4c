"""Walking in: a visitor becomes a guest, and the browser is told so."""

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.services import create_guest


def walk_in(request: HttpRequest, *, name: str) -> User:
    """The guest of this name, signed in: both or neither, for a guest has nothing but the session.

    Raises ValidationError for a name that is not allowed, or that is taken.
    """
    with transaction.atomic():
        guest = create_guest(name=name)
        login(request, guest)
        # The middleware would only save it once the name is taken for good.
        request.session.save()
    return guest
