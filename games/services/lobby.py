"""The writer of lobbies: open, change, close.

services.quick_seat finds one to sit down in, services.lobby_start begins the game, services.lobby_rematch opens another one for the same people,
services.lobby_seats writes the seats. Its locks and refusals are used here, too.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings as site
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Lobby
from games.selectors.table_clubs import club_of_table
from games.services.fair_deal import seal
from games.services.lobby_admission import (
    is_seated_elsewhere,
    require_free_to_play,
    require_limit_in_ranked,
    require_playable_board,
    require_ranked_people,
    require_ranked_person,
    require_room_for_slow_games,
)
from games.services.lobby_seats import (
    close,
    lock_open_lobby,
    lock_person,
    require_host,
    sit_down,
    touch,
)
from games.services.setbacks import Setbacks
from games.services.table_names import TABLE_NAMES, pick_table_name
from games.signals import club_chosen, table_opened
from games.transport.broadcast import announce_lobby_list
from games.values.languages import kept, spoken
from games.values.lobby import LobbySettings
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Pace

logger = logging.getLogger(__name__)

_broken: Setbacks[int] = Setbacks(logger, "Lobby %s could not be closed")

RESTING_NAMES = 25
"""So many of the last made names of tables are not given again yet."""


def create_lobby(*, user: User, settings: LobbySettings) -> Lobby:
    """Open a lobby; its creator is the host and takes the first seat.

    Raises GameError: SUSPENDED, WARNING_UNREAD, SEATED_ELSEWHERE, RANKED_NEEDS_ACCOUNT, RANKED_FORBIDDEN,
    RANKED_PAUSED, TOO_MANY_SLOW_GAMES, NO_LIMIT_IS_PRIVATE, RANKED_NEEDS_LIMIT, BOARD_NOT_RANKED, BOARD_OF_ANOTHER_SIZE,
    NOT_A_MEMBER.
    """
    lobby = Lobby(host=user)
    _apply(lobby, settings, _hash(settings.password))
    with transaction.atomic():
        open_lobby(lobby, user)
        if settings.club:
            club_chosen.send(Lobby, lobby=lobby, user=user, club=settings.club)
    return lobby


@transaction.atomic
def open_lobby(lobby: Lobby, user: User) -> None:
    """Open a lobby whose settings are made; its host takes the first seat. Refuses as create_lobby does."""
    lock_person(user)
    _refuse_to_host(lobby, user)
    require_limit_in_ranked(lobby)
    require_playable_board(lobby)
    lobby.save()
    seal(lobby)
    sit_down(lobby, user)
    table_opened.send(Lobby, lobby=lobby)


def change_settings(*, lobby_id: int, user: User, settings: LobbySettings) -> None:
    """Change the settings as the host; people must say again that they are ready.

    Whoever sits here keeps the seat when the table becomes one for members of a club.

    Ends a running ready check. Raises GameError: NOT_HOST, TOO_MANY_SEATED, RANKED_NEEDS_ACCOUNT, RANKED_PAUSED,
    TOO_MANY_SLOW_GAMES, NO_LIMIT_IS_PRIVATE, RANKED_NEEDS_LIMIT, BOARD_NOT_RANKED, BOARD_OF_ANOTHER_SIZE,
    NOT_A_MEMBER, LOBBY_STARTED, LOBBY_CLOSED.
    """
    hashed = _hash(settings.password)
    with transaction.atomic():
        lobby = lock_open_lobby(lobby_id)
        require_host(lobby, user)
        was_public = lobby.is_public
        _apply(lobby, settings, hashed)
        if settings.club is not None:
            club_chosen.send(Lobby, lobby=lobby, user=user, club=settings.club)
        if not lobby.bots_allowed:
            lobby.seats.filter(user=None).delete()
        seats = list(lobby.seats.select_related("user"))
        if len(seats) > lobby.most_players:
            raise GameError(ServiceReason.TOO_MANY_SEATED)
        require_ranked_people(lobby, seats)
        require_room_for_slow_games(lobby, [seat.user for seat in seats if seat.user])
        # The host agrees to what the host has chosen.
        lobby.seats.filter(user__isnull=False).exclude(user=user).update(is_ready=False)
        lobby.check_ends_at = lobby.starts_at = lobby.chosen_size = None
        lobby.save()
        touch(lobby)
        if was_public and not lobby.is_public:
            # touch() announces lobbies that are in the list, not those that have left it.
            announce_lobby_list()
        table_opened.send(Lobby, lobby=lobby)


def _hash(password: str | None) -> str | None:
    return make_password(password) if password else password


def _apply(lobby: Lobby, settings: LobbySettings, hashed: str | None) -> None:
    if settings.is_public and settings.pace is Pace.NONE:
        # Strangers would wait for each other for ever.
        raise GameError(ServiceReason.NO_LIMIT_IS_PRIVATE)
    if hashed is not None:
        lobby.password = hashed
    lobby.name = settings.name
    # The club's own page lists such a table.
    lobby.is_public = settings.is_public and not settings.club
    lobby.fewest_players = settings.fewest_players
    lobby.most_players = settings.most_players
    lobby.edition = settings.edition.value
    lobby.board, lobby.board_name = settings.board, settings.board_name
    lobby.pace = settings.pace.value
    lobby.time_up = settings.time_up.value
    lobby.more_time = settings.more_time
    lobby.talk = settings.talk.value
    lobby.guests_write = settings.guests_write
    lobby.slow_mode = settings.slow_mode.value
    # Ranked games have no bots, so the two settings cannot contradict each other.
    lobby.bots_allowed = settings.bots_allowed and not settings.is_ranked
    lobby.bot_level = settings.bot_level.value
    lobby.is_ranked = settings.is_ranked
    lobby.languages = kept(settings.languages)
    lobby.voice_link = settings.voice_link
    require_limit_in_ranked(lobby)
    require_playable_board(lobby)


def _refuse_to_host(lobby: Lobby, user: User) -> None:
    require_free_to_play(user)
    if is_seated_elsewhere(user):
        raise GameError(ServiceReason.SEATED_ELSEWHERE)
    if lobby.is_ranked:
        require_ranked_person(user)


def set_listing(*, lobby_id: int, user: User, is_public: bool) -> None:
    """Put the lobby on the list of open tables as its host, or take it off; everybody stays as ready as before.

    Raises GameError: NOT_HOST, NO_LIMIT_IS_PRIVATE, LOBBY_STARTED, LOBBY_CLOSED.
    """
    with transaction.atomic():
        lobby = lock_open_lobby(lobby_id)
        require_host(lobby, user)
        if is_public and lobby.pace == Pace.NONE:
            raise GameError(ServiceReason.NO_LIMIT_IS_PRIVATE)
        # The club's own page lists such a table.
        lobby.is_public = is_public and club_of_table(lobby) is None
        lobby.save(update_fields=["is_public"])
        touch(lobby)
        announce_lobby_list()
        if lobby.is_public:
            table_opened.send(Lobby, lobby=lobby)


def open_table(*, user: User, is_public: bool = True) -> Lobby:
    """Open a lobby that needs no choice: the usual settings, and a name made for it.

    `is_public`: whether it stands in the list, where strangers find it. A person who sits in an open lobby gets that one,
    so that a second press opens no second table.
    Raises GameError(SEATED_ELSEWHERE) for a person who is playing.
    """
    present = Lobby.objects.open().filter(seats__user=user).first()
    if present is not None:
        return present
    # It speaks the language of the page on which the host asks.
    settings = LobbySettings(
        name=fresh_table_name(), languages=spoken(get_language() or ""), is_public=is_public
    )
    return create_lobby(user=user, settings=settings)


def fresh_table_name() -> str:
    """Return a name for a new table, in the active language.

    None that an open table has or that one of the last tables had, while there are others.
    """
    ours = Lobby.objects.filter(name__in=[str(name) for name in TABLE_NAMES])
    return pick_table_name(
        taken=ours.open().values_list("name", flat=True),
        recent=ours.order_by("-created_at").values_list("name", flat=True)[:RESTING_NAMES],
    )


def usual_table_name(name: str) -> str:
    """Return the name of a table called after a person, in the active language."""
    return _("Table of %(name)s") % {"name": name}


@transaction.atomic
def close_lobby(*, lobby_id: int) -> None:
    """Staff close a lobby. Raises GameError: LOBBY_STARTED, LOBBY_CLOSED."""
    close(lock_open_lobby(lobby_id))


def close_stale(now: datetime) -> int:
    """Close lobbies without activity for long; return how many."""
    forgotten_before = now - timedelta(seconds=site.LOBBY_STALE_SECONDS)
    stale = Lobby.objects.filter(changed_at__lt=forgotten_before, status=Lobby.Status.OPEN)
    stale = stale.exclude(pk__in=_broken.waiting(now))
    closed = 0
    for lobby_id in list(stale.values_list("pk", flat=True)[:100]):
        # One broken lobby must not stop the others.
        with _broken.guarding(lobby_id, now):
            closed += _close_if_stale(lobby_id, forgotten_before)
    return closed


@transaction.atomic
def _close_if_stale(lobby_id: int, forgotten_before: datetime) -> bool:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    # Check again under the lock: a person may have come in.
    if lobby.status != Lobby.Status.OPEN or lobby.changed_at >= forgotten_before:
        return False
    close(lobby)
    return True
