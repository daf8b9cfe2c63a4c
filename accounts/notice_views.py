"""Pages about notices: the list, the way to what one of them is about, and how to hear of what."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.notice_reading import mark_all_read, notices_of, open_notice

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
