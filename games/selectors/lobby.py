"""Reads of lobbies: one lobby, a person's places; the list of open tables is in selectors.open_tables.

Returns plain values; of a password only whether there is one.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models import Count, Q, Value
from django.utils import timezone

from accounts.blocks import blocks_among
from accounts.emblems import told_apart
from accounts.models import User
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Edition
from games.models import Game, Lobby, LobbySeat, Mute, Seat, SeatResult, Void
from games.selectors.chance import liberal_chance
from games.selectors.fair_deal import lobby_deal
from games.selectors.invitations import invited_people
from games.selectors.rematch import awaited_seats, opens_at
from games.selectors.table_clubs import club_of_table
from games.values.game_kind import GameKind
from games.values.languages import spoken
from games.values.lobby import (
    AWAY_SECONDS,
    HOST_GONE_SECONDS,
    LobbyLine,
    LobbySnapshot,
    Place,
    PlaceKind,
    SeatSnapshot,
)

# Of the talk: a page shows so many lines at least, and so many fall out at once.
LINES_SHOWN = 60
LINES_AT_ONCE = 30
Pairs: TypeAlias = frozenset[tuple[int, int]]
_ANYBODY: Final = -1
"""The number of no person: stands in a query that is built once for the one it is about."""


def _clean_code(typed: str) -> str:
    """Return the code in capitals and without spaces, as it may be typed or read out."""
    return re.sub(r"[\s._-]", "", typed).upper()


def find_lobby(code: str, user_id: int | None) -> Lobby:
    """Return the lobby of a typed code, if it exists for this person (None: a visitor).

    The code of a lobby that ended long ago leads nowhere. Raises Lobby.DoesNotExist.
    """
    remembered = Lobby.objects.remembered(timezone.now())
    return remembered.shown_to(user_id).get(code=_clean_code(code))


def _unanswered(lobby: Lobby) -> tuple[tuple[int, str], ...]:
    if not lobby.unanswered:
        return ()
    people = User.objects.filter(pk__in=lobby.unanswered, closed_at=None).order_by("pk")
    return tuple((user.pk, str(user)) for user in people)


def load_lobby(lobby_id: int) -> LobbySnapshot:
    """Return a lobby as it is now. Raises Lobby.DoesNotExist."""
    return see_lobby(Lobby.objects.select_related("game").get(pk=lobby_id))


def see_lobby(lobby: Lobby) -> LobbySnapshot:
    """Return a lobby that was read just now, with all that stands around it."""
    seats = list(lobby.seats.select_related("user"))
    bots = frozenset(place for place, seat in enumerate(seats) if seat.user is None)
    faces = told_apart([seat.face for seat in seats], yielding=bots)
    # Before its start a lobby has no game, so none is looked for.
    game = None if lobby.status == Lobby.Status.OPEN else getattr(lobby, "game", None)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    games = _ranked_games_of(people) if lobby.is_ranked else {}
    mutes, blocks = _mutes_and_blocks(people)
    club = club_of_table(lobby)
    now = timezone.now()
    here_since = now - timedelta(seconds=AWAY_SECONDS)
    gone_since = now - timedelta(seconds=HOST_GONE_SECONDS)
    awaited = awaited_seats(lobby, now)
    # A host who may start counts as ready, until a ready check asks everybody.
    ready = (None, lobby.host_id if lobby.check_ends_at is None else None)
    is_game = lobby.is_ranked and FEWEST_PLAYERS <= len(people) == len(seats) <= MOST_PLAYERS
    return LobbySnapshot(
        id=lobby.pk,
        code=lobby.code,
        name=lobby.name,
        host_id=lobby.host_id,
        is_open=lobby.status == Lobby.Status.OPEN,
        game_code=game.code if game else "",
        is_public=lobby.is_public,
        has_password=bool(lobby.password),
        fewest_players=lobby.fewest_players,
        most_players=lobby.most_players,
        edition=lobby.edition,
        board=lobby.board,
        board_name=lobby.board_name,
        pace=lobby.pace,
        time_up=lobby.time_up,
        more_time=lobby.more_time,
        check_ends_at=lobby.check_ends_at,
        talk=lobby.talk,
        guests_write=lobby.guests_write,
        slow_mode=lobby.slow_mode,
        bots_allowed=lobby.bots_allowed,
        bot_level=lobby.bot_level,
        is_ranked=lobby.is_ranked,
        languages=spoken(lobby.languages),
        voice_link=lobby.voice_link,
        club=club.name if club else "",
        seats=tuple(
            SeatSnapshot(
                id=seat.pk,
                user_id=seat.user_id,
                name=str(seat),
                face=face,
                is_ready=seat.is_ready or seat.user_id in ready,
                address=seat.user.username if seat.user else "",
                is_guest=seat.user is not None and seat.user.is_guest,
                is_here=seat.user_id is None or seat.seen_at > here_since,
                ranked_games=games.get(seat.user_id or 0, (0, 0)),
            )
            for seat, face in zip(seats, faces, strict=True)
        ),
        awaited=tuple(seat.shown_name for seat in awaited),
        waits_until=lobby.waits_until if awaited else None,
        opens_at=opens_at(lobby, now),
        starts_at=lobby.starts_at,
        is_host_gone=any(
            seat.user_id == lobby.host_id and seat.seen_at < gone_since for seat in seats
        ),
        unanswered=_unanswered(lobby),
        invited=invited_people(lobby, now) if lobby.status == Lobby.Status.OPEN else (),
        said=_said(lobby),
        mutes=mutes,
        blocks=blocks,
        deal=lobby_deal(lobby.pk, is_opening=lobby.opens_until is not None)
        if lobby.status == Lobby.Status.OPEN
        else None,
        liberal_chance=liberal_chance(people, Edition(lobby.edition), lobby.board)
        if is_game
        else None,
    )


def _mutes_and_blocks(people: list[int]) -> tuple[Pairs, Pairs]:
    """Return who of these people does not want to hear whom, and who of them has blocked whom; one query."""
    if not people:
        return frozenset(), frozenset()
    mutes = Mute.objects.filter(user_id__in=people).order_by()
    rows = list(
        mutes.values_list("user_id", "muted_id", Value("mute")).union(
            blocks_among(people).values_list("user_id", "blocked_id", Value("block")), all=True
        )
    )
    return (
        frozenset((user, other) for user, other, kind in rows if kind == "mute"),
        frozenset((user, other) for user, other, kind in rows if kind == "block"),
    )


def _ranked_games_of(people: list[int]) -> Mapping[int, tuple[int, int]]:
    """Return how many ranked games each of these people has begun, and how many of them played to the end.

    Nothing of people who keep their games to themselves.
    """
    rows = (
        SeatResult.objects.filter(
            user_id__in=people, kind=GameKind.RANKED, user__preferences__shows_games=True
        )
        .exclude(result__void=Void.ANNULLED)
        .values("user_id")
        .annotate(games=Count("pk"), left=Count("pk", filter=Q(is_leaver=True)))
        .order_by()
    )
    return {row["user_id"]: (row["games"], row["games"] - row["left"]) for row in rows}


def _said(lobby: Lobby) -> tuple[LobbyLine, ...]:
    """Return the last lines; many at a time fall out, so that a page is mostly sent what is new."""
    rows = list(lobby.messages.select_related("user").order_by("number"))
    if len(rows) > LINES_SHOWN:
        first = (rows[-1].number - LINES_SHOWN) // LINES_AT_ONCE * LINES_AT_ONCE
        rows = [row for row in rows if row.number > first]
    return tuple(
        LobbyLine(
            number=row.number,
            user_id=row.user_id,
            name="" if row.user.closed_at else row.name or row.user.display_name,
            address="" if row.user.closed_at else row.user.username,
            face=row.user.face,
            text=row.text,
            phrase=row.phrase,
        )
        for row in rows
    )


def places_of(user_id: int) -> list[Place]:
    """Return where this person plays, waits, or is invited; one query, as every page asks."""
    sql, given = _places_sql()
    with connection.cursor() as cursor:
        cursor.execute(sql, [user_id if each == _ANYBODY else each for each in given])
        rows = cursor.fetchall()
    places = [Place(kind=PlaceKind(kind), code=code, name=name) for kind, code, name in rows]
    # Sorted here: there are few, and the two databases disagree on ordering unions.
    return sorted(places, key=lambda place: list(PlaceKind).index(place.kind))


@cache
def _places_sql() -> tuple[str, tuple[Any, ...]]:
    """Return that query, and its parameters for _ANYBODY: to build it takes longer than a database takes to answer."""
    playing = Seat.objects.filter(user_id=_ANYBODY, game__status=Game.Status.RUNNING)
    waiting = LobbySeat.objects.filter(user_id=_ANYBODY, lobby__status=Lobby.Status.OPEN)
    invited_by = Lobby.objects.open().filter(
        invitations__user_id=_ANYBODY, invitations__is_told=True, invitations__declined_at=None
    )
    rematches = (
        Lobby.objects.open()
        .filter(rematch_of__seats__user_id=_ANYBODY, rematch_of__seats__declines_rematch=False)
        .exclude(host__blocks__blocked_id=_ANYBODY)
    )
    # Who sits there already, or was removed, is not invited any more.
    settled = Q(seats__user_id=_ANYBODY) | Q(removals__user_id=_ANYBODY)
    rows = (
        playing.order_by()
        .values_list(Value(PlaceKind.GAME.value), "game__code", "game__name")
        .union(
            waiting.order_by().values_list(
                Value(PlaceKind.LOBBY.value), "lobby__code", "lobby__name"
            ),
            rematches.exclude(settled)
            .order_by()
            .values_list(Value(PlaceKind.INVITATION.value), "code", "name"),
            invited_by.exclude(settled)
            .order_by()
            .values_list(Value(PlaceKind.INVITED_BY.value), "code", "name"),
            all=True,
        )
    )
    sql, given = rows.query.sql_with_params()
    return sql, tuple(given)
