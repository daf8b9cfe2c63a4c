"""One player's record: the ballots and the governments of every round, the same for all viewers.

Public facts only (R-111).
"""

from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player
from games.presenters.table.seats import SeatView, present_seats, rounds
from games.presenters.view import view_model


@view_model
class RecordedRoundView:
    """What a player did in one round."""

    round: int
    president: str
    chancellor: str
    office: str
    """president or chancellor, candidates included; or nothing."""
    vote: str
    """ja, nein, or nothing."""
    outcome: str
    policy: str
    is_past: bool


@view_model
class PlayerRecordView:
    """A player's record, the newest round first."""

    game_code: str
    game_name: str
    name: str
    seat: SeatView
    rounds: tuple[RecordedRoundView, ...]

    @property
    def seat_number(self) -> SeatNumber:
        """The seat, counted from 0, as addresses do."""
        return self.seat.place - 1


def present_player_record(
    observation: Observation,
    players: tuple[Player, ...],
    seat: SeatNumber,
    *,
    game_code: str,
    game_name: str,
) -> PlayerRecordView:
    """Return the public facts of one player's game so far."""
    marks = present_seats(observation, players)[seat]
    return PlayerRecordView(
        game_code=game_code,
        game_name=game_name,
        name=players[seat].name,
        seat=marks,
        rounds=tuple(
            _recorded(record, players, seat, is_past=_is_past(observation, record))
            for record in reversed(rounds(observation))
        ),
    )


def _is_past(observation: Observation, record: RoundRecord) -> bool:
    return record.round < observation.round or observation.victory is not None


def _recorded(
    record: RoundRecord, players: tuple[Player, ...], seat: SeatNumber, *, is_past: bool
) -> RecordedRoundView:
    office = {record.chancellor: "chancellor", record.president: "president"}.get(seat, "")
    vote = record.votes[seat] if record.votes else None
    policy = record.enacted or record.chaos
    return RecordedRoundView(
        round=record.round,
        president=players[record.president].name,
        chancellor="" if record.chancellor is None else players[record.chancellor].name,
        office=office,
        vote="" if vote is None else vote.value,
        outcome={None: "", True: "elected", False: "rejected"}[record.elected],
        policy="" if policy is None else policy.party.value,
        is_past=is_past,
    )
