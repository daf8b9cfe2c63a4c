"""The button that takes more time for one's own decision."""

from typing import ClassVar

from games.engine.observation import Observation
from games.presenters.players import Player
from games.presenters.table.phase import as_clock
from games.presenters.view import View, view_model
from games.values.timing import Pace, more_seconds


@view_model
class MoreTimeView(View):
    """The button; empty for viewers who may not take more time."""

    template: ClassVar[str] = "games/table/_more_time.html"
    id: str = "more-time"
    url: str = ""
    decision: str = ""
    more: str = ""
    """How much it is, as on a clock."""


def present_more_time(
    observation: Observation, players: tuple[Player, ...], url: str, pace: Pace
) -> MoreTimeView:
    """Return the button of a viewer the table waits for; `url` is empty if nobody may extend the decision."""
    viewer = observation.viewer
    if not url or viewer not in observation.awaited or players[viewer].has_stand_in:
        return MoreTimeView()
    seconds = more_seconds(pace, observation.phase, observation.ruleset.players)
    return MoreTimeView(url=url, decision=observation.decision, more=as_clock(seconds))
