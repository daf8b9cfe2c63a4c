"""Joining, asking, inviting, leaving, removing, appointing, handing over; blocks and sanctions in all of it."""

from typing import Any

import pytest

from accounts.blocks import block
from accounts.models import SanctionKind
from accounts.notice_models import Notice
from accounts.sanctions import impose
from games.clubs import asks, members, values
from games.clubs.members import Joined, join, leave, offer, remove, take_over
from games.clubs.models import Ask, ClubEntry, ClubRole
from games.clubs.standing import asks_seen_by, membership_of, requests_to_see
from games.clubs.values import ClubRefusal
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, owner, refused, told
from tests.games.clubs.people import members as names
from tests.games.lobbies import registered

pytestmark = pytest.mark.django_db


def test_open_club_is_joined_once_and_left() -> None:
    club, kim = a_club(), a_person(is_guest=False)
    assert join(club_id=club.pk, user=kim) is Joined.MEMBER
    assert join(club_id=club.pk, user=kim) is Joined.MEMBER
    club.refresh_from_db()
    assert club.size == 2
    leave(club_id=club.pk, user=kim)
    assert refused(leave, club_id=club.pk, user=kim) is ClubRefusal.NOT_A_MEMBER
    club.refresh_from_db()
    assert club.size == 1


def test_guests_and_the_suspended_do_not_join() -> None:
    club, bad = a_club(), a_person(is_guest=False)
    impose(user=bad, kind=SanctionKind.SUSPENSION, text="x")
    assert refused(join, club_id=club.pk, user=a_person()) is ClubRefusal.NOT_ALLOWED
    assert refused(join, club_id=club.pk, user=bad) is ClubRefusal.SUSPENDED


def test_full_club_takes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    club = a_club()
    monkeypatch.setattr("games.clubs.standing.MEMBERS_A_CLUB", 2)
    a_member(club)
    assert refused(join, club_id=club.pk, user=a_person(is_guest=False)) is ClubRefusal.FULL
    assert values.MEMBERS_A_CLUB == 2000


def test_request_waits_for_an_officer() -> None:
    club = a_club(name="Friday", entry=ClubEntry.REQUEST)
    kim, lee = a_person("Kim", is_guest=False), a_person("Lee", is_guest=False)
    assert join(club_id=club.pk, user=kim) is Joined.ASKED
    assert join(club_id=club.pk, user=kim) is Joined.ASKED
    join(club_id=club.pk, user=lee)
    assert told(owner(club)) == [
        "Kim would like to join Friday.",
        "Lee would like to join Friday.",
    ]
    first, second = list(requests_to_see().filter(club=club))
    act: dict[str, Any] = {"club_id": club.pk, "user": owner(club)}
    asks.answer(**act, ask_id=first.pk, accepts=True)
    asks.answer(**act, ask_id=second.pk, accepts=False)
    assert names(club) == {owner(club).username, "Kim"}
    assert told(kim) == ["You are a member of Friday now."]
    assert told(lee) == []
    # What is answered needs no look any more.
    assert told(owner(club)) == []
    again = refused(asks.answer, **act, ask_id=first.pk, accepts=True)
    assert again is ClubRefusal.NO_LONGER_ASKED
    join(club_id=club.pk, user=lee)
    asks.decline(club_id=club.pk, user=lee, kind="request")
    assert list(requests_to_see().filter(club=club)) == []


def test_members_and_strangers_answer_nothing() -> None:
    club = a_club(entry=ClubEntry.REQUEST)
    join(club_id=club.pk, user=a_person(is_guest=False))
    (ask,) = list(requests_to_see().filter(club=club))
    stranger = a_person(is_guest=False)
    wrong = refused(asks.answer, club_id=club.pk, user=stranger, ask_id=ask.pk, accepts=True)
    assert wrong is ClubRefusal.NOT_A_MEMBER
    other = a_club()
    # An officer of another club does not reach it through that club.
    wrong = refused(asks.answer, club_id=other.pk, user=owner(other), ask_id=ask.pk, accepts=True)
    assert wrong is ClubRefusal.NO_LONGER_ASKED


def test_request_of_somebody_whom_the_owner_blocked_waits_unseen() -> None:
    club, kim = a_club(entry=ClubEntry.REQUEST), a_person(is_guest=False)
    officer = registered()
    asks.invite(club_id=club.pk, user=owner(club), name=officer.username)
    a_member(club, officer, is_officer=True)
    block(user=owner(club), other=kim)
    assert join(club_id=club.pk, user=kim) is Joined.ASKED
    assert Ask.objects.filter(user=kim, kind=Ask.Kind.REQUEST).exists()
    assert list(requests_to_see().filter(club=club)) == []
    assert not Notice.objects.filter(by=kim).exists()
    ask = Ask.objects.get(user=kim)
    wrong = refused(asks.answer, club_id=club.pk, user=officer, ask_id=ask.pk, accepts=True)
    assert wrong is ClubRefusal.NO_LONGER_ASKED


def test_open_club_keeps_out_whom_its_owner_blocked() -> None:
    club, kim = a_club(), a_person(is_guest=False)
    block(user=owner(club), other=kim)
    assert refused(join, club_id=club.pk, user=kim) is ClubRefusal.NOT_WELCOME


