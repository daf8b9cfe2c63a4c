"""Tables of clubs: only members sit down, members are told now and then, a rematch stays in the club."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import SanctionKind
from accounts.sanctions import impose
from games.clubs.founding import close_own_club
from games.clubs.members import leave
from games.clubs.models import Club, ClubLobby
from games.clubs.tables import open_club_table
from games.clubs.values import ClubRefusal
from games.models import Game, Lobby
from games.services.lobby_rematch import rematch
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_lobby, a_person
from tests.games.clubs.people import a_club, a_member, owner, refused, told
from tests.games.lobbies import join, people_of, registered
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def test_members_sit_down_and_strangers_are_refused() -> None:
    club = a_club(name="Friday")
    kim = a_member(club)
    lobby = open_club_table(club_id=club.pk, user=owner(club))
    assert (lobby.name, lobby.is_public) == ("Friday", False)
    join(lobby, kim)
    for stranger in (a_person(), registered()):
        assert refusal(partial(join, lobby, stranger)) is ServiceReason.NOT_A_MEMBER
    assert people_of(lobby) == [owner(club), kim]
    # Other tables ask nobody.
    join(a_lobby(), a_person())


def test_who_has_left_the_club_does_not_come_back_to_its_table() -> None:
    club = a_club()
    kim = a_member(club)
    lobby = open_club_table(club_id=club.pk, user=owner(club))
    leave(club_id=club.pk, user=kim)
    assert refusal(partial(join, lobby, kim)) is ServiceReason.NOT_A_MEMBER
    close_own_club(club_id=club.pk, user=owner(club))
    # Of a club that is no more nobody is a member: the table is an ordinary one.
    join(lobby, kim)


def test_only_members_open_tables_and_none_is_left_behind() -> None:
    club = a_club()
    bad = a_member(club)
    impose(user=bad, kind=SanctionKind.SUSPENSION, text="x")
    act: dict[str, Any] = {"club_id": club.pk}
    assert refused(open_club_table, user=registered(), **act) is ClubRefusal.NOT_A_MEMBER
    assert refused(open_club_table, user=bad, **act) is ClubRefusal.SUSPENDED
    open_club_table(user=owner(club), **act)
    twice = refusal(partial(open_club_table, user=owner(club), **act))
    assert twice is ServiceReason.SEATED_ELSEWHERE
    assert Lobby.objects.count() == ClubLobby.objects.count() == 1


def test_members_hear_of_tables_at_most_every_half_hour() -> None:
    club = a_club(name="Friday")
    people = [a_member(club) for _ in range(3)]
    for user in people[:2]:
        open_club_table(club_id=club.pk, user=user)
    assert told(people[2]) == ["Friday: a table is open for members."]
    assert told(people[0]) == []
    earlier = timezone.now() - timedelta(minutes=31)
    Club.objects.update(table_told_at=earlier)
    open_club_table(club_id=club.pk, user=owner(club))
    assert len(told(people[2])) == 2


def test_rematch_is_for_the_same_club() -> None:
    club = a_club()
    game, users = a_game(5)
    assert game.lobby is not None
    ClubLobby.objects.create(lobby=game.lobby, club=club)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    for user in users[:2]:
        user.is_guest = False
        user.save()
        a_member(club, user)
    again = rematch(game=Game.objects.get(pk=game.pk), user=users[0])
    assert ClubLobby.objects.get(lobby=again).club == club
    join(again, users[1])
    assert refusal(partial(join, again, users[2])) is ServiceReason.NOT_A_MEMBER
