"""Replay: a finished game step by step, its summary, its record, its card; and imported records.

An imported record is not stored: it travels in the form with every step, and the engine checks it
each time, so nothing has to be trusted.
"""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.forms.replay import ImportForm, read_step
from games.presenters.player.rated_game import present_rated_game
from games.records.faults import RecordError
from games.replays.picture import draw
from games.replays.steps import card_view, read_replay_options, replay_view, summary_view
from games.replays.winning import winning_view
from games.selectors.chat import notes_of, said_at
from games.selectors.past_games import prediction_of, rated_game
from games.selectors.replay import (
    Recording,
    find_ended,
    find_recording,
    imported_recording,
    record_of_recording,
    with_claims,
)
from games.views.access import watchable_game_or_404
from games.words.records import fault_text


@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Show the summary of a finished game; redirect from a running one to its table."""
    recording = _find(request, code)
    if recording is None:
        return redirect("games:table", code=code)
    rated, seat = rated_game(recording.game_id or 0), recording.seat_of(request.user.pk)
    recording = with_claims(recording)
    view = summary_view(
        recording,
        viewer=seat,
        prediction=rated.prediction if rated else None,
    )
    card = request.build_absolute_uri(reverse("games:replay_card", args=[code]))
    player = request.user if seat is not None and isinstance(request.user, User) else None
    context = {
        "view": view,
        "winning": winning_view(recording),
        # A guest cannot invite anybody.
        "may_play_again": player is not None and not player.is_guest,
        "may_keep_account": player is not None and player.is_guest,
        "rated": rated and present_rated_game(rated),
        "card_url": card,
        "page_url": request.build_absolute_uri(),
    }
    return render(request, "games/replay/summary.html", context)


@vary_on_headers("HX-Request")
@require_safe
def replay_step(request: HttpRequest, code: str, step: int) -> HttpResponse:
    """Show one step of a finished game."""
    recording = _find(request, code)
    if recording is None:
        return redirect("games:table", code=code)
    options = read_replay_options(request.GET.dict(), len(recording.names))
    view = replay_view(
        recording,
        step,
        options,
        said=said_at(recording.game_id or 0),
        muted=notes_of(recording.game_id or 0, request.user.pk).muted,
        prediction=_prediction(recording),
    )
    if view is None:
        raise Http404
    card = request.build_absolute_uri(reverse("games:replay_card", args=[code]))
    context = {
        "view": view,
        "winning": winning_view(recording, step, options),
        "card_url": card,
        "page_url": request.build_absolute_uri(),
    }
    return render(request, _template(request), context)


@require_safe
@cache_control(private=True, max_age=3600)
def replay_card(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the picture beside a shared link."""
    view = card_view(_find_finished(request, code))
    picture = HttpResponse(draw(view), content_type="image/png")
    # Other sites may show it in previews of links.
    picture["Cross-Origin-Resource-Policy"] = "cross-origin"
    return picture


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the record of a game that has ended, for download."""
    ended = find_ended(watchable_game_or_404(request, code))
    if ended is None:
        raise Http404
    recording = with_claims(ended)
    response = HttpResponse(
        json.dumps(record_of_recording(recording), ensure_ascii=False, indent=1) + "\n",
        content_type="application/json",
    )
    response["Content-Disposition"] = f'attachment; filename="game-{code}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def replay_import(request: HttpRequest) -> HttpResponse:
    """Show a reader's own record like a game of ours."""
    if request.method != "POST":
        return render(request, "games/replay/import.html", {"form": ImportForm()})
    form = ImportForm(request.POST, request.FILES)
    recording = imported_by(form)
    if recording is None:
        return render(request, "games/replay/import.html", {"form": form}, status=400)
    # The engine's own output travels on: short, and fully checked.
    kept = json.dumps(record_of_recording(recording), separators=(",", ":"))
    step = read_step(request.POST.get("step", request.POST.get("here")))
    options = read_replay_options(request.POST.dict(), len(recording.names))
    view = None if step is None else replay_view(recording, step, options, record=kept)
    if view is None:
        summary = summary_view(recording, record=kept)
        shown = {"view": summary, "winning": winning_view(recording)}
        return render(request, "games/replay/summary.html", shown)
    context = {"view": view, "winning": winning_view(recording, step, options)}
    return push_url(render(request, _template(request), context), False)


def imported_by(form: ImportForm) -> Recording | None:
    """Return the game in this form; None if it is not one, with the reason in the form's errors."""
    if not form.is_valid():
        return None
    try:
        return imported_recording(form.cleaned_data["record"], _("Imported game"))
    except RecordError as error:
        form.add_error(None, fault_text(error))
        return None


def _find(request: HttpRequest, code: str) -> Recording | None:
    """Return the finished game, if this person may look at it; None while it is running."""
    return find_recording(watchable_game_or_404(request, code))


def _prediction(recording: Recording) -> float | None:
    """Return the liberals' chance before a ranked game; None for other games."""
    return prediction_of(recording.game_id or 0)


def _find_finished(request: HttpRequest, code: str) -> Recording:
    recording = _find(request, code)
    if recording is None:
        raise Http404
    return recording


def _template(request: HttpRequest) -> str:
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    is_part = htmx.target == "replay" and not htmx.history_restore_request
    return "games/replay/_replay.html" if is_part else "games/replay/replay.html"
