"""The page on which members say of which new tables they want to hear."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms.table_wish import TableWishForm
from games.services.table_wishes import forget_wish, save_wish, wish_of
from games.views.people import too_many


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_wish(request: HttpRequest) -> HttpResponse:
    """Show and keep the reader's wish; guests are told what an account brings."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("accounts:keep")
    wish = wish_of(user)
    form = TableWishForm(request.POST or None, wish=wish)
    if request.method == "POST":
        if refused := too_many(request, action="notes", key=str(user.pk)):
            return refused
        if "forget" in request.POST:
            forget_wish(user=user)
            messages.success(request, _("You will hear of no more new tables."))
            return redirect("accounts:notice_settings")
        if form.is_valid():
            save_wish(user=user, wish=form.wish())
            messages.success(request, _("You will hear of tables like that when they open."))
            return redirect("accounts:notice_settings")
    return render(request, "games/player/table_wish.html", {"form": form, "has_wish": bool(wish)})
