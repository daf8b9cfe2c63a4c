"""What the table could know of a finished game, or one seat: a page, and the same as a part beside the replay.

It is reckoned when somebody asks: a game takes milliseconds, so nothing is stored that could grow old.
"""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from games.engine.events import told_to
from games.engine.vocabulary import SeatNumber
from games.forms.replay import ImportForm, read_step
from games.learning.could_know import chances_by_round
from games.learning.could_know_page import CouldKnowView, present_could_know
from games.presenters.players import Player
from games.presenters.replay.step_link import StepLink
from games.selectors.replay import Recording, find_recording, record_of_recording, with_claims
from games.views.access import watchable_game_or_404
from games.views.replay import imported_by

PAGE, PART = "games/learning/could_know.html", "games/learning/_could_know.html"


@vary_on_headers("HX-Request")
@require_safe
def could_know(request: HttpRequest, code: str) -> HttpResponse:
    """Show what could be known in a finished game; redirect from a running one to its table."""
    recording = find_recording(watchable_game_or_404(request, code))
    if recording is None:
        return redirect("games:table", code=code)
    eyes = _read_eyes(request.GET.get("eyes", ""), recording)
    view = _view(with_claims(recording), eyes, read_step(request.GET.get("step")))
    is_part = bool(getattr(request, "htmx", False))
    response = render(request, PART if is_part else PAGE, {"view": view, "is_part": is_part})
    # The address bar stays on the replay, whatever is chosen beside it.
    return push_url(response, False) if is_part else response


@require_http_methods(["GET", "HEAD", "POST"])
def could_know_import(request: HttpRequest) -> HttpResponse:
    """Show what could be known in a reader's own record, which travels in the form."""
    if request.method != "POST":
        return redirect("games:replay_import")
    form = ImportForm(request.POST, request.FILES)
    recording = imported_by(form)
    if recording is None:
        return render(request, "games/replay/import.html", {"form": form}, status=400)
    kept = json.dumps(record_of_recording(recording), separators=(",", ":"))
    eyes = _read_eyes(request.POST.get("eyes", ""), recording)
    view = _view(recording, eyes, read_step(request.POST.get("here")), record=kept)
    return render(request, PAGE, {"view": view})


def _read_eyes(value: str, recording: Recording) -> SeatNumber | None:
    """Return the seat in an address or form; None, the whole table, for anything else."""
    is_seat = value.isascii() and value.isdigit() and len(value) <= 2
    return int(value) if is_seat and int(value) < len(recording.names) else None


def _view(
    recording: Recording, eyes: SeatNumber | None, step: int | None, *, record: str = ""
) -> CouldKnowView:
    moments, end = recording.moments, recording.end
    here = len(moments) - 1 if step is None else min(step, len(moments) - 1)
    current = () if end.current_round is None else (end.current_round,)
    chances = chances_by_round(
        told_to(recording.log, eyes, game_over=False),
        (*end.past_rounds, *current),
        recording.claims,
        eyes,
    )
    ends = {moment.round: number for number, moment in enumerate(moments)}
    players = tuple(
        Player(name=name, face=face, is_bot=is_bot)
        for name, face, is_bot in zip(
            recording.names, recording.faces, recording.bots, strict=True
        )
    )
    return present_could_know(
        chances,
        players,
        end.roles,
        {round_: _link(recording, number, eyes) for round_, number in ends.items()},
        eyes=eyes,
        now=moments[here].round,
        back=_link(recording, here, eyes),
        code=recording.code,
        name=recording.name,
        record=record,
    )


def _link(recording: Recording, step: int, eyes: SeatNumber | None) -> StepLink:
    """Return this step of the replay as these eyes saw it."""
    if not recording.code:
        return StepLink(step=step, url="")
    seen_by = "" if eyes is None else f"?view={eyes + 1}"
    url = reverse("games:replay_step", args=[recording.code, step])
    return StepLink(step=step, url=url + seen_by)
