"""What people do with a club: found and change it, join and leave, answer, appoint, write, open a table."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.emblems import read_emblem
from accounts.models import User
from games.clubs import asks, founding, tables
from games.clubs import members as memberships
from games.clubs import news as newspaper
from games.clubs.access import (
    by_a_member,
    club_and_reader,
    member_of_the_site,
    refusal_page,
    whole_number,
)
from games.clubs.boards import present_boards
from games.clubs.forms import ClubForm, InvitationForm, NewsForm, first_values
from games.clubs.members import Joined
from games.clubs.models import Club
from games.clubs.standing import has_confirmed_address
from games.clubs.values import ClubError, ClubRefusal
from games.clubs.views import members_page, news_page
from games.clubs.words import REFUSALS
from games.views.people import too_many

_ABOUT_A_NAME = frozenset(
    {
        ClubRefusal.NOBODY_OF_THIS_NAME,
        ClubRefusal.ALREADY_A_MEMBER,
        ClubRefusal.THEY_HAVE_TOO_MANY,
    }
)
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@form_methods
def found(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    user = member_of_the_site(request)
    if isinstance(user, HttpResponse):
        return user
    if not has_confirmed_address(user.pk):
        return refusal_page(request, None, ClubError(ClubRefusal.NOT_CONFIRMED))
    form = ClubForm(request.POST or None, initial=first_values(None, get_language() or "en"))
    if request.method == "POST" and form.is_valid():
        if limited := too_many(request, action="club_found", key=str(user.pk)):
            return limited
        try:
            club = founding.found_club(user=user, **form.values())
        except ValidationError as error:
            form.add_error(None, error)
        except ClubError as error:
            return refusal_page(request, None, error)
        else:
            messages.success(request, _("The club is founded. Invite the people you play with."))
            return redirect("clubs:club", club.slug)
    context = {"form": form, **_worn_by(form)}
    return render(request, "games/clubs/found.html", context)


@never_cache
@form_methods
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the club as its owner, who finds here, too, how to close it."""
    user = member_of_the_site(request)
    if isinstance(user, HttpResponse):
        return user
    club, who = club_and_reader(request, slug)
    if not who.is_owner:
        return refusal_page(request, club, ClubError(ClubRefusal.NOT_ALLOWED))
    form = ClubForm(request.POST or None, initial=first_values(club, ""))
    if request.method == "POST" and form.is_valid():
        if limited := too_many(request, action="club_act", key=str(user.pk)):
            return limited
        try:
            founding.change_club(club_id=club.pk, user=user, **form.values())
        except ValidationError as error:
            form.add_error(None, error)
        except ClubError as error:
            return refusal_page(request, club, error)
        else:
            messages.success(request, _("The club is changed."))
            return redirect("clubs:club", club.slug)
    context = {"club": club, "form": form, "boards": present_boards(club), **_worn_by(form)}
    return render(request, "games/clubs/settings.html", context)


@never_cache
@form_methods
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the owner once more, and close the club."""
    user = member_of_the_site(request)
    if isinstance(user, HttpResponse):
        return user
    club, who = club_and_reader(request, slug)
    if not who.is_owner:
        return refusal_page(request, club, ClubError(ClubRefusal.NOT_ALLOWED))
    if request.method != "POST":
        return render(request, "games/clubs/close.html", {"club": club})
    try:
        founding.close_own_club(club_id=club.pk, user=user)
    except ClubError as error:
        return refusal_page(request, club, error)
    messages.success(request, _("The club has closed."))
    return redirect("clubs:list")


@by_a_member
def join(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Join, or ask to."""
    if memberships.join(club_id=club.pk, user=user) is Joined.ASKED:
        messages.success(request, _("The officers of the club have your request."))
    else:
        messages.success(request, _("You are a member now."))
    return None


@by_a_member
def decline(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Decline an invitation or the offer of a club, or take back one's request."""
    asks.decline(club_id=club.pk, user=user, kind=request.POST.get("kind", ""))
    return None


@by_a_member
def leave(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Leave a club."""
    memberships.leave(club_id=club.pk, user=user)
    messages.success(request, _("You have left the club."))
    return None


@by_a_member
def invite(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Invite somebody by name; a name that fits nobody stays in the form."""
    form = InvitationForm(request.POST)
    if form.is_valid():
        try:
            other = asks.invite(club_id=club.pk, user=user, name=form.cleaned_data["name"])
        except ClubError as error:
            if error.refusal not in _ABOUT_A_NAME:
                raise
            form.add_error("name", str(REFUSALS[error.refusal]))
        else:
            sentence = _("%(name)s is invited.") % {"name": other.display_name}
            messages.success(request, sentence)
            return redirect("clubs:members", club.slug)
    return members_page(request, club.slug, form, status=400)


@by_a_member
def answer(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Accept or decline a request, or take back an invitation."""
    asks.answer(
        club_id=club.pk,
        user=user,
        ask_id=whole_number(request.POST.get("ask")),
        accepts=request.POST.get("answer") == "accept",
    )
    return redirect("clubs:members", club.slug)


@by_a_member
def remove(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Remove a member."""
    memberships.remove(
        club_id=club.pk, user=user, member_id=whole_number(request.POST.get("member"))
    )
    return redirect("clubs:members", club.slug)


@by_a_member
def appoint(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Make somebody an officer, or a member again."""
    memberships.appoint(
        club_id=club.pk,
        user=user,
        member_id=whole_number(request.POST.get("member")),
        is_officer=request.POST.get("role") == "officer",
    )
    return redirect("clubs:members", club.slug)


@by_a_member
def hand_over(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Offer the club to another member."""
    memberships.offer(
        club_id=club.pk, user=user, member_id=whole_number(request.POST.get("member"))
    )
    messages.success(request, _("The club is theirs once they have accepted."))
    return redirect("clubs:members", club.slug)


@by_a_member
def take_over(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Accept the club that its owner offers."""
    memberships.take_over(club_id=club.pk, user=user)
    messages.success(request, _("The club is yours now."))
    return None


@by_a_member
def write(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Write news; what is refused stays in the form."""
    form = NewsForm(request.POST)
    if form.is_valid():
        if limited := too_many(request, action="club_news", key=str(user.pk)):
            return limited
        try:
            newspaper.write_news(club_id=club.pk, user=user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("clubs:news", club.slug)
    return news_page(request, club.slug, form, status=400)


@by_a_member
def delete_news(_request: HttpRequest, club: Club, user: User, number: int) -> HttpResponse | None:
    """Delete news."""
    newspaper.delete_own_news(club_id=club.pk, user=user, news_id=number)
    return redirect("clubs:news", club.slug)


@by_a_member
def open_table(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Open a lobby for members only, and lead there."""
    if limited := too_many(request, action="lobby_create_person", key=str(user.pk)):
        return limited
    lobby = tables.open_club_table(club_id=club.pk, user=user)
    return redirect("games:lobby", lobby.code)


def _worn_by(form: ClubForm) -> dict[str, object]:
    """Return the emblem that a form shows as chosen."""
    chosen = " ".join(str(form[name].value()) for name in ("symbol", "ink", "ground"))
    emblem = read_emblem(chosen)
    return {"worn": emblem, "worn_text": str(emblem)}
