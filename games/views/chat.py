"""Table talk over HTTP: the talk on the table's page, a page of its own without scripts, and notes.

Thin: services decide, presenters show. A refused message comes back with the typed text.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.engine.vocabulary import SeatNumber
from games.forms.chat import parse_mark, parse_mute, parse_notes, parse_talk
from games.live.table_screen import TableScreen, screen_of
from games.models.chat import NOTES_MAX_LENGTH
from games.presenters.players import Player
from games.presenters.table.chat import present_phrases
from games.presenters.table.notes import (
    PersonView,
    present_people,
    present_player,
    present_spectator,
)
from games.selectors.chat import notes_of, said_at, speaker_key
from games.selectors.seen_table import SeenTable, see_table
from games.services.chat import keep_notes, mark_player, mute, talk
from games.values.chat import (
    TEXT_MAX_LENGTH,
    SaidLine,
    TalkMode,
    mode_for,
    seat_key,
    seat_of_key,
)
from games.values.http_status import http_status_of
from games.values.refusals import GameError, ServiceReason
from games.views.access import DATABASE_IS_AWAY, watchable_game_or_404
from games.views.people import too_many
from games.words.phrases import reason_text
from games.words.talk import slow_mode_sentence

NOTHING: Mapping[str, str] = {}


@never_cache
@require_GET
def talk_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show talk and notes alone, on a page that does not reload itself: for browsers without scripts."""
    return _page(request, watchable_game_or_404(request, code))


@never_cache
@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something or make a claim, and return to the previous page."""
    game_id = watchable_game_or_404(request, code)
    try:
        talk(game_id=game_id, user_id=request.user.pk, request=parse_talk(request.POST.dict()))
    except GameError as error:
        return _refused(request, game_id, error)
    except DATABASE_IS_AWAY:
        return _refused(request, game_id, GameError(ServiceReason.DATABASE_AWAY))
    return _back(request, code)


@never_cache
@require_POST
def notes(request: HttpRequest, code: str) -> HttpResponse:
    """Save notes; scripts send them while they are typed and get a one-word answer."""
    game_id = watchable_game_or_404(request, code)
    try:
        _not_too_often(request)
        keep_notes(game_id=game_id, user_id=request.user.pk, text=parse_notes(request.POST.dict()))
    except GameError as error:
        return _refused(request, game_id, error)
    if getattr(request, "htmx", False):
        return render(request, "games/table/_notes_kept.html")
    return _back(request, code)


@never_cache
@require_POST
def mark(request: HttpRequest, code: str) -> HttpResponse:
    """Save a private mark on a player."""
    game_id = watchable_game_or_404(request, code)
    try:
        _not_too_often(request)
        seat, chosen = parse_mark(request.POST.dict())
        mark_player(game_id=game_id, user_id=request.user.pk, seat=seat, mark=chosen)
    except GameError as error:
        return _refused(request, game_id, error)
    return _person(request, code, game_id, seat_key(seat))


@never_cache
@require_POST
def mute_person(request: HttpRequest, code: str) -> HttpResponse:
    """Mute a person, or hear them again."""
    game_id = watchable_game_or_404(request, code)
    try:
        _not_too_often(request)
        author, is_muted = parse_mute(request.POST.dict())
        mute(game_id=game_id, user_id=request.user.pk, author=author, is_muted=is_muted)
    except GameError as error:
        return _refused(request, game_id, error)
    return _person(request, code, game_id, author)


def own_screen_of(request: HttpRequest, seen: SeenTable) -> TableScreen:
    """Return this person's table with the newest talk, on their screen."""
    return screen_of(seen, getattr(request.user, "date_joined", None))


