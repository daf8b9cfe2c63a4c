"""The pages of clubs that anybody may read: the list, one club, its members, news and games."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.clubs.access import club_and_reader, reader
from games.clubs.boards import present_boards
from games.clubs.finding import CLUBS_A_PAGE, clubs_of, find_clubs
from games.clubs.forms import FindForm, InvitationForm, NewsForm
from games.clubs.models import Ask, Club, ClubRole
from games.clubs.pages import (
    BOARD_DAYS,
    LEAST_GAMES,
    ClubReader,
    active_faces,
    best_streak,
    board,
    club_read_by,
    games_of,
    news_read_by,
    numbers,
    open_tables,
)
from games.clubs.standing import has_confirmed_address, requests_to_see
from games.clubs.values import ACTIVE_FOR
from games.forms.player import read_page
from games.presenters.player.leaderboard import PagesView
from games.signals import asked_for_nights
from games.values.languages import LANGUAGES
from games.views.embed import FeedEntry, feed_of

LATEST_NEWS = 3
LATEST_GAMES = 5
LEADERS = 5
MEMBERS_A_PAGE = 50
NEWS_A_PAGE = 10
GAMES_A_PAGE = 25
WHOLE_BOARD = 50
SEARCH_FROM = 8
"""From how many clubs on there is something to search."""


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """List one's own clubs, and those that somebody looks for."""
    form = FindForm(request.GET)
    typed = form.cleaned_data if form.is_valid() else {"q": "", "language": ""}
    found = find_clubs(typed["q"], typed["language"])
    page, size = read_page(request.GET), found.count()
    start = (page - 1) * CLUBS_A_PAGE
    user = reader(request)
    is_search = bool(typed["q"] or typed["language"])
    mine = clubs_of(user) if user and not user.is_guest else []
    context = {
        "form": form,
        "mine": mine,
        "clubs": found[start : start + CLUBS_A_PAGE],
        "found": size,
        "has_search": is_search or size >= SEARCH_FROM,
        "has_example": not is_search and size < SEARCH_FROM and not mine,
        "pages": _pages_of(page, size, CLUBS_A_PAGE),
        "query": urlencode({name: value for name, value in typed.items() if value}),
        "language_names": LANGUAGES,
        "days": ACTIVE_FOR.days,
        "bar": _bar_to_found(user),
    }
    return render(request, "games/clubs/list.html", context)


def _bar_to_found(user: User | None) -> str:
    """Return what keeps a reader from founding a club: no account, no confirmed address; or nothing."""
    if user is None or user.is_guest:
        return "account"
    return "" if has_confirmed_address(user.pk) else "address"


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club; of a closed one only its games."""
    found, who = club_and_reader(request, slug, even_closed=True)
    now = timezone.now()
    context = _head_of(found, who, "club") | {
        "numbers": numbers(found),
        "board": board(found, now, request.user.pk, LEADERS),
        "least_games": LEAST_GAMES,
        "games": games_of(found, who)[:LATEST_GAMES],
    }
    if found.closed_at is None:
        context |= {
            "faces": active_faces(found, now),
            "days": ACTIVE_FOR.days,
            "news": news_read_by(found, reader(request))[:LATEST_NEWS],
            "tables": open_tables(found) if who.is_member else [],
            "boards": present_boards(found),
            "nights": [
                night
                for _receiver, nights in asked_for_nights.send(Club, now=now, club=found.pk)
                for night in nights or ()
            ],
        }
    return render(request, "games/clubs/club.html", context)


@never_cache
@require_safe
@login_required
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members; officers find the open requests and invitations above."""
    return members_page(request, slug, InvitationForm())


def members_page(
    request: HttpRequest, slug: str, form: InvitationForm, *, status: int = 200
) -> HttpResponse:
    """Return the page of the members, with this form for officers who invite."""
    found, who = club_and_reader(request, slug)
    page = read_page(request.GET)
    rows = found.memberships.select_related("user").order_by("role", "joined_at", "pk")
    start = (page - 1) * MEMBERS_A_PAGE
    invited = found.asks.exclude(kind=Ask.Kind.REQUEST).select_related("user")
    context = _head_of(found, who, "members") | {
        "members": rows[start : start + MEMBERS_A_PAGE],
        "pages": _pages_of(page, found.size, MEMBERS_A_PAGE),
        "requests": requests_to_see().filter(club=found) if who.waiting and who.is_officer else [],
        "invited": invited.order_by("kind", "created_at") if who.is_officer else [],
        "form": form,
        "roles": ClubRole,
    }
    return render(request, "games/clubs/members.html", context, status=status)


@never_cache
@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """List the news; officers find the form above."""
    return news_page(request, slug, NewsForm())


def news_page(
    request: HttpRequest, slug: str, form: NewsForm, *, status: int = 200
) -> HttpResponse:
    """Return the page of the news, with this form for officers who write."""
    found, who = club_and_reader(request, slug)
    user, page = reader(request), read_page(request.GET)
    start = (page - 1) * NEWS_A_PAGE
    rows = news_read_by(found, user)
    context = _head_of(found, who, "news") | {
        "news": rows[start : start + NEWS_A_PAGE],
        "pages": _pages_of(page, rows.count(), NEWS_A_PAGE),
        "form": form,
    }
    return render(request, "games/clubs/news.html", context, status=status)


@never_cache
@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the leaderboard, the numbers and the games of a club, of a closed one as well."""
    found, who = club_and_reader(request, slug, even_closed=True)
    page = read_page(request.GET)
    start = (page - 1) * GAMES_A_PAGE
    # One more than shown tells whether there are older ones: to count them all would read each.
    rows = list(games_of(found, who)[start : start + GAMES_A_PAGE + 1])
    context = _head_of(found, who, "games") | {
        "numbers": numbers(found),
        "board": board(found, timezone.now(), request.user.pk, WHOLE_BOARD),
        "board_days": BOARD_DAYS,
        "best": best_streak(found),
        "least_games": LEAST_GAMES,
        "games": rows[:GAMES_A_PAGE],
        "newer": f"?page={page - 1}" if page > 1 else "",
        "older": f"?page={page + 1}" if len(rows) > GAMES_A_PAGE else "",
    }
    return render(request, "games/clubs/games.html", context)


@require_safe
@cache_control(public=True, max_age=600)
def games_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the club's games that everybody may watch again as an Atom feed."""
    found = club_read_by(slug, None)
    if found is None or found[0].closed_at is not None:
        raise Http404
    results = [each.result for each in games_of(*found)[:GAMES_A_PAGE]]
    entries = [
        FeedEntry(each.game.code, each.game.name, each.victory, each.ended_at) for each in results
    ]
    return feed_of(request, found[0].name, reverse("clubs:games", args=[slug]), entries)


def _head_of(found: Club, who: ClubReader, here: str) -> dict[str, object]:
    """Return what the head of every page of a club shows."""
    return {
        "club": found,
        "reader": who,
        "here": here,
        "languages": [LANGUAGES[code] for code in found.language_codes],
    }


def _pages_of(page: int, rows: int, a_page: int) -> PagesView:
    """Return the place of a page among all."""
    return PagesView(here=page, last=max(1, -(-rows // a_page)), people=rows)
