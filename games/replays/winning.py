"""Who was winning in a finished game or an imported record; a running game never comes here."""

from bisect import bisect_right
from functools import lru_cache

from django.urls import reverse

from games.engine.events import Event
from games.presenters.replay.step_link import StepLink
from games.presenters.replay.winning import Told, WinningView, present_winning
from games.replays.steps import ReplayOptions, players_of
from games.selectors.replay import Recording
from games.winning.acts import WeighedAct, acts_of


def winning_view(
    recording: Recording, step: int | None = None, options: ReplayOptions | None = None
) -> WinningView | None:
    """Return who was winning, up to a step or in the whole game; None for a game without an end."""
    if recording.end.victory is None:
        return None
    ends = [moment.events for moment in recording.moments]
    query = (options or ReplayOptions()).query()

    def link_to(place: int) -> StepLink:
        found = bisect_right(ends, place)
        url = ""
        if recording.code:
            url = reverse("games:replay_step", args=[recording.code, found]) + query
        return StepLink(step=found, url=url)

    told = Told(
        players=players_of(recording),
        roles=recording.end.roles,
        claims=recording.claims,
        stood_in=recording.stood_in,
        link_to=link_to,
    )
    shown = None if step is None else ends[step]
    return present_winning(_weighed(recording.log), told, place=shown)


@lru_cache(maxsize=32)
def _weighed(log: tuple[Event, ...]) -> tuple[WeighedAct, ...]:
    """Return the acts of a finished game, kept while somebody steps through it; none of one that is too long."""
    try:
        return acts_of(log)
    except ValueError:
        return ()
