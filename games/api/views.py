"""The pages about the interface: what it offers, and one's own tokens."""

from http import HTTPStatus
from itertools import groupby

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.api.bot_accounts import NotFreshError, become_bot, is_bot, is_fresh
from games.api.forms import TokenForm
from games.api.interface import openapi
from games.api.reference import operations_of, schemas_of
from games.api.scopes import SCOPE_TEXTS, TokenScope
from games.api.tokens import TooManyTokensError, make_token, revoke_token, tokens_of

NUMBER_MAX_DIGITS = 18
_GROUPS = {
    "people": pgettext_lazy("part of the interface", "People and boards"),
    "games": pgettext_lazy("part of the interface", "Games"),
    "meetings": pgettext_lazy("part of the interface", "Clubs and game nights"),
    "acting": pgettext_lazy("part of the interface", "Open tables and playing"),
    "streams": pgettext_lazy("part of the interface", "Streams"),
}


@require_safe
def interface(request: HttpRequest) -> HttpResponse:
    """Show what programs may ask, from the schema."""
    in_order = sorted(operations_of(openapi()), key=lambda each: list(_GROUPS).index(each[0]))
    groups = [
        (_GROUPS[tag], [operation for _tag, operation in each])
        for tag, each in groupby(in_order, key=lambda each: each[0])
    ]
    scopes = [(scope.value, text) for scope, text in SCOPE_TEXTS.items()]
    context = {
        "groups": groups,
        "schemas": schemas_of(openapi()),
        "scopes": scopes,
        "origin": f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "games/api/interface.html", context)


def _has_a_password(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_usable_password()


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=_has_a_password)  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's tokens; make one, which is shown this once; revoke one."""
    user = request.user
    assert isinstance(user, User)
    number = request.POST.get("revoke", "")
    if number.isdecimal() and len(number) < NUMBER_MAX_DIGITS:
        revoke_token(user=user, number=int(number))
        messages.success(request, _("That token does not work any more."))
        return redirect("api:tokens")
    if "become_bot" in request.POST:
        try:
            become_bot(user=user)
        except NotFreshError:
            messages.error(
                request, _("Somebody has played with this account, so it cannot become a bot.")
            )
        return redirect("api:tokens")
    is_a_bot = is_bot(user.pk)
    form, made = TokenForm(request.POST or None, is_bot=is_a_bot), ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = make_token(user=user, name=data["name"], scopes=data["scopes"])
        except TooManyTokensError:
            form.add_error(None, _("You have as many tokens as one may have. Revoke one first."))
        else:
            form = TokenForm(is_bot=is_a_bot)
    texts = {scope.value: text for scope, text in SCOPE_TEXTS.items()}
    listed = [
        (each, [texts[scope] for scope in each.scopes if scope in set(TokenScope)])
        for each in tokens_of(user)
    ]
    context = {
        "form": form,
        "made": made,
        "tokens": listed,
        "is_bot": is_a_bot,
        "is_fresh": is_fresh(user),
    }
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "games/api/tokens.html", context, status=status)
