"""Pages about notices: the list, the way to what one of them is about, and how to hear of what."""

from http import HTTPStatus

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.browsers import in_words
from accounts.delivery_models import PushDevice
from accounts.models import User
from accounts.notice_choices import save_choices, save_quiet_hours
from accounts.notice_forms import NoticesForm
from accounts.notice_reading import mark_all_read, notices_of, open_notice
from accounts.push import is_offered, public_key
from accounts.push_devices import forget, forget_endpoint, password_mark, register

NUMBER_MAX_DIGITS = 18
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@get_or_post
def notices(request: HttpRequest) -> HttpResponse:
    """Show what the site had to tell the reader; note that all of it has been read."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        mark_all_read(user=user)
        return redirect("accounts:notices")
    return render(request, "accounts/notices.html", {"notices": notices_of(user)})


@never_cache
@login_required
@require_safe
def notice(request: HttpRequest, number: int) -> HttpResponse:
    """Lead to the page that a notice is about, and note that it has been read."""
    user = request.user
    assert isinstance(user, User)
    path = open_notice(user=user, number=number)
    if path is None:
        raise Http404
    return HttpResponseRedirect(path)


@never_cache
@login_required
@get_or_post
def settings(request: HttpRequest) -> HttpResponse:
    """How to hear of what, when not, and on which devices."""
    user = request.user
    assert isinstance(user, User)
    form = NoticesForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        save_choices(user=user, choices=form.choices())
        begins, ends, time_zone = form.quiet_hours()
        save_quiet_hours(user=user, begins=begins, ends=ends, time_zone=time_zone)
        messages.success(request, _("Your choice is saved."))
        return redirect("accounts:notice_settings")
    mark = password_mark(user)
    devices = [
        (each.pk, in_words(each.browser, each.system), each)
        for each in PushDevice.objects.filter(user=user, password_mark=mark)
    ]
    context = {
        "form": form,
        "devices": devices,
        "push_key": public_key() if is_offered() else "",
    }
    return render(request, "accounts/notice_settings.html", context)


@never_cache
@login_required
@require_POST
def push_device(request: HttpRequest) -> HttpResponse:
    """Register the browser of this request for pushes, or forget one, by its number or by the address it had."""
    user = request.user
    assert isinstance(user, User)
    number = request.POST.get("forget", "")
    if number.isdecimal() and len(number) < NUMBER_MAX_DIGITS:
        forget(user=user, number=int(number))
        messages.success(request, _("That device gets no more pushes."))
        return redirect("accounts:notice_settings")
    former = request.POST.get("former", "")
    if former:
        if forget_endpoint(user=user, endpoint=former):
            messages.success(request, _("That device gets no more pushes."))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _register(request, user)


# The service worker has the session but no token. It names the address that its browser has given up, which nobody
# else knows; the cookie of the session goes with no request of another site.
@csrf_exempt
@never_cache
@require_POST
def renew_push_device(request: HttpRequest) -> HttpResponse:
    """Take the new address of a browser whose push service has given it one."""
    user = request.user
    if not isinstance(user, User):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    if not forget_endpoint(user=user, endpoint=request.POST.get("former", "")):
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    return _register(request, user)


def _register(request: HttpRequest, user: User) -> HttpResponse:
    refused: HttpResponse | None = consume_or_429(request, action="push_device", user=user)
    if refused:
        return refused
    if not is_offered():
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    keys = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        register(request, user=user, **keys)
    except ValidationError as error:
        return HttpResponse(
            "\n".join(error.messages), status=HTTPStatus.BAD_REQUEST, content_type="text/plain"
        )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
