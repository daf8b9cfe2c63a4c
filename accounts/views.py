"""Account pages of our own: become a guest, register, preferences, close the account, switch the language."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.about import save_about
from accounts.arrivals import PAUSED
from accounts.device import name_of_device, remember_name
from accounts.emblems import read_emblem
from accounts.forms import (
    AboutForm,
    CloseForm,
    EmblemForm,
    GuestForm,
    PreferencesForm,
    RegisterGuestForm,
)
from accounts.guest_login import log_in_as_guest
from accounts.known_devices import remember_device
from accounts.models import User
from accounts.notice_choices import choices_of
from accounts.notice_choices import stop_mails as end_mails
from accounts.own_data import archive_name, archive_of
from accounts.own_sessions import end_other_sessions, end_session, sessions_of
from accounts.preferences import preferences_of, remember_in_cookies, remember_language
from accounts.sanctions import mark_read, sanctions_of
from accounts.services import (
    ask_to_close,
    keep_account,
    register_guest,
    save_emblem,
    save_language,
    save_preferences,
)
from accounts.unsent import is_unsent, unsent_sentence
from accounts.unsubscribe import reader_of

NUMBER_MAX_DIGITS = 18
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def _next_page(request: HttpRequest) -> str:
    """Return the page the person wanted, if it is one of this site, else the default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if safe else settings.LOGIN_REDIRECT_URL


def _too_many(request: HttpRequest, *, action: str) -> HttpResponse | None:
    """Return a page with status 429 if this person tries something too often, else None."""
    refused: HttpResponse | None = consume_or_429(request, action=action)
    return refused


@never_cache
@get_or_post
def guest(request: HttpRequest) -> HttpResponse:
    """Become a guest: a name is enough to play."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(_next_page(request))
    if refused := _too_many(request, action="guest"):
        return refused
    form = GuestForm(request.POST or None, initial={"name": name_of_device(request)})
    if request.method == "POST":
        remember_name(request, request.POST.get("name", ""))
    if request.method == "POST" and form.is_valid():
        try:
            log_in_as_guest(request, name=form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error(None if error.code == PAUSED else "name", error)
        else:
            return HttpResponseRedirect(_next_page(request))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next")}
    return render(request, "accounts/guest.html", context)


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show what people may do with their account."""
    user = request.user
    assert isinstance(user, User)
    unconfirmed = None if user.is_guest else EmailAddress.objects.get_new(user)
    context = {"unconfirmed": unconfirmed, "has_sanctions": bool(sanctions_of(user))}
    return render(request, "accounts/profile.html", context)


@sensitive_post_parameters("password")
@never_cache
@login_required
@get_or_post
def keep(request: HttpRequest) -> HttpResponse:
    """Register a guest, who adds an e-mail address and a password and stays the same person."""
    user = request.user
    assert isinstance(user, User)
    if not user.is_guest:
        return redirect("accounts:profile")
    if refused := _too_many(request, action="signup"):
        return refused
    form = RegisterGuestForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            register_guest(
                user=user, email=data["email"], password=data["password"], name=data["name"]
            )
        except ValidationError as error:
            if error.code != "name_taken":  # the other of two clicks was first
                return redirect("accounts:profile")
            form.add_error("name", error)
            return render(
                request, "accounts/keep.html", {"form": form, "next": _next_page(request)}
            )
        update_session_auth_hash(request, user)
        if is_unsent(request):
            messages.success(request, _("Your account is kept."))
            messages.error(request, unsent_sentence(user.email))
        else:
            messages.success(
                request,
                _("Your account is kept. Please confirm your address: a mail is on its way."),
            )
        kept = HttpResponseRedirect(_next_page(request))
        remember_device(request, kept, user)
        return kept
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next")}
    return render(request, "accounts/keep.html", context)


@never_cache
@login_required
@get_or_post
def emblem(request: HttpRequest) -> HttpResponse:
    """Choose the own face: a symbol, its ink, its ground."""
    user = request.user
    assert isinstance(user, User)
    worn = read_emblem(user.face)
    form = EmblemForm(
        request.POST or None,
        initial={"symbol": worn.symbol, "ink": worn.ink, "ground": worn.ground},
    )
    if request.method == "POST" and form.is_valid():
        save_emblem(user=user, emblem=form.chosen())
        messages.success(
            request, _("This is your emblem now. Games that have begun keep the one before.")
        )
        return redirect("accounts:profile")
    return render(request, "accounts/emblem.html", {"form": form, "worn": worn})


