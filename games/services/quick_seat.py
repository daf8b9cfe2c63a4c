"""Quick seat: the open table that suits a person best, or a new one as they want it."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.blocks import kept_apart
from accounts.models import User
from games.models import Lobby, PlayerRating
from games.selectors.open_tables import open_lobbies
from games.services.lobby import create_lobby, fresh_table_name
from games.services.lobby_seats import join_lobby
from games.values.languages import spoken
from games.values.lobby import LobbyEntry, LobbySettings
from games.values.quick_seat import SeatReason, Wish, best_first, reasons_for
from games.values.refusals import GameError, ServiceReason
from games.values.table_filter import WantedKind, WantedPace
from games.values.timing import Pace

# No table helps a person who is refused for one of these.
_ABOUT_THE_PERSON = {
    ServiceReason.SEATED_ELSEWHERE,
    ServiceReason.SUSPENDED,
    ServiceReason.WARNING_UNREAD,
}

# How many tables quick seat tries before it opens a new one: other people look for a seat, too.
TRIES = 8

_NO_WISH = Wish()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickSeat:
    """Where quick seat has led."""

    lobby: Lobby
    reasons: tuple[SeatReason, ...] = ()
    """What spoke for a table that was chosen among the open ones."""
    is_new: bool = False
    is_chosen: bool = False
    """Whether the person sits there because of this press."""


def quick_seat(*, user: User, wish: Wish = _NO_WISH) -> QuickSeat:
    """Take a seat at the open table that suits best, or at a new one.

    A person who sits in an open lobby gets that one. If only the name is taken there, the lobby is
    returned without a seat: its page offers another name. Raises GameError(SEATED_ELSEWHERE) for a
    person who is playing; of a new table as create_lobby does.
    """
    present = Lobby.objects.open().filter(seats__user=user).first()
    if present is not None:
        return QuickSeat(lobby=present)
    offering = None
    fitting = tables_for(user, wish)
    for table in fitting[:TRIES]:
        lobby = Lobby.objects.get(code=table.code)
        try:
            join_lobby(lobby_id=lobby.pk, user=user)
        except GameError as refused:
            # Another person was quicker, or the table has gone: try the next one.
            if refused.reason in _ABOUT_THE_PERSON:
                raise
            if refused.reason is ServiceReason.NAME_TAKEN:
                offering = offering or lobby
            continue
        reasons = reasons_for(table, fitting, wish)
        return QuickSeat(lobby=lobby, reasons=reasons, is_chosen=True)
    if offering is not None:
        return QuickSeat(lobby=offering)
    lobby = create_lobby(user=user, settings=_wished(wish))
    return QuickSeat(lobby=lobby, is_new=True, is_chosen=True)


def tables_for(user: User, wish: Wish) -> Sequence[LobbyEntry]:
    """Return the open tables that suit this person and may take them, the best first."""
    apart = kept_apart(user.pk)
    lobbies = Lobby.objects.listed().exclude(removals__user=user)
    lobbies = lobbies.exclude(seats__user__in=apart).exclude(host__in=apart)
    may_join = set(lobbies.values_list("code", flat=True))
    return best_first((each for each in open_lobbies() if each.code in may_join), wish)


def rating_of(user: User) -> float | None:
    """Return this person's rating; None before the first ranked game."""
    return PlayerRating.objects.filter(pk=user.pk).values_list("rating", flat=True).first()


def _wished(wish: Wish) -> LobbySettings:
    """Return the settings of a new table as the person wants it."""
    pace = wish.tables.pace or Pace.RELAXED
    return LobbySettings(
        name=fresh_table_name(),
        languages=spoken(wish.spoken),
        pace=Pace.DAY if pace == WantedPace.SLOW else Pace(pace),
        is_ranked=wish.tables.kind == WantedKind.RANKED,
    )
