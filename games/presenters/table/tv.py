"""The TV view: a spectator's table for a screen in the room, with the newest log lines in large type.

A spectator's view, so everything on a TV is public. It has no talk: the players before the screen
must not read the spectators.
"""

from collections.abc import Sequence
from typing import ClassVar

from games.presenters.table.log import LogLine
from games.presenters.table.regions import Region
from games.presenters.table.table_view import TableView
from games.presenters.view import View, view_model

NEWEST = 7


@view_model
class TvNewsView(View):
    """The newest lines of the log."""

    template: ClassVar[str] = "games/tv/_tv_news.html"
    id: str = "tv-news"
    lines: tuple[LogLine, ...]


def present_news(lines: Sequence[LogLine]) -> TvNewsView:
    """Return the newest lines, in order."""
    if any(line.private for line in lines):
        raise ValueError("a TV shows public lines only")
    return TvNewsView(lines=tuple(lines[-NEWEST:]))


def tv_regions(view: TableView, news: TvNewsView) -> tuple[Region, ...]:
    """Return every region that changes on a TV."""
    if view.viewer is not None:
        raise ValueError("a TV shows what a spectator sees")
    acts = (view.decision, view.more_time, view.stand_in, view.proposals, view.why_not)
    hidden = {region.id for region in acts}
    public = tuple(region for region in view.regions() if region.id not in hidden)
    return (*public, news)
