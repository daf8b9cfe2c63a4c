"""A host keeps a lobby to members of a club in its settings, and takes it back."""

from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import SanctionKind, User
from accounts.sanctions import impose
from games.clubs.founding import close_own_club
from games.clubs.models import ClubLobby
from games.models import Lobby
from games.services.lobby import change_settings, create_lobby
from games.services.lobby_seats import hand_over
from games.values.lobby import LobbySettings
from games.values.refusals import ServiceReason
from tests.games.clubs.people import a_club, a_member, owner
from tests.games.lobbies import a_table, join, people_of, registered, seat_id
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db


def change(lobby: Lobby, user: User, **chosen: Any) -> None:
    settings = LobbySettings(name="Den", **chosen)
    change_settings(lobby_id=lobby.pk, user=user, settings=settings)
    lobby.refresh_from_db()


def test_those_who_sit_there_stay_and_from_then_on_members_come() -> None:
    club = a_club()
    lobby = a_table(owner(club))
    stranger, kim = join(lobby), a_member(club)
    change(lobby, owner(club), club=club.pk)
    assert people_of(lobby) == [owner(club), stranger]
    assert not lobby.is_public
    assert refusal(partial(join, lobby, registered())) is ServiceReason.NOT_A_MEMBER
    join(lobby, kim)
    # The form of an older page lacks the field, and changes nothing.
    change(lobby, owner(club))
    assert ClubLobby.objects.filter(lobby=lobby, club=club).exists()
    change(lobby, owner(club), club=0)
    assert Lobby.objects.listed().filter(pk=lobby.pk).exists()
    join(lobby, registered())


def test_only_the_host_and_for_a_club_of_their_own() -> None:
    club, other = a_club(), a_club()
    host = owner(club)
    lobby = a_table(host)
    kim = join(lobby, a_member(club))
    assert refusal(partial(change, lobby, kim, club=club.pk)) is ServiceReason.NOT_HOST
    for pk in (other.pk, 10**9):
        assert refusal(partial(change, lobby, host, club=pk)) is ServiceReason.NOT_A_MEMBER
    bad = a_member(club)
    theirs = a_table(bad)
    impose(user=bad, kind=SanctionKind.SUSPENSION, text="x")
    assert refusal(partial(change, theirs, bad, club=club.pk)) is ServiceReason.SUSPENDED
    lobby.refresh_from_db()
    assert lobby.is_public
    assert not ClubLobby.objects.exists()


def test_a_later_host_who_is_no_member_takes_it_back() -> None:
    club = a_club()
    lobby = a_table(owner(club))
    stranger = join(lobby, registered())
    change(lobby, owner(club), club=club.pk)
    hand_over(lobby_id=lobby.pk, user=owner(club), seat_id=seat_id(lobby, stranger))
    change(lobby, stranger, club=club.pk, most_players=8)
    assert ClubLobby.objects.filter(lobby=lobby).exists()
    change(lobby, stranger, club=0)
    assert not ClubLobby.objects.exists()


def test_it_is_opened_for_members_and_no_table_is_left_behind() -> None:
    club, other = a_club(), a_club()
    chosen = partial(LobbySettings, name="Den")
    wrong = partial(create_lobby, user=owner(club), settings=chosen(club=other.pk))
    assert refusal(wrong) is ServiceReason.NOT_A_MEMBER
    assert not Lobby.objects.exists()
    lobby = create_lobby(user=owner(club), settings=chosen(club=club.pk))
    assert (lobby.is_public, lobby.of_club.club) == (False, club)


def test_settings_offer_own_clubs_and_the_lobby_names_the_club() -> None:
    club, other = a_club(name="Owls"), a_club(name="Foxes")
    host = owner(club)
    lobby = a_table(host)
    client = Client()
    client.force_login(host)
    form = client.get(f"/lobbies/{lobby.code}/settings/").content.decode()
    assert ("Owls" in form, "Foxes" in form) == (True, False)
    fields = {
        "name": "Den", "listing": "public", "fewest_players": "5", "most_players": "10",
        "pace": "relaxed", "edition": "retail", "bots_allowed": "on",
    }  # fmt: skip
    url = f"/lobbies/{lobby.code}/settings/"
    assert client.post(url, fields | {"club": str(other.pk)}).status_code == 400
    assert client.post(url, fields | {"club": str(club.pk)}).status_code == 302
    page = Client().get(f"/lobbies/{lobby.code}/").content.decode()
    assert "Only members of <bdi>Owls</bdi> sit down here." in page
    assert client.post(url, fields | {"club": "0"}).status_code == 302
    assert "Owls" not in Client().get(f"/lobbies/{lobby.code}/").content.decode()
    # Of a club that has closed nobody is a member: the table is an ordinary one.
    change(lobby, host, club=club.pk)
    close_own_club(club_id=club.pk, user=host)
    assert "Owls" not in Client().get(f"/lobbies/{lobby.code}/").content.decode()
    # Who is in no club has no such choice.
    own = a_table()
    client.force_login(own.host)
    assert 'name="club"' not in client.get(f"/lobbies/{own.code}/settings/").content.decode()
