"""The notice that a stand-in plays the viewer's seat, with the way back (R-113), and what it has decided."""

from collections.abc import Sequence
from typing import ClassVar

from games.engine.events import BallotMarked, Event, Told
from games.engine.observation import Observation
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player
from games.presenters.table.log import present_line
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.spoken_language import gettext as _

MOST_TOLD = 3
"""So many of the newest decisions are told: a phone has room for no more."""


@view_model
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


def present_decided(
    decided: Sequence[tuple[int, Told]], players: tuple[Player, ...], viewer: SeatNumber
) -> tuple[tuple[int, str], ...]:
    """Return the newest of a stand-in's decisions for this viewer, as rounds and sentences, the oldest first."""
    told = [
        (round_, _sentence(event, players, viewer))
        for round_, events in decided
        for event in events
    ]
    return tuple([(round_, text) for round_, text in told if text][-MOST_TOLD:])


def _sentence(event: Event, players: tuple[Player, ...], viewer: SeatNumber) -> str:
    if isinstance(event, BallotMarked):
        return _("Your ballot: %(vote)s") % {"vote": phrases.name_of(event.vote)}
    line = present_line(event, None, players, viewer)
    return line.text if line else ""
