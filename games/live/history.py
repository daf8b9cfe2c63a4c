"""The past of a table for one viewer: the log round by round, a look back, a player's record."""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from games.engine.vocabulary import SeatNumber
from games.live.render import log_lines, render_log
from games.live.table_screen import TableScreen
from games.presenters.table.claims import ClaimSlotView
from games.presenters.table.log import present_log
from games.presenters.table.look_back import LookBackView, present_look_back
from games.presenters.table.player_record import PlayerRecordView, present_player_record
from games.presenters.table.rounds import (
    NO_CLAIMS,
    LogChanges,
    LogView,
    present_log_changes,
    present_log_view,
)
from games.selectors.history import SeenRound


def log_view(screen: TableScreen, claims: Mapping[str, ClaimSlotView] = NO_CLAIMS) -> LogView:
    """All that this viewer was told, with the claims by their places in it."""
    lines = log_lines(screen, screen.seen.told)
    code = screen.seen.facts.code
    return present_log_view(screen.observation, lines, screen.players, code, claims)


def rendered_log(
    screen: TableScreen, claims: Mapping[str, ClaimSlotView]
) -> tuple[LogView, SafeString]:
    """The same with its HTML, once for all who share this screen."""
    if screen.log is None:
        view = log_view(screen, claims)
        screen.log = view, render_log(view)
    return screen.log


def log_changes(screen: TableScreen, *, since_round: int) -> LogChanges:
    """What this viewer was told of since a version that was in this round."""
    lines = log_lines(screen, screen.seen.told, round_=since_round)
    code = screen.seen.facts.code
    return present_log_changes(screen.observation, lines, screen.players, code, since=since_round)


def look_back(screen: TableScreen, past: SeenRound) -> LookBackView:
    """The board at the end of a round, with what the viewer knew then."""
    facts, viewer = screen.seen.facts, screen.viewer
    lines = present_log(past.told, screen.players, viewer, round=past.observation.round)
    return present_look_back(
        past.observation,
        screen.players,
        lines,
        game_code=facts.code,
        game_name=facts.name,
        last_round=past.last_round,
        roles=past.roles,
    )


def player_record(screen: TableScreen, seat: SeatNumber) -> PlayerRecordView | None:
    """What everybody may know of a player, read by a spectator; None for a seat that does not exist."""
    facts = screen.seen.facts
    if not 0 <= seat < len(facts.occupants):
        return None
    return present_player_record(
        screen.observation, screen.players, seat, game_code=facts.code, game_name=facts.name
    )
