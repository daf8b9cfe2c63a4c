"""The acting person: signed in, or a visitor who gives a name with the first action.

Also limits how often a person or address may do things.
"""

from contextlib import AbstractContextManager, nullcontext, suppress
from random import SystemRandom
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from accounts.device import name_of_device, remember_name
from accounts.forms import GuestForm
from accounts.guest_login import log_in_as_guest
from accounts.models import User

# Prefixed, as some forms have a field `name` of their own.
PREFIX = "guest"
_CHANCE = SystemRandom()


def too_many(request: HttpRequest, **limit: Any) -> HttpResponse | None:
    """Return the page that asks to wait, once a limit of ACCOUNT_RATE_LIMITS is exceeded."""
    refused: HttpResponse | None = consume_or_429(request, **limit)
    return refused


def name_form(request: HttpRequest) -> GuestForm | None:
    """Return the name field with the name last typed on this device, for visitors only."""
    if isinstance(request.user, User):
        return None
    return GuestForm(prefix=PREFIX, initial={"name": name_of_device(request)})


def typed_name(request: HttpRequest) -> GuestForm | None:
    """Return the name field as the visitor has sent it, and keep the name, however this ends."""
    if isinstance(request.user, User):
        return None
    remember_name(request, request.POST.get(f"{PREFIX}-name", ""))
    return GuestForm(request.POST, prefix=PREFIX)


def guest_transaction(request: HttpRequest) -> AbstractContextManager[object]:
    """Return one transaction for a visitor's login as a guest and what follows: both happen, or neither.

    People who are signed in get no transaction, so that others can write while a password is
    checked.
    """
    return nullcontext() if isinstance(request.user, User) else transaction.atomic()


def person_or_form(request: HttpRequest) -> User | GuestForm | HttpResponse:
    """Return the acting person; a visitor becomes a guest. Otherwise the form with errors, or a 429."""
    if isinstance(request.user, User):
        return request.user
    form = typed_name(request)
    assert form is not None
    if refused := too_many(request, action="guest"):
        return refused
    if form.is_valid():
        try:
            return log_in_as_guest(request, name=form.cleaned_data["name"])
        except ValidationError as taken:
            form.add_error("name", taken)
    return form


def _person_unasked(request: HttpRequest) -> User | GuestForm | HttpResponse:
    """Return the acting person; a visitor becomes a guest by the name kept on this device, or by a made one.

    Otherwise a 429, or the form that says why no guest comes in.
    """
    if isinstance(request.user, User):
        return request.user
    if limited := too_many(request, action="guest"):
        return limited
    kept = GuestForm({f"{PREFIX}-name": name_of_device(request)}, prefix=PREFIX)
    if kept.is_valid():
        with suppress(ValidationError):
            return log_in_as_guest(request, name=kept.cleaned_data["name"])
    # Translators: the name of a visitor who has not said any, such as "Guest 482".
    made = pgettext("name of a visitor", "Guest %(number)d")
    name = made % {"number": _CHANCE.randint(100, 9999)}
    try:
        return log_in_as_guest(request, name=name)
    except ValidationError as refused:
        form = GuestForm({f"{PREFIX}-name": name}, prefix=PREFIX)
        form.add_error("name", refused)
        return form


def person_or_made_name(request: HttpRequest) -> User | GuestForm | HttpResponse:
    """Return the acting person as `person_or_form` does; a visitor who types no name gets a made one."""
    is_typed = request.POST.get(f"{PREFIX}-name", "").strip()
    return person_or_form(request) if is_typed else _person_unasked(request)
