"""All my data, of friends, invitations, clubs, nights, notices and wishes: what is one's own, and no secret of others."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from accounts import friends
from accounts.delivery_models import PushDevice
from accounts.friend_models import FriendRequest
from accounts.models import User
from accounts.notice_models import Notice
from accounts.own_data import own_data
from accounts.presence import note_online
from accounts.push_devices import password_mark
from games.clubs.asks import invite as invite_to_club
from games.clubs.models import Ask
from games.clubs.news import write_news
from games.models import Invitation
from games.nights.places import join_night
from games.services import invitations
from games.services.blocking import block_person
from games.services.table_wishes import save_wish
from games.values.table_wish import WishedTable
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member
from tests.games.friends import befriend, members
from tests.games.lobbies import a_table, join, registered
from tests.games.nights.nights import a_night_of

pytestmark = pytest.mark.django_db


def archive(client: Client, person: User) -> dict[str, list[dict[str, Any]]]:
    """Return what this person downloads."""
    client.force_login(person)
    answer = client.post("/accounts/data/")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        return {
            name.removesuffix(".json"): json.loads(files.read(name)) for name in files.namelist()
        }


def a_device(user: User, key: str) -> PushDevice:
    return PushDevice.objects.create(
        user=user,
        endpoint=f"https://push.example.org/{key}",
        p256dh=f"{key}-public",
        auth=f"{key}-shared",
        password_mark=password_mark(user),
        browser="Firefox",
    )


def test_archive_holds_ones_friends_clubs_nights_notices_devices_and_wishes(
    client: Client,
) -> None:
    me, friend, asked, guest = registered("Ana"), *(a_person(each, is_guest=False) for each in ("Bob", "Cid", "Dee"))  # fmt: skip
    befriend(me, friend)
    friends.ask(user=me, other=asked)
    friends.ask(user=guest, other=me)
    lobby = a_table(me, name="Our table", password="open sesame")
    invitations.invite(lobby_id=lobby.pk, user=me, other=friend)
    club = a_club(me, name="Owls")
    write_news(club_id=club.pk, user=me, title="Cake", text="On Friday there is cake.")
    join_night(night_id=a_night_of(me).pk, user=me)
    save_wish(user=me, wish=WishedTable(language="pl"))
    a_device(me, "mine")
    found = archive(client, me)
    assert [row["friend__username"] for row in found["accounts.Friendship.user"]] == ["Bob"]
    assert [row["asked__username"] for row in found["accounts.FriendRequest.user"]] == ["Cid"]
    assert [row["user__username"] for row in found["games.Invitation.by"]] == ["Bob"]
    assert [row["name"] for row in found["games.Lobby.host"]] == ["Our table"]
    assert [row["club__name"] for row in found["clubs.Membership.user"]] == ["Owls"]
    assert [row["text"] for row in found["clubs.ClubNews.author"]] == ["On Friday there is cake."]
    assert [row["name"] for row in found["nights.Night.organiser"]] == ["Friday"]
    assert [row["state"] for row in found["nights.NightPlace.user"]] == ["coming"]
    assert [row["language"] for row in found["games.TableWish.user"]] == ["pl"]
    assert [row["browser"] for row in found["accounts.PushDevice.user"]] == ["Firefox"]
    assert {row["sentence"] for row in found["accounts.Notice.user"]} == set(
        Notice.objects.filter(user=me).values_list("sentence", flat=True)
    )
    assert found["accounts.Notice.user"], "somebody has asked"


def test_archive_holds_no_password_key_or_address_of_a_device(client: Client) -> None:
    me, other = members(2)
    befriend(me, other)
    lobby = a_table(other, password="open sesame")
    join(lobby, me, password="open sesame")
    lobby.refresh_from_db()
    devices = [a_device(me, "mine"), a_device(other, "theirs")]
    text = json.dumps(archive(client, me))
    assert lobby.code in text
    secrets = [lobby.password, me.password, other.password, "open sesame"]
    for device in devices:
        secrets += [device.endpoint, device.p256dh, device.auth, device.password_mark]
    assert not [each for each in secrets if each and each in text]


def test_nobody_reads_who_declined_them_or_has_blocked_them(client: Client) -> None:
    """A request is the same row whether it waits, was declined or met a block; one taken back is gone each time."""
    me, waits, declines, blocks, before = members(5)
    block_person(user=before, other=me)
    for other in (waits, declines, blocks, before):
        friends.ask(user=me, other=other)
    friends.decline(user=declines, other=me)
    block_person(user=blocks, other=me)
    assert FriendRequest.objects.exclude(declined_at=None).count() == 3
    found = archive(client, me)
    rows = found["accounts.FriendRequest.user"]
    assert len(rows) == 4
    assert {tuple(row) for row in rows} == {("asked__username", "asked_at")}
    assert found["accounts.Block.user"] == []
    for other in (waits, declines, blocks, before):
        friends.take_back(user=me, other=other)
    assert FriendRequest.objects.filter(asked_at=None).count() == 4
    assert archive(client, me)["accounts.FriendRequest.user"] == []


def test_old_request_is_gone_whether_it_was_declined_or_not(client: Client) -> None:
    me, waits, declines = members(3)
    for other in (waits, declines):
        friends.ask(user=me, other=other)
    friends.decline(user=declines, other=me)
    FriendRequest.objects.update(asked_at=F("asked_at") - friends.HOLDS_FOR)
    assert archive(client, me)["accounts.FriendRequest.user"] == []


def test_who_asks_invites_or_blocks_is_not_told_beside_what_notices_say(client: Client) -> None:
    me, asker, blocker = members(3)
    friends.ask(user=asker, other=me)
    friends.decline(user=me, other=asker)
    block_person(user=blocker, other=me)
    text = json.dumps(archive(client, me))
    assert asker.username not in text, "the notice went with the answer"
    assert blocker.username not in text
    # The other one reads nothing of the answer either.
    assert [*own_data(asker)["accounts.FriendRequest.user"][0]] == ["asked__username", "asked_at"]


def test_invitation_that_a_block_holds_back_is_not_told(client: Client) -> None:
    host, me, friend = members(3)
    befriend(friend, host, me)
    lobby = a_table(host, name="Behind a block")
    join(lobby, friend)
    block_person(user=host, other=me)
    invitations.invite(lobby_id=lobby.pk, user=friend, other=me)
    assert Invitation.objects.filter(user=me, is_told=False).exists()
    found = archive(client, me)
    assert found["games.Invitation.user"] == []
    assert lobby.code not in json.dumps(found)
    # Without a block it is among one's own.
    open_table = a_table(a_person())
    join(open_table, a_person())
    invitations.invite_all(open_table, friend, [me])
    rows = archive(client, me)["games.Invitation.user"]
    assert [row["lobby__code"] for row in rows] == [open_table.code]


def test_club_that_a_block_keeps_from_one_is_not_told(client: Client) -> None:
    me, blocker = a_person(is_guest=False), registered()
    clubs = [a_club(registered(), name="Owls"), a_club(blocker, name="Foxes")]
    for club in clubs:
        officer = a_member(club, is_officer=True)
        if club.name == "Foxes":
            block_person(user=blocker, other=me)
        invite_to_club(club_id=club.pk, user=officer, name=me.username)
    assert Ask.objects.filter(user=me).count() == 2
    found = archive(client, me)
    assert [row["club__name"] for row in found["clubs.Ask.user"]] == ["Owls"]
    assert "Foxes" not in json.dumps(found)


def test_friends_who_hide_are_named_without_where_they_are(client: Client) -> None:
    me, hidden = members(2)
    befriend(me, hidden)
    hidden.preferences.shows_presence = False
    hidden.preferences.save()
    lobby = a_table(hidden, name="Hidden table")
    note_online([me.pk, hidden.pk])
    found = archive(client, me)
    assert [*found["accounts.Friendship.user"][0]] == ["friend__username", "since"]
    assert [*map(len, (found["accounts.Presence.user"], found["accounts.Preferences.user"]))] == [1, 1]  # fmt: skip
    text = json.dumps(found)
    assert lobby.code not in text
    assert "Hidden table" not in text