@never_cache
@login_required
@get_or_post
def about(request: HttpRequest) -> HttpResponse:
    """Write the line that stands on one's public page."""
    user = request.user
    assert isinstance(user, User)
    form = AboutForm(request.POST or None, initial={"about": user.about})
    if request.method == "POST" and form.is_valid():
        if refused := _too_many(request, action="about"):
            return refused
        try:
            save_about(user=user, about=form.cleaned_data["about"])
        except ValidationError as error:
            form.add_error("about", error)
        else:
            messages.success(request, _("Your public page says so now."))
            return redirect("accounts:profile")
    return render(request, "accounts/about.html", {"form": form})


@never_cache
@get_or_post
def preferences(request: HttpRequest) -> HttpResponse:
    """How the site looks and sounds; visitors without an account keep theirs in cookies."""
    form = PreferencesForm(request.POST or None, instance=preferences_of(request))
    if request.method == "POST" and form.is_valid():
        chosen = form.save(commit=False)
        if isinstance(request.user, User):
            save_preferences(user=request.user, **form.cleaned_data)
        response = redirect("accounts:preferences")
        remember_language(response, chosen.language)
        remember_in_cookies(response, chosen)
        response.delete_cookie("device_sounds")
        with override(chosen.language or None):
            messages.success(request, _("Your preferences are saved."))
        return response
    return render(request, "accounts/preferences.html", {"form": form})


# Mail programs post here too (RFC 8058), without a cookie. The link allows this and no more.
@csrf_exempt
@never_cache
@get_or_post
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails of one kind, with a button: mail scanners open every link."""
    found = reader_of(token)
    if found is None:
        raise Http404
    reader, kind = found
    if request.method == "POST":
        end_mails(user=reader, kind=kind)
    context = {"is_stopped": not choices_of(reader)[kind].mail, "kind": kind.label}
    return render(request, "accounts/stop_mails.html", context)


@never_cache
@login_required
@get_or_post
def sessions(request: HttpRequest) -> HttpResponse:
    """Where the person is logged in; end one session, or all others."""
    user, here = request.user, request.session.session_key
    assert isinstance(user, User)
    if request.method != "POST":
        context = {"sessions": sessions_of(user, here=here)}
        return render(request, "accounts/sessions.html", context)
    number = request.POST.get("session", "")
    if "others" in request.POST:
        end_other_sessions(user=user, here=here)
        messages.success(request, _("You are logged out everywhere else."))
    elif number.isdecimal() and len(number) < NUMBER_MAX_DIGITS:
        # A session that is over already is what was asked for.
        end_session(user=user, number=int(number), here=here)
        messages.success(request, _("That device is logged out."))
    return redirect("accounts:sessions")


@never_cache
@login_required
@get_or_post
def sanctions(request: HttpRequest) -> HttpResponse:
    """What the moderators have decided about the reader; note that one of it has been read."""
    user = request.user
    assert isinstance(user, User)
    if request.method != "POST":
        return render(request, "accounts/sanctions.html", {"sanctions": sanctions_of(user)})
    number = request.POST.get("read", "")
    if number.isdecimal() and len(number) < NUMBER_MAX_DIGITS:
        mark_read(user=user, sanction_id=int(number))
    return redirect("accounts:sanctions")


def _has_a_password(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_usable_password()


@never_cache
@login_required
@get_or_post
@reauthentication_required(enabled=_has_a_password)  # type: ignore[untyped-decorator]
def data(request: HttpRequest) -> HttpResponse:
    """Say what all of one's data holds, and hand it out as a ZIP."""
    user = request.user
    assert isinstance(user, User)
    if request.method != "POST":
        return render(request, "accounts/data.html")
    refused: HttpResponse | None = consume_or_429(request, action="own_data", user=user)
    if refused:
        return refused
    return HttpResponse(
        archive_of(user),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{archive_name()}"'},
    )


@never_cache
@login_required
@get_or_post
@reauthentication_required(enabled=_has_a_password)  # type: ignore[untyped-decorator]
def close(request: HttpRequest) -> HttpResponse:
    """Delete a guest's account, or note that a member's is to go; games keep the seat of a "deleted player"."""
    user = request.user
    assert isinstance(user, User)
    form = CloseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if ask_to_close(user=user) is not None:
            get_adapter().send_notification_mail("account/email/closing", user)
            return redirect("accounts:profile")
        logout(request)
        remember_name(request, "")
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return HttpResponseRedirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/close.html", {"form": form})


@never_cache
@login_required
@require_POST
def stay(request: HttpRequest) -> HttpResponse:
    """Keep the account that was to be deleted."""
    user = request.user
    assert isinstance(user, User)
    keep_account(user=user)
    messages.success(request, _("Your account stays."))
    return redirect("accounts:profile")


def set_language(request: HttpRequest) -> HttpResponse:
    """Django's language switch, remembered in the account as well."""
    response = i18n.set_language(request)
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        save_language(user=request.user, language=language)
    return response
