"""Why something cannot be done at a game night, with the words for it."""

from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.nights.schedule import FEWEST_GAMES, MOST_AHEAD
from games.values.refusals import GameError
from games.words.phrases import reason_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class NightRefusal(StrEnum):
    """A reason."""

    MEMBERS_ONLY = "members_only"
    TOO_FEW_GAMES = "too_few_games"
    MUTED = "muted"
    TOO_MANY_NIGHTS = "too_many_nights"
    NOT_ORGANISER = "not_organiser"
    ENDED = "ended"
    NOT_COMING = "not_coming"
    OUT = "out"
    TOO_EARLY = "too_early"
    NOT_NOW = "not_now"
    NOT_OFFICER = "not_officer"
    NOT_IN_CLUB = "not_in_club"


class NightError(Exception):
    """Refused, and nothing has changed."""

    def __init__(self, refusal: NightRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


REFUSED = (NightError, GameError)
"""What the writers of nights raise: a reason of nights, or one of the whole site such as a sanction."""
REFUSAL_TEXTS: "dict[NightRefusal, _StrPromise | str]" = {
    NightRefusal.MEMBERS_ONLY: _("Game nights are for players with an account."),
    NightRefusal.TOO_FEW_GAMES: _(
        "Whoever announces a night has played %(games)d games to the end."
    ),
    NightRefusal.MUTED: _("You cannot write to others at the moment."),
    NightRefusal.TOO_MANY_NIGHTS: _(
        "You have already announced %(nights)d nights that are still to come."
    ),
    NightRefusal.NOT_ORGANISER: _("Only the organiser can do this."),
    NightRefusal.ENDED: _("This night has ended."),
    NightRefusal.NOT_COMING: _("You do not have a place at this night."),
    NightRefusal.OUT: _("You no longer take part in this game night."),
    NightRefusal.TOO_EARLY: _("You can say this from ten minutes before the night begins."),
    NightRefusal.NOT_NOW: _("This is not possible at the moment."),
    NightRefusal.NOT_OFFICER: _("Only the owner and the officers of a club announce its nights."),
    NightRefusal.NOT_IN_CLUB: _("This night is for the members of a club."),
}


def _refusal_text(refusal: NightRefusal) -> str:
    """Return the reason in the active language."""
    return str(REFUSAL_TEXTS[refusal]) % {"games": FEWEST_GAMES, "nights": MOST_AHEAD}


def words_of(error: NightError | GameError) -> str:
    """Return why somebody was refused, in the active language."""
    if isinstance(error, NightError):
        return _refusal_text(error.refusal)
    return str(reason_text(error.reason, names=error.names))
