"""The table over HTTP: the page itself, and every action as an ordinary form.

Thin: the service decides, the presenters show. The same partials as over the socket.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.preferences import preferences_of
from games.engine import IllegalAction
from games.forms.game import parse_action, parse_agreement, parse_more_time
from games.live.refusal import refusal_html
from games.live.table_screen import TableScreen
from games.presenters.boards import BoardView, present_board
from games.presenters.player.rated_game import present_chance, present_rated_game
from games.presenters.table.stand_in import present_decided
from games.selectors.away import decided_by_stand_in
from games.selectors.chance import liberal_chance
from games.selectors.past_games import rated_game
from games.selectors.seen_table import SeenTable, see_table
from games.services.agreement import submit_agreement
from games.services.game import leave_seat, submit_action, take_seat_back
from games.services.more_time import take_more_time
from games.services.turn_notices import note_seen
from games.values.action_request import ActionRequest
from games.values.http_status import http_status_of
from games.values.refusals import GameError, ServiceReason
from games.views.access import DATABASE_IS_AWAY, watchable_game_or_404, watchable_table_or_404
from games.views.chat import own_screen_of, talk_context


@never_cache
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this person may see it."""
    return _table_page(request, watchable_table_or_404(request, code))


@never_cache
@require_GET
def ratings(request: HttpRequest, code: str) -> HttpResponse:
    """Return a ranked game's effect on ratings, for a page that was open at its end."""
    seen = see_table(watchable_game_or_404(request, code), request.user.pk)
    if not seen.facts.is_ranked:
        raise Http404
    context = _ranked_context(seen) | {"is_fetched": True}
    return render(request, "games/table/_ratings.html", context)


@never_cache
@require_GET
def why_not(request: HttpRequest, code: str) -> HttpResponse:
    """Return what this person cannot do at the table now, and why, for a page that asks."""
    seen = watchable_table_or_404(request, code)
    context = {"answers": TableScreen(seen).answers}
    return render(request, "games/table/_why_not_answers.html", context)


@never_cache
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Submit an action and return to the table; a refusal shows the reason."""
    game_id = watchable_game_or_404(request, code)
    asked = None
    try:
        asked = parse_action(request.POST.dict())
        counts = submit_action(game_id=game_id, user_id=request.user.pk, request=asked)
        if not counts and request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
            # The page asks whether what it kept has counted (unsent.js).
            return _table_page(
                request,
                see_table(game_id, request.user.pk),
                status=http_status_of(ServiceReason.STALE_DECISION),
            )
    except (GameError, IllegalAction) as error:
        if error.reason is not ServiceReason.DUPLICATE_ACTION:
            return _refused(request, game_id, error, asked)
    except DATABASE_IS_AWAY:
        return _refused(request, game_id, GameError(ServiceReason.DATABASE_AWAY))
    return redirect("games:table", code=code)


@never_cache
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the seat to a stand-in, and go to the open tables."""
    game_id = watchable_game_or_404(request, code)
    try:
        leave_seat(game_id=game_id, user_id=request.user.pk)
    except GameError as error:
        return _refused(request, game_id, error)
    return redirect("games:home")


@never_cache
@require_POST
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take the seat back from a stand-in."""
    game_id = watchable_game_or_404(request, code)
    try:
        take_seat_back(game_id=game_id, user_id=request.user.pk)
    except GameError as error:
        return _refused(request, game_id, error)
    return redirect("games:table", code=code)


@never_cache
@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Propose a motion, answer it, or end a pause."""
    game_id = watchable_game_or_404(request, code)
    try:
        submit_agreement(
            game_id=game_id, user_id=request.user.pk, request=parse_agreement(request.POST.dict())
        )
    except GameError as error:
        return _refused(request, game_id, error)
    except DATABASE_IS_AWAY:
        return _refused(request, game_id, GameError(ServiceReason.DATABASE_AWAY))
    return redirect("games:table", code=code)


@never_cache
@require_POST
def more_time(request: HttpRequest, code: str) -> HttpResponse:
    """Take more time for one's own decision."""
    game_id = watchable_game_or_404(request, code)
    try:
        decision = parse_more_time(request.POST.dict())
        take_more_time(game_id=game_id, user_id=request.user.pk, decision=decision)
    except GameError as error:
        return _refused(request, game_id, error)
    except DATABASE_IS_AWAY:
        return _refused(request, game_id, GameError(ServiceReason.DATABASE_AWAY))
    return redirect("games:table", code=code)


def _refused(
    request: HttpRequest,
    game_id: int,
    error: GameError | IllegalAction,
    asked: ActionRequest | None = None,
) -> HttpResponse:
    messages.error(request, refusal_html(error, game_id, asked))
    seen = see_table(game_id, request.user.pk)
    return _table_page(request, seen, status=http_status_of(error.reason))


def _table_page(request: HttpRequest, seen: SeenTable, status: int = 200) -> HttpResponse:
    screen = own_screen_of(request, seen)
    if request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate":
        # A page that refreshes itself may be open without a reader.
        note_seen(seen=seen, user_id=request.user.pk, now=timezone.now())
    is_practice = _is_practice(seen)
    context = {
        "table": screen.table,
        "answers": screen.answers,
        "talk": screen.talk,
        "log": screen.log,
        "deal": screen.deal,
        "chat": talk_context(request, screen),
        "socket_url": f"/ws/games/{seen.facts.code}/?language={screen.language}",
        "table_url": reverse("games:table", args=[seen.facts.code]),
        "verify_url": reverse("games:verify", args=[seen.facts.code]),
        "is_practice": is_practice,
        "has_coach": is_practice and preferences_of(request).has_coach,
        "decided_for_me": _decided_for_viewer(screen),
        "board": _board(seen),
        "voice_link": seen.voice_link,
    }
    if seen.facts.is_ranked:
        context |= _ranked_context(seen)
    return render(request, "games/table/table.html", context, status=status)


def _board(seen: SeenTable) -> BoardView | None:
    """The board, where it is not the standard one; on the page alone."""
    board = present_board(seen.observation.ruleset, seen.facts.board_name)
    return None if board.is_standard else board


def _decided_for_viewer(screen: TableScreen) -> tuple[tuple[int, str], ...]:
    """What a stand-in has decided for the viewer, while it holds the seat; on the page alone."""
    viewer = screen.viewer
    if viewer is None or not screen.table.stand_in.return_url:
        return ()
    return present_decided(
        decided_by_stand_in(screen.seen.facts.game_id, viewer), screen.players, viewer
    )


def _is_practice(seen: SeenTable) -> bool:
    """Whether the viewer plays alone against bots, where nothing is at stake."""
    return seen.facts.is_practice and seen.viewer is not None and not seen.is_over


def _ranked_context(seen: SeenTable) -> dict[str, Any]:
    """The chances while the game runs, from who plays and not from who is who; then the changes."""
    context = {"ratings_url": reverse("games:ratings", args=[seen.facts.code])}
    if seen.is_over:
        rated = rated_game(seen.facts.game_id)
        own = "" if seen.viewer is None else seen.facts.occupants[seen.viewer].shown_name
        return context | {"rated": rated and present_rated_game(rated, own)}
    people = [each.user_id for each in seen.facts.occupants if each.user_id is not None]
    rules = seen.observation.ruleset
    return context | {"chance": present_chance(liberal_chance(people, rules.edition, rules.board))}
