"""Finished games on other sites: the only page that may be framed, oEmbed for it, and feeds to subscribe to."""

from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlsplit

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.engine.vocabulary import Victory
from games.replays.steps import summary_view
from games.selectors.access import find_watchable_game
from games.selectors.past_games import past_games
from games.selectors.player import find_player
from games.selectors.replay import Recording, find_recording
from games.values.player import GameFilter
from games.values.refusals import GameError
from games.words.phrases import name_of

WIDTH, HEIGHT = 600, 380
"""The size for other sites: the picture, and a line below it."""
MOST_CHARACTERS = 500
MOST_DIGITS = 6
_FRAMED = {"frame-ancestors": ["*"], "form-action": [NONE]}


@require_safe
@csp_replace(_FRAMED)  # type: ignore[arg-type]
@xframe_options_exempt
@cache_control(public=True, max_age=3600)
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished game's board for other sites: a picture, who won, and the way to the replay."""
    recording = _finished(code)
    context = {
        "view": summary_view(recording),
        "replay_url": reverse("games:replay", args=[code]),
        "card_url": reverse("games:replay_card", args=[code]),
    }
    return render(request, "games/replay/embed.html", context)


@require_safe
@cache_control(public=True, max_age=3600)
def oembed(request: HttpRequest) -> HttpResponse:
    """Tell other sites how to show a finished game whose address somebody has posted (oEmbed 1.0)."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=HTTPStatus.NOT_IMPLEMENTED)
    recording = _finished(_code_in(request))
    code, origin = recording.code, f"{request.scheme}://{request.get_host()}"
    framed = f"{origin}{reverse('games:embed', args=[code])}"
    width = min(_number(request, "maxwidth", WIDTH), WIDTH)
    height = min(_number(request, "maxheight", HEIGHT), HEIGHT)
    answer = JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": _("Secret Hitler"),
            "provider_url": f"{origin}/",
            "title": recording.name,
            "thumbnail_url": f"{origin}{reverse('games:replay_card', args=[code])}",
            "thumbnail_width": 1200,
            "thumbnail_height": 630,
            "width": width,
            "height": height,
            "html": f'<iframe src="{framed}" width="{width}" height="{height}" frameborder="0"></iframe>',
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@require_safe
@cache_control(public=True, max_age=600)
def player_feed(request: HttpRequest, name: str) -> HttpResponse:
    """Serve a player's finished games as an Atom feed; nothing of somebody who hides them."""
    person = find_player(name)
    if person is None or person.closed_at or not person.preferences.shows_games:
        raise Http404
    title = _("Games of %(name)s") % {"name": person.display_name}
    home = reverse("games:player_games", args=[person.username])
    games = past_games(person.pk, GameFilter()).games
    entries = [FeedEntry(each.code, each.name, each.victory, each.ended_at) for each in games]
    return feed_of(request, title, home, entries)


class FeedEntry(NamedTuple):
    """One finished game in a feed."""

    code: str
    """Empty for a private table, which is left out."""
    name: str
    victory: str
    ended_at: datetime


def feed_of(
    request: HttpRequest, title: str, path: str, games: Iterable[FeedEntry]
) -> HttpResponse:
    """Return these games as an Atom feed with this title, of the page at this path."""
    origin = f"{request.scheme}://{request.get_host()}"
    feed = Atom1Feed(
        title=title,
        link=f"{origin}{path}",
        description=title,
        author_name=title,
        language=get_language() or "en",
        feed_url=request.build_absolute_uri(),
    )
    for each in games:
        if each.code:
            feed.add_item(
                title=each.name,
                link=f"{origin}{reverse('games:replay', args=[each.code])}",
                description=name_of(Victory(each.victory)),
                updateddate=each.ended_at,
                pubdate=each.ended_at,
            )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml")


def _finished(code: str) -> Recording:
    """Return a finished game that anybody with its address may watch again. Raises Http404."""
    try:
        found = find_recording(find_watchable_game(code, None))
    except GameError:
        found = None
    if found is None:
        raise Http404
    return found


def _code_in(request: HttpRequest) -> str:
    """Return the code of the game whose address is asked about. Raises Http404."""
    try:
        asked = urlsplit(request.GET.get("url", "")[:MOST_CHARACTERS])
    except ValueError:
        raise Http404 from None
    is_ours = asked.scheme in {"http", "https"} and asked.netloc == request.get_host()
    if not is_ours or not asked.path.startswith("/games/"):
        raise Http404
    try:
        return str(resolve(asked.path).kwargs.get("code", ""))
    except Resolver404:
        raise Http404 from None


def _number(request: HttpRequest, name: str, default: int) -> int:
    typed = request.GET.get(name, "")
    is_number = typed.isascii() and typed.isdigit() and len(typed) < MOST_DIGITS
    return int(typed) or default if is_number else default
