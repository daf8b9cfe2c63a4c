"""A game for one person and bots, begun at once: no clock runs, and only they have its address.

It is never ranked, and whoever leaves it for a table of people loses nothing: the game ends without a result.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import Role
from games.models import Game, Seat
from games.selectors.game import load_table
from games.selectors.table_cache import forget
from games.services import decision_clock
from games.services.game import TRIES, reseat
from games.services.lobby import create_lobby, fresh_table_name
from games.services.lobby_seats import add_bots
from games.services.lobby_start import start_lobby_game
from games.services.quick_seat import QuickSeat, quick_seat, tables_for
from games.values.lobby import PRACTICE_PLAYERS, LobbyEntry, LobbySettings
from games.values.quick_seat import Wish
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Pace


@transaction.atomic
def start_practice(
    *, user: User, players: int = PRACTICE_PLAYERS, role: Role | None = None
) -> Game:
    """Start such a game for so many players, 5 to 10; this person may have chosen a role.

    Raises GameError(SEATED_ELSEWHERE) for a person who is playing.
    """
    settings = LobbySettings(
        name=fresh_table_name(), is_public=False, most_players=players, pace=Pace.NONE
    )
    lobby = create_lobby(user=user, settings=settings)
    add_bots(lobby_id=lobby.pk, user=user, fill=True)
    return start_lobby_game(lobby_id=lobby.pk, user=user, role=role)


class _NobodyThereError(Exception):
    """No table of people is open any more."""


@contextmanager
def leaving_practice(user: User) -> Iterator[None]:
    """Sit down inside, and this person's practice game ends without a result; if that fails, it goes on."""
    game_id = _practice_of(user)
    if game_id is None:
        yield
        return
    try:
        with transaction.atomic():
            _put_away(game_id)
            yield
    except BaseException:
        # What was read inside the transaction has never been.
        forget(game_id)
        raise


def table_of_people(
    *, user: User, wish: Wish, besides: Collection[str] = (), shown: str = ""
) -> LobbyEntry | None:
    """Return an open table for somebody who practises; None without one, and for all others.

    Never one with a code among `besides`; the one with the code `shown` stays as long as it suits.
    """
    if _practice_of(user) is None:
        return None
    tables = [table for table in tables_for(user, wish) if table.code not in besides]
    return next((table for table in tables if table.code == shown), tables[0] if tables else None)


def leave_for_people(*, user: User, wish: Wish) -> QuickSeat | None:
    """End this person's practice game without a result and take a seat among people.

    None, and the game goes on, if no table is open any more. Raises GameError as quick_seat does.
    """
    try:
        with leaving_practice(user):
            return _seat_among_people(user, wish)
    except _NobodyThereError:
        return None


def _seat_among_people(user: User, wish: Wish) -> QuickSeat:
    found = quick_seat(user=user, wish=wish) if tables_for(user, wish) else None
    if found is None or found.is_new:
        raise _NobodyThereError
    return found


def _practice_of(user: User) -> int | None:
    """Return the running game in which this person plays alone against bots."""
    own = Seat.objects.filter(user=user, has_stand_in=False).values("game")
    games = Game.objects.running().filter(pk__in=own, pace=Pace.NONE, is_public=False)
    alone = games.annotate(people=Count("seats__user")).filter(people=1, is_ranked=False)
    return alone.values_list("pk", flat=True).first()


def _put_away(game_id: int) -> None:
    for _attempt in range(TRIES):
        # A bot may write at the same moment.
        table = load_table(game_id)
        ended = decision_clock.without_hold(table).but(deadline_at=None, due_at=None)
        now = timezone.now()
        if reseat(before=table, after=ended, status=Game.Status.ABANDONED, finished_at=now):
            return
    raise GameError(ServiceReason.TRY_AGAIN)
