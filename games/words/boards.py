"""Words of boards: their kinds, and why a custom board is refused."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.board import BoardCode, kind_of
from games.engine.errors import Reason
from games.engine.vocabulary import BoardKind
from games.values.refusals import ServiceReason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Phrase

BOARD_KIND_NAMES: "dict[BoardKind, Phrase]" = {
    BoardKind.STANDARD: pgettext_lazy("board", "Standard board"),
    BoardKind.REBALANCED: pgettext_lazy("board", "Rebalanced board"),
    BoardKind.CUSTOM: pgettext_lazy("board", "Custom board"),
}


def name_of_board(code: BoardCode, name: str = "") -> str:
    """Return what a board is called: its own short name if it has one, else its kind."""
    return name or str(BOARD_KIND_NAMES[kind_of(code)])


def name_of_other_board(code: BoardCode, name: str = "") -> str:
    """Return what a board is called that is not the standard one; empty for that."""
    return "" if code == BoardKind.STANDARD else name_of_board(code, name)


BOARD_REASON_TEXTS: "dict[Reason, Phrase]" = {
    Reason.UNKNOWN_BOARD: _("This is not the code of a board."),
    Reason.BOARD_TEAMS: _(
        "The fascist team is Hitler and at least one fascist, and must be smaller than the liberal team."
    ),
    Reason.BOARD_ZONES: _(
        "The Hitler zone and the veto must begin with the first to the fifth Fascist policy."
    ),
    Reason.BOARD_TOO_FEW_CARDS: _(
        "There are too few policies: the box needs at least 5 Liberal and 6 Fascist ones, and 12 in all."
    ),
    Reason.BOARD_TOO_MANY_CARDS: _("There can be at most 12 Liberal and 20 Fascist policies."),
    Reason.BOARD_STARTS_TOO_FAR: _(
        "Too many policies are enacted at the start: the Hitler zone and the veto must still lie ahead,"
        " with at most 3 Liberal and 4 Fascist policies enacted."
    ),
    Reason.BOARD_TOO_MANY_INVESTIGATIONS: _(
        "There are more investigations than players who could be investigated."
    ),
    Reason.BOARD_TOO_MANY_EXECUTIONS: _(
        "There are too many executions: four players must be left, at a table of five three."
    ),
}

BOARD_SERVICE_REASON_TEXTS: "dict[ServiceReason, Phrase]" = {
    ServiceReason.BOARD_NOT_RANKED: _("A game on a custom board is never ranked."),
    ServiceReason.BOARD_OF_ANOTHER_SIZE: _(
        "This board is made for another number of players. The table must seat exactly as many as the board."
    ),
}
