"""Reads of a person's friends: who is here, who sits where a seat is free, whose game one may watch.

Only friends who let others see it, and who have a page open, are anywhere; a table that is not for everybody is told
without its name and without a way to it. Nothing here looks into a game.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.utils import timezone

from accounts.blocks import blocked_by
from accounts.friend_models import Friendship
from accounts.friends import Bond, Requests, all_requests_of, bonds_with
from accounts.models import User
from games.models import Game, Invitation, Lobby, LobbyRemoval, LobbySeat, Seat, SeatResult
from games.selectors.people import person_of
from games.values.friends import Acquaintance, FriendLine, Friends, Whereabouts
from games.values.timing import SLOW

LAST_GAMES = 5
MOST_MET = 24
MOST_ASKING = 20
_ORDER = list(Whereabouts)


_PERSON = ("pk", "username", "guest_name", "is_guest", "emblem")
_OF_NOBODY = (Value(""), Value(""), Value(False), Value(""))
_PEOPLE, _LOBBIES, _GAMES = "people", "lobbies", "games"


@dataclass(frozen=True, slots=True)
class _Place:
    where: Whereabouts
    code: str = ""
    table: str = ""
    free: int = 0


def friends_of(user: User, *, only_at_tables: bool = False) -> tuple[FriendLine, ...]:
    """Return every friend, or those at tables and in lobbies, and where; those with whom one can play first; one query."""
    own = Friendship.objects.filter(user=user).values("friend")
    shown = Q(presence__until__gt=timezone.now(), preferences__shows_presence=True)
    friends = User.objects.filter(pk__in=own, closed_at=None).annotate(is_open=shown)
    here = friends.filter(shown)
    # A person may have hundreds of them: only what names and shows them is read.
    people = (here.filter(_is_seated()) if only_at_tables else friends).values_list(
        *_PERSON, Value(_PEOPLE), "is_open", Value(""), Value(""), Value(0)
    )
    found: list[User] = []
    places: dict[str, dict[int, _Place]] = {_PEOPLE: {}, _GAMES: {}, _LOBBIES: {}}
    for pk, *person, kind, is_open, code, table, free in people.order_by().union(
        _at_tables(here), _in_lobbies(here, user.pk), all=True
    ):
        if kind == _PEOPLE:
            found.append(User(**dict(zip(_PERSON, (pk, *person), strict=True))))
            where = Whereabouts.ONLINE if is_open else Whereabouts.AWAY
            places[kind][pk] = _Place(where)
        elif not is_open or (kind == _LOBBIES and free <= 0):
            places[kind].setdefault(pk, _Place(Whereabouts.AT_TABLE))
        else:
            where = Whereabouts.WATCHABLE if kind == _GAMES else Whereabouts.FREE_SEAT
            places[kind][pk] = _Place(where, code, table, free)
    # Whoever sits in a lobby while a slow game runs is in the lobby.
    known = {**places[_PEOPLE], **places[_GAMES], **places[_LOBBIES]}
    lines = [_line(friend, known[friend.pk]) for friend in found]
    lines.sort(key=lambda line: (_ORDER.index(line.where), line.person.name.casefold()))
    return tuple(lines)


def _is_seated() -> Q:
    """Return the condition on a person: sits at a running game or in an open lobby."""
    own = {"user": OuterRef("pk")}
    playing = Seat.objects.filter(**own, game__status=Game.Status.RUNNING)
    waiting = LobbySeat.objects.filter(**own, lobby__status=Lobby.Status.OPEN)
    return Q(Exists(playing) | Exists(waiting))


def _line(friend: User, place: _Place) -> FriendLine:
    return FriendLine(
        person=person_of(friend),
        where=place.where,
        code=place.code,
        table=place.table,
        free=place.free,
    )


def _in_lobbies(people: QuerySet[User], reader: int) -> QuerySet[LobbySeat, Any]:
    """Return the lobbies of these people; open if everybody finds it, or the reader is invited."""
    invited = Invitation.objects.filter(
        lobby=OuterRef("lobby"), user=reader, is_told=True, declined_at=None
    )
    removed = LobbyRemoval.objects.filter(lobby=OuterRef("lobby"), user=reader)
    listed = Lobby.objects.listed().filter(pk=OuterRef("lobby"), password="")
    taken = LobbySeat.objects.filter(lobby=OuterRef("lobby")).order_by().values("lobby")
    return (
        LobbySeat.objects.filter(user__in=people.values("pk"), lobby__status=Lobby.Status.OPEN)
        .annotate(
            is_open=Q(Exists(listed) | Exists(invited)) & ~Q(Exists(removed)),
            free=F("lobby__most_players") - Subquery(taken.annotate(n=Count("pk")).values("n")),
        )
        .order_by()
        .values_list(
            "user_id",
            *_OF_NOBODY,
            Value(_LOBBIES),
            "is_open",
            "lobby__code",
            "lobby__name",
            "free",
        )
    )


def _at_tables(people: QuerySet[User]) -> QuerySet[Seat, Any]:
    """Return the running games of these people, but for slow ones, where nobody sits and waits; open if told to all."""
    seats = Seat.objects.filter(
        user__in=people.values("pk"), has_stand_in=False, game__status=Game.Status.RUNNING
    ).exclude(game__pace__in=SLOW)
    told = seats.annotate(is_open=Q(game__is_public=True, game__is_locked=False))
    return told.order_by().values_list(
        "user_id", *_OF_NOBODY, Value(_GAMES), "is_open", "game__code", "game__name", Value(0)
    )


def read_friends(user: User) -> Friends:
    """Return all that a person's page of friends shows; four queries."""
    friends = friends_of(user)
    requests = all_requests_of(user)
    return Friends(
        friends=friends,
        asking=tuple(map(person_of, requests.asking[:MOST_ASKING])),
        more_ask=len(requests.asking) > MOST_ASKING,
        asked=tuple(map(person_of, requests.asked)),
        met=_met(user, {line.person.address for line in friends}, requests),
    )


def _met(user: User, friends: Collection[str], requests: Requests) -> tuple[Acquaintance, ...]:
    """Return with whom this person has played lately, the latest game first.

    Neither friends nor open requests, nor whom this person has blocked; a block by somebody else is not told.
    """
    last = SeatResult.objects.filter(user=user).order_by("-ended_at", "-result_id")
    seats = SeatResult.objects.filter(result__in=last.values("result_id")[:LAST_GAMES])
    seats = seats.filter(user__is_guest=False, user__closed_at=None).exclude(user=user)
    found = {
        seat.user_id: seat.user
        for seat in seats.select_related("user").order_by("-ended_at", "-result_id", "seat")
        if seat.user.username not in friends
    }
    settled = {each.pk for each in (*requests.asking, *requests.asked)} | blocked_by(user.pk)
    met = [
        Acquaintance(person=person_of(each), bond=Bond.NONE)
        for pk, each in found.items()
        if pk not in settled
    ]
    return tuple(met[:MOST_MET])


def acquaintances(user: User, people: Sequence[User]) -> tuple[Acquaintance, ...]:
    """Return these people with what each of them is to this person."""
    bonds = bonds_with(user, people)
    return tuple(Acquaintance(person=person_of(each), bond=bonds[each.pk]) for each in people)
