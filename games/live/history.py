"""The table's past for one viewer: the log round by round, looking back, a player's record.

Doors: log_view, rendered_log, log_changes, look_back, player_record. Like render.py it asks the engine what a
viewer may know, and hands presenters nothing else.
"""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from games.engine import observe
from games.engine.vocabulary import SeatNumber
from games.live.render import log_lines, render_log
from games.live.rendering_context import Reading
from games.presenters.table.claims import ClaimSlotView
from games.presenters.table.look_back import LookBackView, present_look_back
from games.presenters.table.player_record import PlayerRecordView, present_player_record
from games.presenters.table.rounds import (
    NO_CLAIMS,
    LogChanges,
    LogView,
    present_log_changes,
    present_log_view,
)
from games.selectors.history import end_of_round


def log_view(
    reading: Reading,
    viewer: SeatNumber | None,
    claims: Mapping[str, ClaimSlotView] = NO_CLAIMS,
) -> LogView:
    """The whole log as this viewer may read it, with the claims by their places in it.

    After the end nobody knows more than anybody else, and all read the same.
    """
    reader = None if reading.is_over else viewer
    lines = log_lines(reading, reader, reading.table.log)
    seen, code = reading.seen_by(reader), reading.table.code
    return present_log_view(seen, lines, reading.players, code, claims)


def rendered_log(
    reading: Reading, viewer: SeatNumber | None, claims: Mapping[str, ClaimSlotView]
) -> tuple[LogView, SafeString]:
    """The same with its HTML, once for all who read the same."""
    reader = None if reading.is_over else viewer
    if reader not in reading.logs:
        view = log_view(reading, reader, claims)
        reading.logs[reader] = view, render_log(view)
    return reading.logs[reader]


def log_changes(
    reading: Reading, viewer: SeatNumber | None, *, since: int, round_: int
) -> LogChanges:
    """What is new in the log after this version, which was in this round."""
    lines = log_lines(reading, viewer, reading.table.log[since:], round_=round_)
    seen, code = reading.seen_by(viewer), reading.table.code
    return present_log_changes(seen, lines, reading.players, code, since=round_)


def look_back(reading: Reading, viewer: SeatNumber | None, round_: int) -> LookBackView | None:
    """The board at the end of a round, with what this viewer knew then; None if it is not over."""
    table = reading.table
    past = end_of_round(table, round_)
    if past is None:
        return None
    return present_look_back(
        observe(past.state, viewer),
        reading.players,
        # After the end the hidden side of the round lies open too.
        log_lines(reading, viewer, past.events, round_=round_),
        game_code=table.code,
        game_name=table.name,
        last_round=table.state.round if table.is_over else table.state.round - 1,
        roles=reading.seen_by(None).roles,
    )


def player_record(reading: Reading, seat: SeatNumber) -> PlayerRecordView | None:
    """What everybody may know of a player; None for a seat that does not exist."""
    table = reading.table
    if not 0 <= seat < len(table.occupants):
        return None
    return present_player_record(
        reading.seen_by(None),
        reading.players,
        seat,
        game_code=table.code,
        game_name=table.name,
    )
