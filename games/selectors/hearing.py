"""What one person hears at a table, and who speaks there: for muting and for reports."""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import User
from games.engine.table_talk import heard_by
from games.engine.vocabulary import Channel
from games.models import ChatMessage
from games.selectors.chat import is_admitted, said_at, speaker_key
from games.selectors.game import load_table
from games.table import GameTable
from games.values.chat import SaidLine, seat_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """A table for somebody who listens; no cards and no roles."""

    channels: frozenset[Channel]
    people: Mapping[str, int]
    """The ids of the people who play or are heard, by their keys at the table (SaidLine.author)."""
    names: tuple[str, ...]
    """The names of the seats, in order."""
    round: int


def hear(game_id: int, user_id: int | None) -> Hearing:
    """Return what this person (None: a visitor) hears now. Raises Game.DoesNotExist.

    Only people whom they hear: the living do not learn who talks among the spectators.
    """
    table = load_table(game_id)
    seat = table.seat_of(user_id)
    channels = heard_by(seat, table.state, is_admitted=is_admitted_to(table, user_id))
    lines = ChatMessage.objects.filter(game_id=game_id, seat=None, channel__in=channels)
    speakers = lines.order_by().values_list("user_id", flat=True).distinct()
    people = {speaker_key(game_id, each): each for each in speakers if each is not None} | {
        seat_key(number): each.user_id
        for number, each in enumerate(table.occupants)
        if each.user_id is not None
    }
    names = tuple(each.shown_name for each in table.occupants)
    return Hearing(channels=channels, people=people, names=names, round=table.state.round)


def lines_heard(game_id: int, hearing: Hearing) -> tuple[SaidLine, ...]:
    """Return every line of the channels that this listener hears, in order."""
    return tuple(each for each in said_at(game_id) if each.channel in hearing.channels)


def is_admitted_to(table: GameTable, user_id: int | None) -> bool:
    """Whether this is a spectator who takes part in the spectators' talk."""
    if user_id is None or table.seat_of(user_id) is not None:
        return False
    person = User.objects.only("date_joined").filter(pk=user_id).first()
    return person is not None and is_admitted(table.started_at, person.date_joined)