def talk_context(
    request: HttpRequest, screen: TableScreen, *, typed: Mapping[str, str] = NOTHING
) -> dict[str, Any]:
    """Return what a page shows beside the screen: the heard lines, notes, addresses.

    `typed`: the fields of a refused message, which stay in the box.
    """
    facts, viewer = screen.seen.facts, screen.viewer
    mode = mode_for(
        facts.talk,
        is_public=facts.is_public,
        guests_write=facts.guests_write,
        is_guest=getattr(request.user, "is_guest", False),
    )
    kept = notes_of(facts.game_id, request.user.pk)
    speaker = speaker_key(facts.game_id, request.user.pk or 0)
    lines = screen.chat_lines(muted=kept.muted)
    spectators = {
        line.author_key: Player(name=line.author, face=line.face)
        for line in lines
        if line.place is None
    }
    return {
        "lines": [screen.rendered(line) for line in lines],
        "is_signed_in": request.user.is_authenticated,
        "mode": mode.value,
        "is_for_guests": mode is not facts.talk,
        "slow_mode": slow_mode_sentence(facts.slow_mode),
        "groups": () if mode is TalkMode.NONE else present_phrases(),
        # Nobody says that they trust themselves.
        "players": [
            (seat, player.name, player.face)
            for seat, player in enumerate(screen.players)
            if seat != viewer
        ],
        "message_id": f"m{_own(screen.said, viewer, speaker)}",
        "typed": typed.get("text", "")[: 4 * TEXT_MAX_LENGTH],
        "phrase": typed.get("phrase", ""),
        "longest": TEXT_MAX_LENGTH,
        "longest_notes": NOTES_MAX_LENGTH,
        "notes_text": kept.text,
        "people": present_people(screen.players, spectators, kept, viewer, speaker),
        **_urls(facts.code),
    }


def _not_too_often(request: HttpRequest) -> None:
    """Limit private notes and marks as well. Raises GameError(TOO_MANY_MESSAGES)."""
    person = request.user.pk
    if person is not None and too_many(request, action="notes", key=str(person)):
        raise GameError(ServiceReason.TOO_MANY_MESSAGES)


def _urls(code: str) -> dict[str, str]:
    names = ("say", "talk", "notes", "mark", "mute", "table")
    return {"code": code} | {name: reverse(f"games:{name}", args=[code]) for name in names}


def _own(said: tuple[SaidLine, ...], viewer: SeatNumber | None, speaker: str) -> int:
    """Return how much this person has said, which tells old pages from new ones."""
    own = speaker if viewer is None else seat_key(viewer)
    return sum(line.author == own for line in said)


def _page(
    request: HttpRequest,
    game_id: int,
    *,
    typed: Mapping[str, str] = NOTHING,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    screen = own_screen_of(request, see_table(game_id, request.user.pk))
    context = {
        "game_name": screen.facts.game_name,
        "talk": screen.talk,
        "chat": talk_context(request, screen, typed=typed),
        "problem": problem,
        "is_page": True,
    }
    return render(request, "games/table/talk.html", context, status=status)


def _refused(request: HttpRequest, game_id: int, error: GameError) -> HttpResponse:
    text = reason_text(error.reason, names=error.names)
    status = http_status_of(error.reason)
    if getattr(request, "htmx", False):
        # Sent with status 200 and swapped in: htmx drops the body of errors.
        return render(request, "games/table/_notes_refused.html", {"text": text})
    return _page(request, game_id, typed=request.POST, problem=text, status=status)


def _back(request: HttpRequest, code: str) -> HttpResponse:
    place = "games:talk" if request.POST.get("from") == "talk" else "games:table"
    return redirect(place, code=code)


def _person(request: HttpRequest, code: str, game_id: int, author: str) -> HttpResponse:
    """Return the row of the person who was marked or muted, for a page that swaps it."""
    is_on_card = request.POST.get("from") == "card"
    if not getattr(request, "htmx", False):
        seat = seat_of_key(author)
        if is_on_card and seat is not None:
            return redirect("games:player_record", code, seat)
        return _back(request, code)
    context = {
        "person": _row(see_table(game_id, request.user.pk), author, request.user.pk),
        "chat": _urls(code),
    }
    template = "_card_muted" if is_on_card else "_person"
    return render(request, f"games/table/{template}.html", context)


def _row(seen: SeenTable, author: str, user_id: int | None) -> PersonView:
    game_id = seen.facts.game_id
    kept = notes_of(game_id, user_id)
    for seat, player in enumerate(TableScreen(seen).players):
        if author == seat_key(seat):
            return present_player(player, seat, kept)
    said = (
        Player(name=line.name, face=line.face)
        for line in said_at(game_id)
        if line.author == author
    )
    return present_spectator(next(said, Player(name="")), author, kept)
