"""Report a club or its news, and the page on which moderators act on it."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clubs import moderating
from games.clubs.access import club_or_404, refusal_page, whole_number
from games.clubs.forms import NewNameForm
from games.clubs.values import ClubError
from games.moderation.reporting import report_page
from games.moderation.staff_views import for_moderators, moderator_of

form_methods = require_http_methods(["GET", "HEAD", "POST"])
NEWS_SHOWN = 20


@never_cache
@form_methods
@login_required
def report_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Report the name or the text of a club."""
    return report_page(request, moderating.club_target(club_or_404(slug)))


@never_cache
@form_methods
@login_required
def report_news(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Report news of a club."""
    rows = club_or_404(slug).news.select_related("author", "club")
    found = rows.filter(pk=number).first()
    return report_page(request, moderating.news_target(found) if found else None)


@for_moderators
@form_methods
def moderate(request: HttpRequest, number: int) -> HttpResponse:
    """Show the texts of a club to a moderator, and do what they choose."""
    moderator = moderator_of(request)
    club = moderating.clubs_for(moderator, number)
    if club is None:
        raise Http404
    form = NewNameForm(request.POST if "rename" in request.POST else None)
    try:
        if "clear" in request.POST:
            moderating.clear(club=club, moderator=moderator)
        elif "news" in request.POST:
            chosen = whole_number(request.POST["news"])
            moderating.delete(club=club, moderator=moderator, news_id=chosen)
        elif "close" in request.POST:
            moderating.close(club=club, moderator=moderator)
            return redirect("moderation:queue")
        elif form.is_valid():
            name = form.cleaned_data["name"]
            moderating.rename(club=club, moderator=moderator, name=name)
    except ClubError as error:
        return refusal_page(request, club, error)
    except ValidationError as error:
        form.add_error(None, error)
    if request.method == "POST" and not form.errors:
        return redirect("clubs:moderate", number)
    context = {
        "club": club,
        "news": club.news.select_related("author")[:NEWS_SHOWN],
        "form": form,
    }
    return render(request, "games/clubs/moderate.html", context)
