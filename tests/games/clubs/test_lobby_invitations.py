"""A club is invited to a lobby: who is told, how often, at what price, and what the lobby's page offers."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import friends
from accounts.blocks import block
from accounts.models import SanctionKind, User
from accounts.notice_choices import Channels, save_choices
from accounts.notice_models import NoticeKind
from accounts.sanctions import impose
from games.clubs.lobby_invitations import invite_club
from games.clubs.models import Club, Membership
from games.clubs.tables import open_club_table
from games.clubs.values import ClubRefusal
from games.models import Lobby
from games.services.invitations import invite
from games.services.lobby_seats import leave_lobby, remove_from_lobby
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, owner, refused, told
from tests.games.lobbies import a_table, join, registered, seat_id

pytestmark = pytest.mark.django_db


def call(club: Club, lobby: Lobby, user: User) -> int:
    """Invite the club; return how many were told."""
    return invite_club(club_id=club.pk, lobby_id=lobby.pk, user=user)


def later() -> None:
    Club.objects.update(table_told_at=timezone.now() - timedelta(minutes=31))


def test_members_are_told_once_and_it_is_taken_back_with_the_table() -> None:
    club = a_club(name="Owls")
    host, kim, late = owner(club), a_member(club), registered()
    lobby = a_table(host, name="Den")
    assert call(club, lobby, host) == 1
    said = f"{host.display_name} invites the club Owls to the table “Den”."
    assert (told(kim), told(host)) == ([said], [])
    assert refused(call, club=club, lobby=lobby, user=host) is ClubRefusal.TOLD_LATELY
    later()
    a_member(club, late)
    # Only whoever was not told before.
    assert call(club, lobby, host) == 1
    assert (told(kim), told(late)) == ([said], [said])
    leave_lobby(lobby_id=lobby.pk, user=host)
    assert (told(kim), told(late)) == ([], [])


def test_every_member_at_the_table_may_and_nobody_else() -> None:
    club, lobby = a_club(), a_table()
    kim, stranger = a_member(club), registered()
    with pytest.raises(GameError) as error:
        call(club, lobby, kim)
    assert error.value.reason is ServiceReason.NOT_SEATED
    join(lobby, kim)
    join(lobby, stranger)
    assert refused(call, club=club, lobby=lobby, user=stranger) is ClubRefusal.NOT_A_MEMBER
    assert call(club, lobby, kim) == 1
    full = a_table(most_players=5)
    seated = [join(full, a_member(club)) for _ in range(4)]
    later()
    with pytest.raises(GameError) as error:
        call(club, full, seated[0])
    assert error.value.reason is ServiceReason.LOBBY_FULL


def test_only_those_who_may_come_and_want_to_hear_are_told() -> None:
    club = a_club()
    host = owner(club)
    people = {
        name: a_member(club)
        for name in ("free", "blocker", "blocked", "banned", "removed", "deaf", "invited", "here")
    }
    lobby = a_table(host)
    block(user=people["blocker"], other=host)
    block(user=host, other=people["blocked"])
    impose(user=people["banned"], kind=SanctionKind.BAN, text="x")
    for name in ("removed", "here"):
        join(lobby, people[name])
    remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, people["removed"]))
    silent = Channels(here=False, push=False, mail=False)
    save_choices(user=people["deaf"], choices={NoticeKind.INVITATION: silent})
    friends.ask(user=host, other=people["invited"])
    friends.accept(user=people["invited"], other=host)
    invite(lobby_id=lobby.pk, user=host, other=people["invited"])
    assert call(club, lobby, host) == 1
    about_the_club = {
        name for name, user in people.items() if any("club" in each for each in told(user))
    }
    assert about_the_club == {"free"}


def test_ranked_table_and_one_of_another_club_tell_those_who_can_sit_down() -> None:
    club, other = a_club(), a_club()
    confirmed, plain = a_member(club, registered()), a_member(club)
    lobby = a_table(owner(club), is_ranked=True)
    assert call(club, lobby, owner(club)) == 1
    assert (len(told(confirmed)), told(plain)) == (1, [])
    a_member(other, owner(club))
    both = a_member(other, plain)
    table = open_club_table(club_id=other.pk, user=owner(other))
    leave_lobby(lobby_id=lobby.pk, user=owner(club))
    join(table, owner(club))
    later()
    # Of the other club's table `both` has been told already.
    assert call(club, table, owner(club)) == 0
    assert (len(told(both)), told(confirmed)) == (1, [])


def test_queries_do_not_grow_with_the_club() -> None:
    counts = []
    for size in (5, 60):
        club = a_club()
        people = [a_person(is_guest=False) for _ in range(size)]
        Membership.objects.bulk_create(Membership(club=club, user=each) for each in people)
        lobby = a_table(owner(club))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert call(club, lobby, owner(club)) == size
        counts.append(len(queries))
        Lobby.objects.update(status=Lobby.Status.CLOSED)
    assert counts[0] == counts[1] <= 30


def test_page_of_those_to_invite_offers_clubs_with_one_press() -> None:
    club = a_club(name="Owls")
    host, kim = owner(club), a_member(club)
    lobby = a_table(host)
    client = Client()
    client.force_login(host)
    page = f"/lobbies/{lobby.code}/invite/"
    act = f"/clubs/{club.slug}/invite/{lobby.code}/"
    assert act in client.get(page).content.decode()
    answer = client.post(act, headers={"hx-request": "true"}).content.decode()
    assert "Told of a table lately" in answer
    assert act not in answer
    assert len(told(kim)) == 1
    # Without scripts the page comes back, with the reason.
    followed = client.post(act, follow=True)
    assert followed.redirect_chain == [(page, 302)]
    assert "less than half an hour ago" in followed.content.decode()
    # A code of somebody else's table says no more than one that does not exist.
    for code in (a_table().code, "XXXXXX"):
        assert (
            client.post(f"/clubs/{club.slug}/invite/{code}/")["Location"] == f"/clubs/{club.slug}/"
        )
    # Whoever is in no club sees nothing of it.
    stranger = Client()
    stranger.force_login(join(lobby, registered()))
    assert "A whole club" not in stranger.get(page).content.decode()
