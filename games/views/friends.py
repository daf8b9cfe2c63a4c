"""Friends: the page of them, the search by name, and the page of one person, where one asks or answers.

The page lives here and not in accounts, which keeps the friends: it shows where they play.
"""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import friends as bonds
from accounts.models import User
from accounts.names import NAME_MAX_LENGTH
from accounts.people_search import FEWEST_LETTERS, find_members
from accounts.presence import show_presence
from games.forms.player import read_page
from games.live.friends_board import FRIENDS_A_PAGE, render_friends
from games.live.lobby_board import digest
from games.presenters.player.leaderboard import present_pages
from games.selectors.friends import acquaintances, read_friends
from games.selectors.people import person_of
from games.selectors.player import find_player
from games.views.people import too_many


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def friends(request: HttpRequest) -> HttpResponse:
    """Show the reader's friends and who asks them; a form says whether friends see the reader (POST)."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if user.is_guest:
        return render(request, "games/friends/guest.html")
    if request.method == "POST":
        show_presence(user=user, is_shown=request.POST.get("shown") == "1")
        return redirect("games:friends")
    language = get_language() or ""
    found = read_friends(user)
    last = present_pages(1, len(found.friends), FRIENDS_A_PAGE).last
    page = min(read_page(request.GET), last)
    regions = render_friends(found.friends, language, page)
    context = {
        "found": found,
        "regions": regions,
        "pages": present_pages(page, len(found.friends), FRIENDS_A_PAGE),
        "is_shown": user.preferences.shows_presence,
        "socket_url": f"/ws/friends/?language={language}&seen={digest(regions)}",
        "longest": NAME_MAX_LENGTH,
        "fewest": FEWEST_LETTERS,
    }
    return render(request, "games/friends/friends.html", context)


@never_cache
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show members whose name begins as typed."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path())
    if user.is_guest:
        return render(request, "games/friends/guest.html")
    if refused := too_many(request, action="friend_search", key=str(user.pk), limit_get=True):
        return refused
    typed = request.GET.get("name", "").strip()[:NAME_MAX_LENGTH]
    context = {
        "typed": typed,
        "is_short": len(typed) < FEWEST_LETTERS,
        "people": acquaintances(user, find_members(typed, searcher=user)),
        "longest": NAME_MAX_LENGTH,
        "fewest": FEWEST_LETTERS,
    }
    return render(request, "games/friends/search.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def friend(request: HttpRequest, name: str) -> HttpResponse:
    """Say what this person is to the reader; ask, answer, take back or end it; `name`: the one in addresses."""
    other = find_player(name)
    if other is None or other.closed_at is not None:
        raise Http404
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if user.is_guest:
        return render(request, "games/friends/guest.html")
    if request.method == "POST":
        return _act(request, user, other)
    return _friend_page(request, user, other)


def _act(request: HttpRequest, user: User, other: User) -> HttpResponse:
    try:
        match request.POST.get("act"):
            case "ask":
                if refused := too_many(request, action="friend_request", key=str(user.pk)):
                    return refused
                bonds.ask(user=user, other=other)
            case "accept":
                if not bonds.accept(user=user, other=other):
                    messages.info(request, _("This request is not open any more."))
            case "decline":
                bonds.decline(user=user, other=other)
            case "take_back":
                bonds.take_back(user=user, other=other)
            case "end":
                bonds.end(user=user, other=other)
    except ValidationError as refusal:
        return _friend_page(request, user, other, refused=refusal.messages[0])
    return redirect("games:friends" if "list" in request.POST else request.path)


def _friend_page(
    request: HttpRequest, user: User, other: User, *, refused: str = ""
) -> HttpResponse:
    context = {
        "person": person_of(other),
        "bond": bonds.bonds_with(user, [other])[other.pk].value,
        "never_because_guest": other.is_guest,
        "refused": refused,
    }
    return render(request, "games/friends/friend.html", context, status=409 if refused else 200)
