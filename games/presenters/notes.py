"""One's own notes on the people at a table: private marks, and who is not heard.

Doors: present_people, present_person. For the eyes of one person only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games import phrases
from games.chat_values import Mark, Notes
from games.engine.vocabulary import SeatNumber
from games.presenters.players import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Somebody at the table in one's own notes: a private mark, and whether they are heard."""

    seat: SeatNumber | None
    place: int | None
    name: str
    mark: str
    mark_name: str
    next_mark: str
    may_be_marked: bool
    may_be_muted: bool
    is_muted: bool


def present_people(
    players: tuple[Player, ...],
    spectators: Iterable[str],
    notes: Notes,
    viewer: SeatNumber | None,
    viewer_name: str,
) -> tuple[PersonView, ...]:
    """Everybody one may mark or mute: the other players, then spectators who have spoken."""
    people = [
        present_person(players[seat], seat, notes)
        for seat in range(len(players))
        if seat != viewer
    ]
    people += [
        present_person(Player(name=name), None, notes)
        for name in dict.fromkeys(spectators)
        if name and name != viewer_name
    ]
    return tuple(people)


def present_person(player: Player, seat: SeatNumber | None, notes: Notes) -> PersonView:
    """One player, or a spectator (seat None), in the viewer's notes."""
    marks: Mapping[SeatNumber, Mark] = notes.marks
    mark = Mark.NONE if seat is None else marks.get(seat, Mark.NONE)
    order = tuple(Mark)
    return PersonView(
        seat=seat,
        place=None if seat is None else seat + 1,
        name=player.name,
        mark=mark.value,
        mark_name=phrases.name_of(mark),
        next_mark=order[(order.index(mark) + 1) % len(order)].value,
        may_be_marked=seat is not None,
        may_be_muted=not player.is_bot,
        is_muted=player.name in notes.muted,
    )
