"""Why an action was refused, in words, with the name of the player it meant.

Door: refusal_text. Says nothing that is not public at the table (R-110).
"""

from games.action_request import ActionRequest
from games.engine import IllegalAction
from games.engine.errors import Reason
from games.live.reading import Reading
from games.phrases import reason_text
from games.presenters.players import name_of
from games.selectors.game import cached_table
from games.services.errors import GameError

ABOUT_THE_TARGET = frozenset(
    {
        Reason.TARGET_IS_DEAD,
        Reason.TERM_LIMITED_PRESIDENT,
        Reason.TERM_LIMITED_CHANCELLOR,
        Reason.ALREADY_INVESTIGATED,
    }
)


def refusal_text(
    error: GameError | IllegalAction, game_id: int, request: ActionRequest | None
) -> str:
    """The rule or the reason, in the active language; `request` is None if it was not readable."""
    target = None if request is None else dict(request.values).get("target")
    table = cached_table(game_id)
    if error.reason not in ABOUT_THE_TARGET or table is None or not isinstance(target, int):
        return reason_text(error.reason)
    return reason_text(error.reason, names={"name": name_of(Reading(table).players, target)})
