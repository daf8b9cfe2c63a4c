"""View model to HTML, by region; each view is rendered once per process and language.

Doors: table_view, log_lines, announcements, render_region, render_log, render_notice.
Works on what a presenter made of an Observation; the view is the whole key, so equal knowledge gives
equal bytes.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine import observe
from games.engine.events import Event, is_told_to
from games.engine.vocabulary import SeatNumber
from games.partials import remembered_partial, render_partial
from games.presenters.agreement import Agreement
from games.presenters.announcements import (
    AnnouncementsView,
    present_announcements,
    sentence_announcement,
)
from games.presenters.log import LogLine, present_log
from games.presenters.phase import PhaseSentenceView
from games.presenters.rounds import LogView
from games.presenters.table import Player, Region, TableFacts, TableView, present_table
from games.selectors.game import GameTable, Occupant
from games.timing import Hold, Motion, Pace


def table_view(table: GameTable, viewer: SeatNumber | None) -> TableView:
    """What this seat, or a spectator, sees of the table, in the active language."""
    return present_table(observe(table.state, viewer), players(table), facts(table))


def log_lines(
    table: GameTable, viewer: SeatNumber | None, events: Sequence[Event], *, round_: int = 0
) -> tuple[LogLine, ...]:
    """What these events of the log, the first of them in this round, say to this viewer."""
    told = [event for event in events if is_told_to(event, viewer, game_over=table.is_over)]
    return present_log(told, players(table), viewer, round=round_)


def announcements(
    table: GameTable,
    viewer: SeatNumber | None,
    events: Sequence[Event],
    sentence: PhaseSentenceView | None,
) -> tuple[Region, ...]:
    """What a screen reader says of these events, and of the sentence if that is new; maybe nothing."""
    told = [event for event in events if is_told_to(event, viewer, game_over=table.is_over)]
    new = present_announcements(told, players(table), viewer)
    if sentence is not None:
        new += sentence_announcement(sentence, is_told=bool(new))
    if not new:
        return ()
    view = AnnouncementsView(announcements=new)
    return (Region(id=view.id, template=view.template, view=view),)


def players(table: GameTable) -> tuple[Player, ...]:
    """Who is shown in which seat."""
    return _players(table.occupants, get_language())


# Asked for several times for each viewer and action, and hardly ever new.
@lru_cache(maxsize=1024)
def _players(
    occupants: tuple[Occupant, ...],
    language: str | None,  # noqa: ARG001
) -> tuple[Player, ...]:
    return tuple(
        Player(
            name=occupant.shown_name,
            is_bot=occupant.is_bot,
            has_stand_in=occupant.has_stand_in,
        )
        for occupant in occupants
    )


def facts(table: GameTable) -> TableFacts:
    """What is public of a game beside the rules."""
    act_url, return_url, rematch_url, agree_url = _addresses(table.code, get_language())
    return TableFacts(
        game_code=table.code,
        game_name=table.name,
        act_url=act_url,
        deadline=table.deadline_at,
        is_ranked=table.is_ranked,
        rematch_url=rematch_url if table.is_over or table.is_abandoned else "",
        replay_url=reverse("games:replay", args=[table.code]) if table.is_over else "",
        return_url=return_url,
        # After the end nothing is timed any more.
        pace=Pace.NONE if table.is_over or table.is_abandoned else Pace(table.pace),
        paused_at=table.paused_at,
        agreement=agreement(table, agree_url),
    )


def agreement(table: GameTable, url: str) -> Agreement:
    """What is public of what the people at the table ask each other."""
    has_motion = table.motion is not Motion.NONE and table.declined_in in ("", table.decision)
    is_held = table.hold in (Hold.WAITING, Hold.VOTING)
    voters = table.voters()
    against = [seat for seat in table.state.living if table.answer_of(seat) is False]
    return Agreement(
        url=url,
        hold=table.hold,
        is_abandoned=table.is_abandoned,
        motion=table.motion if has_motion else Motion.NONE,
        number=table.motion_number,
        voters=voters,
        agreeing=table.agreeing() if has_motion else (),
        declined_by=against[0] if has_motion and table.declined_in and against else None,
        absent=table.undecided() if is_held else (),
        motions=table.motions(),
    )


@lru_cache(maxsize=1024)
def _addresses(code: str, language: str | None) -> tuple[str, str, str, str]:  # noqa: ARG001
    """Where to act, to take one's seat back, to play again, and to agree on something."""
    act, back, again, agree = (
        reverse(f"games:{name}", args=[code]) for name in ("act", "return", "rematch", "agree")
    )
    return act, back, again, agree


def render_region(region: Region) -> SafeString:
    """One region as it goes over the socket, in the active language; no token of any session."""
    return remembered_partial(region.template, region.view)


def render_log(view: LogView) -> SafeString:
    """The whole log, for somebody who comes or comes back; remembered are its parts."""
    return render_partial(view.template, {"view": view})


def render_notice(text: str) -> SafeString:
    """A refusal, told to the one who asked."""
    return render_partial("games/table/_notice.html", {"text": text})


def render_fragment(template: str, context: dict[str, Any]) -> SafeString:
    """Any other fragment of the table, in the active language."""
    return render_partial(template, context)
