"""What only a practice table has: the next step of the bots, their pace, and ways back."""

from typing import ClassVar

from games.engine.observation import Observation
from games.engine.vocabulary import Phase
from games.presenters.view import View, view_model
from games.values.bots import BotPace


@view_model
class PracticeFacts:
    """Public facts of a practice table that are not the engine's."""

    url: str
    back_url: str
    """The address to take a decision back."""
    again_url: str
    """The address to play the same deal again; empty while the game runs."""
    pace: BotPace
    waits_for_step: bool


@view_model
class PracticeStepView(View):
    """On the stage: bots wait for a press, or somebody who was executed need not wait for the end."""

    template: ClassVar[str] = "games/table/_practice_step.html"
    id: str = "practice-step"
    url: str = ""
    decision: str = ""
    """Which decision of bots waits for a press; empty for none."""
    may_hurry: bool = False


@view_model
class PracticeToolsView(View):
    """Behind "More"."""

    template: ClassVar[str] = "games/table/_practice_tools.html"
    id: str = "practice-tools"
    url: str = ""
    pace: BotPace = BotPace.PEOPLE
    back_url: str = ""
    """The address to take one's last decision back; empty before the first."""


def present_practice_step(
    observation: Observation, practice: PracticeFacts | None
) -> PracticeStepView | None:
    """Return what the stage offers: nothing after the end, and None at other tables and for spectators."""
    if practice is None or observation.viewer is None:
        return None
    may_hurry = not observation.is_alive and practice.pace is not BotPace.FAST
    if not _is_on(observation) or not (may_hurry or practice.waits_for_step):
        return PracticeStepView()
    return PracticeStepView(
        url=practice.url,
        decision=observation.decision if practice.waits_for_step else "",
        may_hurry=may_hurry,
    )


def present_practice_tools(
    observation: Observation, practice: PracticeFacts | None
) -> PracticeToolsView | None:
    """Return the tools of a practice table; None at other tables and for spectators."""
    if practice is None or observation.viewer is None:
        return None
    if not _is_on(observation):
        return PracticeToolsView()
    back_url = practice.back_url if _has_decided(observation) else ""
    return PracticeToolsView(url=practice.url, pace=practice.pace, back_url=back_url)


def _is_on(observation: Observation) -> bool:
    """Whether decisions are left to make."""
    return bool(observation.actors) and observation.phase is not Phase.GAME_OVER


def _has_decided(observation: Observation) -> bool:
    """Whether the viewer has decided anything in this game: everybody votes in the first round."""
    is_candidate = observation.viewer == observation.president
    has_nominated = is_candidate and observation.chancellor is not None
    return observation.round > 1 or observation.own_ballot is not None or has_nominated
