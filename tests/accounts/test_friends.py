"""Friends: ask, answer, end; what is never told; limits, blocks, sanctions, closed accounts."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import friends
from accounts.blocks import block
from accounts.friend_models import FriendRequest, Friendship
from accounts.friends import Bond
from accounts.models import SanctionKind, User
from accounts.notice_models import Notice
from accounts.notices import sentence_of
from accounts.sanctions import impose
from accounts.services import close_account
from tests.factories import a_person

pytestmark = pytest.mark.django_db


def members(count: int = 2) -> list[User]:
    return [a_person(is_guest=False) for _ in range(count)]


def bond(one: User, other: User) -> Bond:
    return friends.bonds_with(one, [other])[other.pk]


def told(user: User) -> list[str]:
    friends.tell_of_requests(timezone.now())
    return [sentence_of(each) for each in Notice.objects.filter(user=user)]


def make_friends(one: User, other: User) -> None:
    friends.ask(user=one, other=other)
    assert friends.accept(user=other, other=one)


def refused(one: User, other: User) -> str:
    with pytest.raises(ValidationError) as refusal:
        friends.ask(user=one, other=other)
    return str(refusal.value.code)


def test_request_and_yes_make_two_friends() -> None:
    ana, bo = members()
    assert bond(ana, bo) is Bond.NONE
    assert friends.ask(user=ana, other=bo) is Bond.ASKED
    assert bond(ana, bo) is Bond.ASKED
    assert bond(bo, ana) is Bond.ASKS
    assert told(bo) == [f"{ana} asks to be your friend."]
    assert friends.all_requests_of(bo).asking == [ana]
    assert friends.all_requests_of(ana).asked == [bo]
    assert friends.accept(user=bo, other=ana)
    assert bond(ana, bo) is bond(bo, ana) is Bond.FRIEND
    assert friends.friend_ids(ana.pk) == {bo.pk}
    assert friends.friend_ids(bo.pk) == {ana.pk}
    assert told(bo) == []
    assert told(ana) == [f"{bo} is your friend now."]
    assert not FriendRequest.objects.exists()


def test_nobody_becomes_a_friend_without_having_asked() -> None:
    ana, bo = members()
    assert not friends.accept(user=ana, other=bo)
    friends.ask(user=ana, other=bo)
    assert not friends.accept(user=ana, other=bo), "the asker cannot answer"
    assert not Friendship.objects.exists()


def test_crossing_requests_make_friends_at_once() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    assert friends.ask(user=bo, other=ana) is Bond.FRIEND
    assert Friendship.objects.count() == 2


def test_who_is_declined_sees_the_same_as_before_and_cannot_ask_again_for_thirty_days() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    before = bond(ana, bo), friends.all_requests_of(ana)
    friends.decline(user=bo, other=ana)
    assert (bond(ana, bo), friends.all_requests_of(ana)) == before
    assert told(ana) == told(bo) == []
    assert bond(bo, ana) is Bond.NONE
    assert not friends.accept(user=bo, other=ana)
    # Taken back and asked again: it looks like any request, but does not arrive.
    friends.take_back(user=ana, other=bo)
    assert bond(ana, bo) is Bond.NONE
    assert friends.ask(user=ana, other=bo) is Bond.ASKED
    assert friends.all_requests_of(bo).asking == []
    assert told(bo) == []
    long_ago = timezone.now() - friends.HOLDS_FOR - timedelta(minutes=1)
    FriendRequest.objects.update(asked_at=long_ago, declined_at=long_ago)
    assert bond(ana, bo) is Bond.NONE
    friends.ask(user=ana, other=bo)
    assert friends.all_requests_of(bo).asking == [ana]


def test_who_declined_may_still_ask_and_both_are_friends_at_once() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    friends.decline(user=bo, other=ana)
    assert friends.ask(user=bo, other=ana) is Bond.FRIEND


def test_request_without_an_answer_ends_by_itself() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    FriendRequest.objects.update(asked_at=timezone.now() - friends.HOLDS_FOR)
    assert bond(ana, bo) is bond(bo, ana) is Bond.NONE
    assert not friends.accept(user=bo, other=ana)


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_is_not_told_and_ends_a_friendship(blocker: int) -> None:
    people = members()
    ana, bo = people
    make_friends(ana, bo)
    Notice.objects.all().delete()
    assert block(user=people[blocker], other=people[1 - blocker])
    assert bond(ana, bo) is bond(bo, ana) is Bond.NONE
    assert friends.ask(user=ana, other=bo) is Bond.ASKED
    assert bond(ana, bo) is Bond.ASKED
    assert friends.all_requests_of(bo).asking == []
    assert friends.ask(user=bo, other=ana) is Bond.ASKED, "crossing, but kept apart"
    assert not Friendship.objects.exists()
    assert told(ana) == told(bo) == []


def test_whoever_is_asked_is_told_once_soon_after() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    assert not Notice.objects.exists()
    assert friends.tell_of_requests(timezone.now()) == 1
    assert friends.tell_of_requests(timezone.now()) == 0
    assert len(told(bo)) == 1
    friends.take_back(user=ana, other=bo)
    assert told(bo) == []


def test_a_request_is_taken_back_by_the_same_queries_whether_it_arrived_or_not() -> None:
    ana, bo, cem = members(3)
    block(user=cem, other=ana)
    asked = []
    for other in (bo, cem):
        friends.ask(user=ana, other=other)
        friends.tell_of_requests(timezone.now())
        with CaptureQueriesContext(connection) as queries:
            friends.take_back(user=ana, other=other)
        asked.append(len(queries))
        assert bond(ana, other) is Bond.NONE
    assert asked == [1, 1]
    assert friends.ask(user=ana, other=bo) is Bond.ASKED, "before the clock has come by"
    assert friends.all_requests_of(bo).asking == [ana]


def test_a_block_leaves_the_asker_an_open_request() -> None:
    ana, bo = members()
    friends.ask(user=ana, other=bo)
    assert len(told(bo)) == 1
    assert block(user=bo, other=ana)
    assert bond(ana, bo) is Bond.ASKED
    assert friends.all_requests_of(bo).asking == []
    assert told(bo) == []


def test_guests_closed_accounts_and_oneself_are_no_friends() -> None:
    ana, bo = members()
    guest = a_person()
    assert refused(ana, ana) == refused(ana, guest) == refused(guest, ana) == "never"
    close_account(user=bo)
    assert refused(ana, bo) == "never"
    assert bond(ana, guest) is bond(ana, bo) is Bond.NEVER
    assert bond(ana, ana) is Bond.SELF
    assert not FriendRequest.objects.exists()


@pytest.mark.parametrize("kind", [SanctionKind.MUTE, SanctionKind.SUSPENSION, SanctionKind.BAN])
def test_who_may_not_write_may_not_ask_but_may_answer(kind: SanctionKind) -> None:
    ana, bo = members()
    impose(user=ana, kind=kind, text="x")
    assert refused(ana, bo) == "sanctioned"
    friends.ask(user=bo, other=ana)
    assert friends.accept(user=ana, other=bo)


def test_there_are_so_many_friends_and_requests_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "MOST_FRIENDS", 2)
    monkeypatch.setattr(friends, "MOST_OPEN_REQUESTS", 3)
    monkeypatch.setattr(friends, "MOST_REQUESTS_A_DAY", 4)
    ana, *others = members(9)
    for other in others[:3]:
        friends.ask(user=ana, other=other)
    assert refused(ana, others[3]) == "too_many_open"
    friends.decline(user=others[0], other=ana)
    assert refused(ana, others[3]) == "too_many_open", "a declined request is not told by this"
    FriendRequest.objects.update(asked_at=timezone.now() - timedelta(hours=2))
    for other in others[:2]:
        FriendRequest.objects.filter(asked=other).update(declined_at=None)
        assert friends.accept(user=other, other=ana)
    assert refused(ana, others[3]) == "too_many_friends"
    with pytest.raises(ValidationError, match="as many friends"):
        friends.accept(user=others[2], other=ana)
    assert len(friends.friend_ids(ana.pk)) == 2


def test_only_so_many_people_are_asked_in_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_REQUESTS_A_DAY", 2)
    ana, *others = members(4)
    for other in others[:2]:
        friends.ask(user=ana, other=other)
    assert refused(ana, others[2]) == "too_many_today"
    FriendRequest.objects.update(asked_at=timezone.now() - timedelta(days=1))
    assert friends.ask(user=ana, other=others[2]) is Bond.ASKED


def test_one_of_two_ends_a_friendship_without_a_word() -> None:
    ana, bo = members()
    make_friends(ana, bo)
    Notice.objects.all().delete()
    friends.end(user=bo, other=ana)
    assert not Friendship.objects.exists()
    assert told(ana) == []


def test_closed_account_leaves_no_friend_no_request_and_no_notice_of_one() -> None:
    ana, bo, cy, di = members(4)
    make_friends(ana, bo)
    friends.ask(user=ana, other=cy)
    friends.ask(user=di, other=ana)
    assert told(cy)
    close_account(user=ana)
    assert not Friendship.objects.exists()
    assert not FriendRequest.objects.exists()
    assert told(cy) == []


def test_old_requests_are_forgotten_and_recent_ones_are_not() -> None:
    ana, bo, cy, di = members(4)
    for other in (bo, cy, di):
        friends.ask(user=ana, other=other)
    now, old = timezone.now(), timezone.now() - friends.HOLDS_FOR - timedelta(hours=1)
    FriendRequest.objects.filter(asked=bo).update(asked_at=old, declined_at=old)
    FriendRequest.objects.filter(asked=cy).update(asked_at=old, declined_at=now)
    assert friends.forget_requests(now) == 1
    assert set(FriendRequest.objects.values_list("asked", flat=True)) == {cy.pk, di.pk}
