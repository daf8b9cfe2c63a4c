"""What staff need beside their rights: a second factor, and a login of the last twelve hours.

Every view of staff, the admin's too, is behind `staff_with_factor`.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_sessions import BEGUN_AT
from accounts.signals import asked_whether_at_play

_View = Callable[..., HttpResponseBase]
_FACTORS = (Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP)


def _is_staff_member(user: User | AnonymousUser) -> bool:
    """Whether this person has rights beyond a player's."""
    return user.is_authenticated and (user.is_staff or user.is_superuser)


def _has_factor(user: User | AnonymousUser) -> bool:
    """Whether this person has a passkey or an authenticator app."""
    return bool(is_mfa_enabled(user, _FACTORS))


def _to_set_up(request: HttpRequest) -> HttpResponseRedirect | None:
    """Return where staff without a second factor are led, with a message; None for everybody else."""
    if not _is_staff_member(request.user) or _has_factor(request.user):
        return None
    messages.warning(
        request,
        _("Staff need a second factor. Please add a passkey or an authenticator app first."),
    )
    return HttpResponseRedirect(reverse("mfa_index"))


def staff_with_factor(view: _View) -> _View:
    """Let only staff with a second factor see this view: others log in, set one up, or are refused."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not _is_staff_member(request.user):
            raise PermissionDenied
        return _to_set_up(request) or view(request, *args, **kwargs)

    return checked


def is_over(request: HttpRequest) -> bool:
    """Whether a session of staff has lasted its time."""
    return _is_staff_member(request.user) and timezone.now() >= _end_of(request)


def end_in_time(request: HttpRequest) -> None:
    """Let a session of staff expire at its time, whatever else renews it."""
    if _is_staff_member(request.user):
        end = _end_of(request)
        if request.session.get("_session_expiry") != end.isoformat():
            request.session.set_expiry(end)


def _end_of(request: HttpRequest) -> datetime:
    # A session from before its person was staff, or from an older release, begins now at the latest.
    begun_at = request.session.setdefault(BEGUN_AT, int(timezone.now().timestamp()))
    return datetime.fromtimestamp(begun_at + settings.STAFF_SESSION_SECONDS, UTC)


def is_at_play(user: User) -> bool:
    """Whether this person has a seat in a running game."""
    return any(answer for _receiver, answer in asked_whether_at_play.send(User, user=user))


def decidable_by(staff: User | AnonymousUser) -> QuerySet[User]:
    """Return the people about whom this member of staff may decide."""
    people = User.objects.exclude(pk=staff.pk or 0)
    return people if staff.is_superuser else people.filter(is_staff=False, is_superuser=False)
