"""Reads of invitations: for whom a lobby keeps a seat, who may come without the password, whom one may invite."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.friends import friend_ids
from accounts.models import User
from accounts.presence import shown_online
from games.models import Invitation, Lobby, LobbySeat, Seat, SeatResult
from games.selectors.rematch import awaited_seats
from games.values.invitation import AGAIN_SECONDS, Invitable, Invited

MOST_OFFERED = 40
"""So many friends are offered in a lobby; those who are online come first."""


def invited_people(lobby: Lobby, now: datetime) -> tuple[Invited, ...]:
    """Return who was invited to this lobby and has neither come nor said no, those first whose minute ends first."""
    here = LobbySeat.objects.filter(lobby=lobby, user=OuterRef("user"))
    rows = lobby.invitations.filter(~Exists(here), declined_at=None, user__closed_at=None)
    return tuple(
        Invited(
            user_id=row.user_id,
            name=row.user.display_name,
            by=row.by.display_name,
            kept_until=row.kept_until if row.kept_until and row.kept_until > now else None,
            is_told=row.is_told,
        )
        for row in rows.select_related("user", "by").order_by("kept_until", "pk")
    )


def people_with_a_kept_seat(lobby: Lobby, now: datetime) -> list[int]:
    """Return the ids of the people for whom this lobby keeps a free seat because they were invited."""
    return [each.user_id for each in invited_people(lobby, now) if each.kept_until is not None]


def awaited_people(lobby: Lobby, now: datetime) -> frozenset[int]:
    """Return the ids of all for whom a seat is kept: of people of a rematch, and of people who were invited."""
    of_rematch = {seat.user_id for seat in awaited_seats(lobby, now) if seat.user_id is not None}
    return frozenset(of_rematch.union(people_with_a_kept_seat(lobby, now)))


def is_invited(lobby: Lobby, user_id: int) -> bool:
    """Whether this person may come as if they were expected: the game before had them, or somebody has invited them."""
    game_id = lobby.rematch_of_id
    if game_id is not None and Seat.objects.filter(game=game_id, user=user_id).exists():
        return True
    return Invitation.objects.filter(lobby=lobby, user=user_id, is_told=True).exists()


def _people_of_last_game(user_id: int) -> tuple[int, ...]:
    """Return the ids of the people with whom this person has finished the last game."""
    last = SeatResult.objects.filter(user=user_id).order_by("-ended_at", "-result_id")
    rows = SeatResult.objects.filter(result__in=last.values("result_id")[:1]).exclude(user=user_id)
    return tuple(rows.order_by("seat").values_list("user_id", flat=True))


def may_be_invited(user_id: int, other_id: int) -> bool:
    """Whether this person may invite the other one: a friend, or somebody of the last game."""
    return other_id in friend_ids(user_id) or other_id in _people_of_last_game(user_id)


def invitable(lobby_id: int, user_id: int, seated: Collection[int]) -> tuple[Invitable, ...]:
    """Return whom this person may invite to a lobby: friends who are online, other friends, people of the last game."""
    friends = friend_ids(user_id)
    others = [pk for pk in _people_of_last_game(user_id) if pk not in friends]
    wanted = (friends | set(others)) - set(seated)
    people = User.objects.filter(pk__in=wanted, is_guest=False, closed_at=None)
    online = shown_online(friends)
    invited = {row.user_id: row for row in Invitation.objects.filter(lobby=lobby_id)}
    lately = timezone.now() - timedelta(seconds=AGAIN_SECONDS)
    found = [
        Invitable(
            user_id=each.pk,
            name=each.display_name,
            face=each.face,
            address=each.username,
            is_online=each.pk in online,
            is_friend=each.pk in friends,
            is_invited=each.pk in invited and invited[each.pk].created_at > lately,
            has_declined=each.pk in invited and invited[each.pk].declined_at is not None,
        )
        for each in people
    ]
    found.sort(key=lambda each: (not each.is_friend, not each.is_online, each.name.casefold()))
    friendly = [each for each in found if each.is_friend][:MOST_OFFERED]
    return (*friendly, *(each for each in found if not each.is_friend))


def lobby_to_invite_to(user_id: int, friend_id: int) -> str:
    """Return the code of the open lobby where this person sits and the friend does not, nor was just invited; or nothing."""
    lately = timezone.now() - timedelta(seconds=AGAIN_SECONDS)
    here = LobbySeat.objects.filter(lobby=OuterRef("lobby"), user=friend_id)
    asked = Invitation.objects.filter(
        lobby=OuterRef("lobby"), user=friend_id, created_at__gt=lately
    )
    seats = LobbySeat.objects.filter(
        ~Exists(here), ~Exists(asked), user=user_id, lobby__status=Lobby.Status.OPEN
    )
    return seats.order_by("-pk").values_list("lobby__code", flat=True).first() or ""
