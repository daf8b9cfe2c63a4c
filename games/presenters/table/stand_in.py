"""The notice that a stand-in plays the viewer's seat, with the way back (R-113)."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.observation import Observation
from games.engine.vocabulary import Phase
from games.presenters.players import Player
from games.presenters.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInView(View):
    """The notice; empty for viewers who play their own seat, or have none."""

    template: ClassVar[str] = "games/table/_stand_in.html"
    id: str = "stand-in"
    return_url: str = ""
    """The address to take the seat back."""


def present_stand_in(
    observation: Observation, players: tuple[Player, ...], return_url: str
) -> StandInView:
    """Return the notice while a stand-in decides for this viewer."""
    viewer = observation.viewer
    over = observation.phase is Phase.GAME_OVER
    if viewer is None or over or not players[viewer].has_stand_in:
        return StandInView()
    return StandInView(return_url=return_url)
