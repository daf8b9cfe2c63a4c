"""The viewer's own notes on the people at a table: private marks, and mutes.

For this viewer only.
"""

from collections.abc import Mapping

from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player
from games.presenters.view import view_model
from games.values.chat import Mark, Notes, seat_key
from games.words import phrases


@view_model
class PersonView:
    """One person in the viewer's notes: a private mark, and whether they are heard."""

    seat: SeatNumber | None
    place: int | None
    name: str
    face: str
    key: str
    """The person's key at the table."""
    mark: str
    mark_name: str
    next_mark: str
    may_be_marked: bool
    may_be_muted: bool
    is_muted: bool


def present_people(
    players: tuple[Player, ...],
    spectators: Mapping[str, Player],
    notes: Notes,
    viewer: SeatNumber | None,
    viewer_key: str,
) -> tuple[PersonView, ...]:
    """Return the people the viewer may mark or mute: players, then spectators who have spoken.

    `spectators` are names by key; `viewer_key` is the viewer's own key.
    """
    people = [
        present_player(players[seat], seat, notes)
        for seat in range(len(players))
        if seat != viewer
    ]
    people += [
        present_spectator(spectator, key, notes)
        for key, spectator in spectators.items()
        if spectator.name and key != viewer_key
    ]
    return tuple(people)


def present_player(player: Player, seat: SeatNumber, notes: Notes) -> PersonView:
    """One player in the viewer's notes."""
    return _present(player, seat, seat_key(seat), notes)


def present_spectator(spectator: Player, key: str, notes: Notes) -> PersonView:
    """One spectator who has spoken, in the viewer's notes."""
    return _present(spectator, None, key, notes)


def _present(player: Player, seat: SeatNumber | None, key: str, notes: Notes) -> PersonView:
    marks: Mapping[SeatNumber, Mark] = notes.marks
    mark = Mark.NONE if seat is None else marks.get(seat, Mark.NONE)
    order = tuple(Mark)
    return PersonView(
        seat=seat,
        place=None if seat is None else seat + 1,
        name=player.name,
        face=player.face,
        key=key,
        mark=mark.value,
        mark_name=phrases.name_of(mark),
        next_mark=order[(order.index(mark) + 1) % len(order)].value,
        may_be_marked=seat is not None,
        may_be_muted=not player.is_bot,
        is_muted=key in notes.muted,
    )
