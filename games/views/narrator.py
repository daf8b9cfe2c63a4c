"""The narrator: reads the opening aloud at a table with real cards.

The page contains the script of every table in every language, so a phone that has opened it needs
no network for another choice.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from games.engine.board import BoardCode, kind_of, players_of
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, ruleset_of
from games.engine.vocabulary import BoardKind, Edition
from games.forms.narrator import NarratorForm
from games.presenters.learning.opening import ScriptLine, opening_script


@require_safe
def narrator(request: HttpRequest) -> HttpResponse:
    """Show the opening for the chosen table; missing or invalid choices get defaults."""
    chosen = _chosen(request)
    board = chosen["board"]
    scripts = {code: _scripts(code, board) for code, _name in settings.LANGUAGES}
    context = {
        "form": NarratorForm(initial=chosen),
        "has_own_board": kind_of(board) is BoardKind.CUSTOM,
        "script": scripts[chosen["language"]][chosen["players"]],
        "scripts": {
            language: {
                players: [(line.text, line.pause) for line in script]
                for players, script in by_players.items()
            }
            for language, by_players in scripts.items()
        },
        "chosen": chosen,
    }
    return render(request, "games/help/narrator.html", context)


def _scripts(language: str, board: BoardCode) -> dict[int, tuple[ScriptLine, ...]]:
    """Return the opening of every table in one language; a custom board has one size."""
    size = players_of(board)
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1) if size is None else [size]
    with translation.override(language):
        return {
            players: opening_script(ruleset_of(players, Edition.RETAIL, board))
            for players in sizes
        }


def _chosen(request: HttpRequest) -> dict[str, Any]:
    usual = {
        "players": 7,
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "pause": "8",
        "board": BoardKind.STANDARD.value,
    }
    form = NarratorForm({**usual, **request.GET.dict()})
    form.is_valid()
    return {**usual, **form.cleaned_data}
