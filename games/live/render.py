"""View model to HTML, by region; each view is rendered once per process and language.

Works on what a presenter made of an Observation; the view is the whole key, so equal knowledge gives
equal bytes.
"""

from typing import Any

from django.utils.safestring import SafeString

from games.engine.events import Told
from games.live.table_screen import TableScreen
from games.presenters.table.announcements import (
    AnnouncementsView,
    present_announcements,
    sentence_announcement,
)
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.phase import PhaseSentenceView
from games.presenters.table.regions import Region, TableView, present_table
from games.presenters.table.rounds import LogView
from games.transport.partials import render_partial


def table_view(screen: TableScreen) -> TableView:
    """What this viewer sees of the table."""
    return present_table(screen.observation, screen.players, screen.facts)


def log_lines(screen: TableScreen, told: Told, *, round_: int = 0) -> tuple[LogLine, ...]:
    """What these events of the log, the first of them in this round, say to the reader of the log."""
    return present_log(told, screen.players, screen.log_reader, round=round_)


def announcements(screen: TableScreen, sentence: PhaseSentenceView | None) -> tuple[Region, ...]:
    """What a screen reader says of what happened, and of the sentence if that is new; maybe nothing."""
    new = present_announcements(screen.seen.told, screen.players, screen.viewer)
    if sentence is not None:
        new += sentence_announcement(sentence, is_told=bool(new))
    if not new:
        return ()
    return (AnnouncementsView(announcements=new),)


def render_log(view: LogView) -> SafeString:
    """The whole log, for a viewer who comes or comes back; its parts are remembered."""
    return render_partial(view.template, {"view": view})


def render_fragment(template: str, context: dict[str, Any]) -> SafeString:
    """Any other fragment of the table, in the active language."""
    return render_partial(template, context)
