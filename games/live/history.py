"""The past of a table, beside its screen: a look back at a round, a player's record."""

from games.engine.vocabulary import SeatNumber
from games.live.table_screen import TableScreen
from games.presenters.table.log import present_log
from games.presenters.table.look_back import LookBackView, present_look_back
from games.presenters.table.player_record import PlayerRecordView, present_player_record
from games.selectors.history import SeenRound


def look_back(screen: TableScreen, past: SeenRound) -> LookBackView:
    """Return the board at the end of a round, with the viewer's knowledge then; None if there is none."""
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
    """Return the public facts about a player; None for a seat that does not exist."""
    facts = screen.seen.facts
    if not 0 <= seat < len(facts.occupants):
        return None
    return present_player_record(
        screen.observation, screen.players, seat, game_code=facts.code, game_name=facts.name
    )
