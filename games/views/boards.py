"""Boards: which ones there are, the form for a custom one, and the page of one board."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine.board import BoardCode, code_of, kind_of, players_of
from games.engine.errors import IllegalSetup
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, Ruleset, ruleset_of
from games.engine.vocabulary import BoardKind, Edition
from games.forms.boards import USUAL_PLAYERS, BoardForm, fit_board_name, known_code
from games.presenters.boards import BoardView, differences_by_size, present_board
from games.presenters.learning.board_examples import present_examples
from games.selectors.table_clubs import board_keepers
from games.words.phrases import reason_text


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """Explain the boards, and show the custom one that the form describes, or why nobody can play on it."""
    form = BoardForm(request.GET.dict())
    context = {
        "form": form,
        "board": _board_of(form),
        "examples": present_examples(),
        "rebalanced": differences_by_size(
            BoardKind.REBALANCED.value, FEWEST_PLAYERS, MOST_PLAYERS
        ),
    }
    return render(request, "games/board_pages/boards.html", context)


def _board_of(form: BoardForm) -> BoardView | None:
    if not form.is_valid():
        return None
    board = form.board()
    rules = ruleset_of(board.players, Edition.RETAIL, code_of(board))
    return present_board(rules, _name(rules, form.cleaned_data["name"]))


@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    """Show one board; of one for several sizes that of the players in the address."""
    try:
        rules = _rules_of(known_code(code.lower()), request.GET.get("players", ""))
    except IllegalSetup as refused:
        sentence = reason_text(refused.reason)
        return render(
            request,
            "games/board_pages/no_board.html",
            {"sentence": sentence},
            status=HTTPStatus.NOT_FOUND,
        )
    name = _name(rules, fit_board_name(request.GET.get("name", "")))
    is_for_all = players_of(code.lower()) is None
    context = {
        "board": present_board(rules, name),
        "sizes": range(FEWEST_PLAYERS, MOST_PLAYERS + 1) if is_for_all else (),
        "chosen": code.lower(),
        "keepers": _keepers(request, rules),
    }
    return render(request, "games/board_pages/board.html", context)


def _rules_of(code: BoardCode, asked: str) -> Ruleset:
    sizes = {str(size): size for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
    size = players_of(code) or sizes.get(asked, USUAL_PLAYERS)
    return ruleset_of(size, Edition.RETAIL, code)


def _name(rules: Ruleset, name: str) -> str:
    """Return the short name for a custom board; the others are called by their kind."""
    return name if kind_of(rules.board) is BoardKind.CUSTOM else ""


def _keepers(request: HttpRequest, rules: Ruleset) -> object:
    is_custom = kind_of(rules.board) is BoardKind.CUSTOM
    return board_keepers(request.user) if is_custom and isinstance(request.user, User) else ()