def test_invitation_opens_a_club_that_invites_only() -> None:
    club, kim = a_club(name="Friday", entry=ClubEntry.INVITATION), a_person("Kim", is_guest=False)
    assert refused(join, club_id=club.pk, user=kim) is ClubRefusal.INVITED_ONLY
    asks.invite(club_id=club.pk, user=owner(club), name="kim")
    asks.invite(club_id=club.pk, user=owner(club), name="KIM")
    assert told(kim) == [f"{owner(club).username} invites you to join Friday."]
    assert join(club_id=club.pk, user=kim) is Joined.MEMBER
    assert told(kim) == []
    act: dict[str, Any] = {"club_id": club.pk, "user": owner(club)}
    assert refused(asks.invite, **act, name="Kim") is ClubRefusal.ALREADY_A_MEMBER
    assert refused(asks.invite, **act, name="Nobody") is ClubRefusal.NOBODY_OF_THIS_NAME


def test_only_officers_invite() -> None:
    club, kim, lee = a_club(), a_person(is_guest=False), a_person("Lee", is_guest=False)
    a_member(club, kim)
    assert refused(asks.invite, club_id=club.pk, user=kim, name="Lee") is ClubRefusal.NOT_ALLOWED
    assert not asks_seen_by(lee).exists()


@pytest.mark.parametrize("blocker", ["invited", "officer", "owner", "invited_owner"])
def test_invitation_across_a_block_waits_unseen(blocker: str) -> None:
    club, kim = a_club(entry=ClubEntry.OPEN), a_person("Kim", is_guest=False)
    officer = a_member(club, registered(), is_officer=True)
    sides = {
        "invited": (kim, officer),
        "officer": (officer, kim),
        "owner": (owner(club), kim),
        "invited_owner": (kim, owner(club)),
    }
    block(user=sides[blocker][0], other=sides[blocker][1])
    # The officer learns nothing of it.
    assert asks.invite(club_id=club.pk, user=officer, name="Kim") == kim
    assert Ask.objects.filter(user=kim).exists()
    assert told(kim) == []
    assert not asks_seen_by(kim).exists()


def test_invited_person_who_has_asked_is_in_at_once() -> None:
    club, kim = a_club(entry=ClubEntry.REQUEST), a_person("Kim", is_guest=False)
    join(club_id=club.pk, user=kim)
    asks.invite(club_id=club.pk, user=owner(club), name="Kim")
    assert "Kim" in names(club)
    assert not Ask.objects.exists()


def test_officers_remove_members_below_them_who_come_back_by_invitation_only() -> None:
    club = a_club()
    officer, second, kim = (
        a_member(club, is_officer=True),
        a_member(club, is_officer=True),
        a_member(club),
    )
    act: dict[str, Any] = {"club_id": club.pk, "user": officer}
    assert refused(remove, **act, member_id=second.pk) is ClubRefusal.NOT_ALLOWED
    assert refused(remove, **act, member_id=owner(club).pk) is ClubRefusal.NOT_ALLOWED
    assert (
        refused(remove, club_id=club.pk, user=kim, member_id=officer.pk) is ClubRefusal.NOT_ALLOWED
    )
    remove(**act, member_id=kim.pk)
    assert refused(join, club_id=club.pk, user=kim) is ClubRefusal.NOT_WELCOME
    asks.invite(**act, name=kim.username)
    assert join(club_id=club.pk, user=kim) is Joined.MEMBER
    leave(club_id=club.pk, user=kim)
    # That was forgiven.
    assert join(club_id=club.pk, user=kim) is Joined.MEMBER


def test_owner_appoints_and_dismisses_officers() -> None:
    club = a_club()
    kim, officer = a_member(club), a_member(club, is_officer=True)
    act: dict[str, Any] = {"club_id": club.pk, "member_id": kim.pk, "is_officer": True}
    assert refused(members.appoint, user=officer, **act) is ClubRefusal.NOT_ALLOWED
    members.appoint(user=owner(club), **act)
    members.appoint(user=owner(club), **(act | {"member_id": officer.pk, "is_officer": False}))
    found = {user: membership_of(club, user.pk) for user in (kim, officer)}
    assert [each and each.role for each in found.values()] == [ClubRole.OFFICER, ClubRole.MEMBER]
    own = refused(members.appoint, user=owner(club), **(act | {"member_id": owner(club).pk}))
    assert own is ClubRefusal.NOT_ALLOWED


def test_club_is_handed_over_to_a_confirmed_member_who_accepts() -> None:
    club = a_club(name="Friday")
    former = owner(club)
    assert refused(leave, club_id=club.pk, user=former) is ClubRefusal.OWNER_STAYS
    unconfirmed, kim, lee = a_member(club), a_member(club, registered("Kim")), registered("Lee")
    a_member(club, lee)
    act: dict[str, Any] = {"club_id": club.pk, "user": former}
    wrong = refused(offer, **act, member_id=unconfirmed.pk)
    assert wrong is ClubRefusal.THEY_ARE_NOT_CONFIRMED
    assert refused(offer, club_id=club.pk, user=kim, member_id=lee.pk) is ClubRefusal.NOT_ALLOWED
    offer(**act, member_id=lee.pk)
    offer(**act, member_id=kim.pk)
    # The second offer ended the first.
    assert told(lee) == []
    assert refused(take_over, club_id=club.pk, user=lee) is ClubRefusal.NO_LONGER_ASKED
    assert told(kim) == [f"{former.username} would like to hand Friday over to you."]
    take_over(club_id=club.pk, user=kim)
    assert owner(club) == kim
    membership = membership_of(club, former.pk)
    assert membership is not None
    assert membership.role == ClubRole.OFFICER
    leave(club_id=club.pk, user=former)
    assert former.username not in names(club)
