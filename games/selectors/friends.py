"""Reads of a person's friends: who is here, who sits where a seat is free, whose game one may watch.

Only friends who let others see it, and who have a page open, are anywhere; a table that is not for everybody is told
without its name and without a way to it. Nothing here looks into a game.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, Subquery
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


@dataclass(frozen=True, slots=True)
class _Place:
    where: Whereabouts
    code: str = ""
    table: str = ""
    free: int = 0


def friends_of(user: User, *, only_here: bool = False) -> tuple[FriendLine, ...]:
    """Return every friend, or those who are here, and where; those with whom one can play first; three queries."""
    own = Friendship.objects.filter(user=user).values("friend")
    shown = Q(presence__until__gt=timezone.now(), preferences__shows_presence=True)
    friends = User.objects.filter(pk__in=own, closed_at=None).annotate(is_here=shown)
    if only_here:
        friends = friends.filter(shown)
    # A person may have hundreds of them: only what names and shows them is read.
    friends = friends.only("username", "guest_name", "is_guest", "emblem", "closed_at")
    here = [friend.pk for friend in friends if friend.is_here]
    # Whoever sits in a lobby while a slow game runs is in the lobby.
    places = {**_at_tables(here), **_in_lobbies(here, user.pk)} if here else {}
    lines = []
    for friend in friends:
        nowhere = _Place(Whereabouts.ONLINE if friend.is_here else Whereabouts.AWAY)
        place = places.get(friend.pk, nowhere)
        lines.append(
            FriendLine(
                person=person_of(friend),
                where=place.where,
                code=place.code,
                table=place.table,
                free=place.free,
            )
        )
    lines.sort(key=lambda line: (_ORDER.index(line.where), line.person.name.casefold()))
    return tuple(lines)


def _in_lobbies(people: Collection[int], reader: int) -> Mapping[int, _Place]:
    """Return the lobbies of these people: with a way to it if it is for everybody, or the reader is invited."""
    invited = Invitation.objects.filter(
        lobby=OuterRef("lobby"), user=reader, is_told=True, declined_at=None
    )
    removed = LobbyRemoval.objects.filter(lobby=OuterRef("lobby"), user=reader)
    listed = Lobby.objects.listed().filter(pk=OuterRef("lobby"), password="")
    taken = LobbySeat.objects.filter(lobby=OuterRef("lobby")).order_by().values("lobby")
    seats = (
        LobbySeat.objects.filter(user__in=people, lobby__status=Lobby.Status.OPEN)
        .annotate(
            is_for_reader=Q(Exists(listed) | Exists(invited)) & ~Q(Exists(removed)),
            taken=Subquery(taken.annotate(count=Count("pk")).values("count")),
        )
        .select_related("lobby")
    )
    places: dict[int, _Place] = {}
    for seat in seats:
        free = seat.lobby.most_players - seat.taken
        if seat.user_id is None:
            continue
        if seat.is_for_reader and free > 0:
            places[seat.user_id] = _Place(
                Whereabouts.FREE_SEAT, seat.lobby.code, seat.lobby.name, free
            )
        else:
            places[seat.user_id] = _Place(Whereabouts.AT_TABLE)
    return places


def _at_tables(people: Collection[int]) -> Mapping[int, _Place]:
    """Return the running games of these people, but for slow ones, where nobody sits and waits."""
    seats = Seat.objects.filter(
        user__in=people, has_stand_in=False, game__status=Game.Status.RUNNING
    ).exclude(game__pace__in=SLOW)
    return {
        seat.user_id: _Place(Whereabouts.WATCHABLE, seat.game.code, seat.game.name)
        if seat.game.is_told_to_all
        else _Place(Whereabouts.AT_TABLE)
        for seat in seats.select_related("game")
        if seat.user_id is not None
    }


def read_friends(user: User) -> Friends:
    """Return all that a person's page of friends shows; six queries."""
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
