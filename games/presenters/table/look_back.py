"""A look back: the board at the end of a past round, for one viewer.

The Observation is that of the moment, so it holds what this viewer knew then. All ids are its own,
as the live table is on the same page.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.engine.observation import Observation
from games.engine.vocabulary import Role, Vote
from games.presenters.players import Player
from games.presenters.table.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    present_election_tracker,
    present_piles,
    present_tracks,
)
from games.presenters.table.knowledge import KnowledgeView, present_own_knowledge
from games.presenters.table.log import LogLine
from games.presenters.table.seats import BallotView, SeatView, present_seats
from games.presenters.view import view_model
from games.words import phrases


@view_model
class PastSeatView:
    """One seat with its ballot of that round; after the end with its secret role."""

    seat: SeatView
    ballot: BallotView
    role: str
    role_name: str


@view_model
class LookBackView:
    """The board at that moment."""

    game_code: str
    game_name: str
    round: int
    previous_round: int
    """0 for the first."""
    next_round: int
    """0 for the last that is over."""
    lines: tuple[LogLine, ...]
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seats: tuple[PastSeatView, ...]
    knowledge: tuple[KnowledgeView, ...]
    """What the viewer had been shown by then, the newest first."""


def present_look_back(
    then: Observation,
    players: tuple[Player, ...],
    lines: Sequence[LogLine],
    *,
    game_code: str,
    game_name: str,
    last_round: int,
    roles: tuple[Role | None, ...],
) -> LookBackView:
    """Return the board at the end of a round; `roles` are public after the game."""
    liberal, fascist = present_tracks(then)
    tracker, piles = present_election_tracker(then), present_piles(then)
    own = present_own_knowledge(then, players)
    return LookBackView(
        game_code=game_code,
        game_name=game_name,
        round=then.round,
        previous_round=then.round - 1,
        next_round=then.round + 1 if then.round < last_round else 0,
        lines=tuple(line for line in lines if line.kind != "round"),
        liberal_track=replace(liberal, id=f"past-{liberal.id}"),
        fascist_track=replace(fascist, id=f"past-{fascist.id}"),
        election_tracker=replace(tracker, id=f"past-{tracker.id}"),
        piles=replace(piles, id=f"past-{piles.id}"),
        seats=_seats(then, players, roles),
        knowledge=() if own is None else own.entries,
    )


def _seats(
    then: Observation, players: tuple[Player, ...], roles: tuple[Role | None, ...]
) -> tuple[PastSeatView, ...]:
    # Stand-ins now may not have been stand-ins then.
    seated = tuple(replace(player, has_stand_in=False) for player in players)
    votes: tuple[Vote | None, ...] = (None,) * len(players)
    if then.current_round is not None and then.current_round.votes:
        votes = then.current_round.votes
    return tuple(
        PastSeatView(
            # The decision of that moment has long been made.
            seat=replace(seat, id=f"past-{seat.id}", is_deciding=False),
            ballot=BallotView(
                id=f"past-ballot-{number}", ballot="" if vote is None else vote.value
            ),
            role="" if role is None else role.value,
            role_name="" if role is None else phrases.name_of(role),
        )
        for number, (seat, vote, role) in enumerate(
            zip(present_seats(then, seated), votes, roles, strict=True)
        )
    )
