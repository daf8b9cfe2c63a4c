"""Refusals in words: the reason, with the name of the target player and a link to the rule.

From public facts only (R-110).
"""

from django.utils.safestring import SafeString

from games.engine import IllegalAction
from games.engine.errors import Reason
from games.live.table_screen import TableScreen
from games.presenters.learning.help_anchors import PHASE_ANCHORS, REASON_ANCHORS
from games.presenters.players import name_of
from games.selectors.seen_table import SeenTable, see_known_table
from games.transport.partials import render_partial
from games.values.action_request import ActionRequest
from games.values.refusals import GameError
from games.words.phrases import reason_text

ABOUT_THE_TARGET = frozenset(
    {
        Reason.TARGET_IS_DEAD,
        Reason.TERM_LIMITED_PRESIDENT,
        Reason.TERM_LIMITED_CHANCELLOR,
        Reason.ALREADY_INVESTIGATED,
    }
)
# Reasons shared by nominations and powers: the rule is that of the open decision.
ABOUT_THE_PHASE = frozenset({Reason.TARGET_IS_SELF})


def refusal_html(
    error: GameError | IllegalAction, game_id: int, request: ActionRequest | None
) -> SafeString:
    """Return the reason in the active language; `request` is None if it was malformed."""
    return render_partial("games/table/_refusal.html", _refusal(error, game_id, request))


def refusal_notice(
    error: GameError | IllegalAction, game_id: int, request: ActionRequest | None
) -> SafeString:
    """Return the same as a fragment of the table, for the player who asked."""
    return render_partial("games/table/_notice.html", _refusal(error, game_id, request))


def _refusal(
    error: GameError | IllegalAction, game_id: int, request: ActionRequest | None
) -> dict[str, str]:
    seen = see_known_table(game_id)
    return {"text": _text(error, seen, request), "anchor": _anchor(error, seen)}


def _text(
    error: GameError | IllegalAction, seen: SeenTable | None, request: ActionRequest | None
) -> str:
    target = None if request is None else dict(request.values).get("target")
    if error.reason not in ABOUT_THE_TARGET or seen is None or not isinstance(target, int):
        return reason_text(error.reason)
    return reason_text(error.reason, names={"name": name_of(TableScreen(seen).players, target)})


def _anchor(error: GameError | IllegalAction, seen: SeenTable | None) -> str:
    """Return the section of the rule help; empty if no rule of the game is the reason."""
    if not isinstance(error.reason, Reason):
        return ""
    if error.reason in ABOUT_THE_PHASE and seen is not None:
        return PHASE_ANCHORS[seen.observation.phase]
    return REASON_ANCHORS[error.reason]
