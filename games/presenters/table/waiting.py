"""The picture on the stage while others decide: whom the table waits for, and over how many cards.

Made of public facts alone, so it is the same for everybody who waits; whoever decides has the decision in its place.
"""

from typing import ClassVar

from games.engine.observation import Observation
from games.engine.vocabulary import Phase
from games.presenters.players import Player
from games.presenters.table.plates import PlateView, RemarkView, present_remarks
from games.presenters.view import View, view_model

_CARDS_OF_PRESIDENT, _CARDS_OF_CHANCELLOR = 3, 2
_SYMBOLS = {
    Phase.VETO_ANSWER: "veto",
    Phase.INVESTIGATE: "power-investigate",
    Phase.PEEK: "power-peek",
    Phase.SPECIAL_ELECTION: "power-special_election",
    Phase.EXECUTE: "power-execute",
}


@view_model
class WaitingView(View):
    """Who has what to do; nothing once no decisions are left."""

    template: ClassVar[str] = "games/table/_waiting.html"
    id: str = "waiting"
    plates: tuple[PlateView, ...] = ()
    symbol: str = ""
    """The power that is used."""
    remarks: tuple[RemarkView, ...] = ()
    """What the rules say of a government that is voted on."""


def present_waiting(
    observation: Observation, players: tuple[Player, ...], *, is_covered: bool = False
) -> WaitingView:
    """Return the picture, in the active language; any Observation of the table gives the same.

    Under the viewer's own decision only the remarks are left, which stand above the ballots.
    """
    phase = observation.phase
    if not observation.actors or phase is Phase.GAME_OVER:
        return WaitingView()
    remarks = present_remarks(observation, players) if phase is Phase.VOTE else ()
    if is_covered:
        return WaitingView(remarks=remarks)
    president, chancellor = _government(observation)
    symbol = _SYMBOLS.get(phase, "")
    is_power = bool(symbol) and phase is not Phase.VETO_ANSWER
    return WaitingView(
        plates=(president,) if is_power else (president, chancellor),
        symbol=symbol,
        remarks=remarks,
    )


def _government(observation: Observation) -> tuple[PlateView, PlateView]:
    """The President and the Chancellor, or the candidates."""
    phase = observation.phase
    ending = "" if observation.in_office else "-candidate"
    deciding = () if phase is Phase.VOTE else observation.actors
    chancellor = observation.chancellor
    holds_two = phase in (Phase.CHANCELLOR_ENACT, Phase.VETO_ANSWER)
    return (
        PlateView(
            seat=observation.president,
            office=f"president{ending}",
            is_deciding=observation.president in deciding,
            cards=_CARDS_OF_PRESIDENT if phase is Phase.PRESIDENT_DISCARD else 0,
        ),
        PlateView(
            seat=chancellor,
            office=f"chancellor{ending}",
            is_deciding=chancellor is not None and chancellor in deciding,
            cards=_CARDS_OF_CHANCELLOR if holds_two else 0,
        ),
    )
