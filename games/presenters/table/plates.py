"""Plates: players on the stage, and what the rules say of them.

Public facts alone, the same for every viewer. The page has face and name of every seat already, so a plate
names the seat, and static/js/stage.js dresses it.
"""

from games.engine.observation import Observation
from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player, name_of, names_of
from games.presenters.table.board import present_stakes
from games.presenters.view import View, view_model
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _


@view_model
class PlateView(View):
    """One player on the stage."""

    seat: SeatNumber | None = None
    """None for somebody still to be found."""
    office: str = ""
    """As at a seat: president, president-candidate and so on; target for whom something is done to."""
    is_deciding: bool = False
    """Whether the table waits for this player."""
    cards: int = 0
    """How many policies this player holds, face down for everybody else."""

    @property
    def backs(self) -> range:
        """One for each of the cards."""
        return range(self.cards)


@view_model
class RemarkView(View):
    """What speaks for or against something by the rules."""

    text: str
    symbol: str


def present_remarks(
    observation: Observation, players: tuple[Player, ...]
) -> tuple[RemarkView, ...]:
    """Return what the rules say of the government that is voted on, the gravest first."""
    rules, chancellor = observation.ruleset, observation.chancellor
    if chancellor is None:
        return ()
    barred = tuple(seat for seat in observation.term_limited if seat != observation.president)
    is_chaos_next = observation.tracker == rules.chaos_at - 1
    return _remarks(
        name_of(players, chancellor),
        ", ".join(names_of(players, barred)),
        observation.hitler_zone,
        chancellor in observation.cleared,
        is_chaos_next,
        is_chaos_next and present_stakes(observation).chaos_wins_not,
    )


# The same for all viewers.
@once_per_language(256)
def _remarks(
    chancellor: str,
    barred: str,
    hitler_zone: bool,
    is_cleared: bool,
    is_chaos_next: bool,
    chaos_wins_not: bool,
) -> tuple[RemarkView, ...]:
    remarks: list[RemarkView] = []
    name = {"name": chancellor}
    if hitler_zone and not is_cleared:
        text = _("Danger zone: Fascists win if the elected Chancellor is Hitler.")
        remarks.append(RemarkView(text=text, symbol="hitler"))
    if is_chaos_next:
        text = (
            _("If this vote is lost, there is chaos, which wins no game.")
            if chaos_wins_not
            else _("If this vote is lost, the top policy is enacted.")
        )
        remarks.append(RemarkView(text=text, symbol="chaos"))
    if hitler_zone and is_cleared:
        text = _("Proven not to be Hitler: %(name)s.") % name
        remarks.append(RemarkView(text=text, symbol="cleared"))
    if barred:
        text = _("Could not be nominated, term limit: %(names)s.") % {"names": barred}
        remarks.append(RemarkView(text=text, symbol="term-limited"))
    return tuple(remarks)
