"""Who may announce a night, who may come, and who has a place."""

from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.blocks import block
from accounts.models import SanctionKind
from accounts.notice_models import Notice
from accounts.sanctions import impose
from games.nights.announcing import announce_night, cancel_night, change_night
from games.nights.models import Night, NightAct, NightStatus, PlaceState
from games.nights.places import (
    join_night,
    leave_night,
    placed,
    remove_from_night,
    say_ready,
    still_there,
)
from games.nights.refusals import NightError, NightRefusal
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, owner
from tests.games.nights.nights import (
    MINUTE,
    a_night,
    a_night_with,
    a_plan,
    an_organiser,
    in_future,
    members,
    move_on,
)

pytestmark = pytest.mark.django_db


def test_whoever_has_ten_finished_games_announces_a_night_and_has_the_first_place() -> None:
    organiser = an_organiser()
    night = announce_night(user=organiser, plan=a_plan())
    assert [place.user for place in night.people.all()] == [organiser]
    assert [act.kind for act in night.acts.all()] == [NightAct.Kind.ANNOUNCED]
    for user, refusal in (
        (a_person(is_guest=False), NightRefusal.TOO_FEW_GAMES),
        (a_person(), NightRefusal.MEMBERS_ONLY),
    ):
        with pytest.raises(NightError) as refused:
            announce_night(user=user, plan=a_plan())
        assert refused.value.refusal is refusal


def test_sanctions_and_a_limit_keep_people_from_announcing() -> None:
    muted, suspended, busy = an_organiser(), an_organiser(), an_organiser()
    impose(user=muted, kind=SanctionKind.MUTE, text="x")
    impose(user=suspended, kind=SanctionKind.SUSPENSION, text="x")
    with pytest.raises(NightError) as refused:
        announce_night(user=muted, plan=a_plan())
    assert refused.value.refusal is NightRefusal.MUTED
    with pytest.raises(GameError):
        announce_night(user=suspended, plan=a_plan())
    for _night in range(5):
        announce_night(user=busy, plan=a_plan())
    with pytest.raises(NightError) as refused:
        announce_night(user=busy, plan=a_plan())
    assert refused.value.refusal is NightRefusal.TOO_MANY_NIGHTS
    with pytest.raises(GameError) as unranked:
        announce_night(user=an_organiser(), plan=a_plan(is_ranked=True))
    assert unranked.value.reason is ServiceReason.RANKED_NEEDS_ACCOUNT


def test_whoever_comes_later_waits_and_the_next_one_is_told_once() -> None:
    night, people = a_night_with(7, places=5)
    coming = list(night.people.filter(state=PlaceState.COMING))
    assert placed(coming, night.places) == {person.pk for person in people[:5]}
    leave_night(night_id=night.pk, user=people[1])
    leave_night(night_id=night.pk, user=people[1])
    [told] = Notice.objects.filter(sentence="night_place")
    assert told.user == people[5]
    # Who comes back stands at the end.
    join_night(night_id=night.pk, user=people[1])
    last = night.people.filter(state=PlaceState.COMING).last()
    assert last is not None
    assert last.user == people[1]


def test_guests_blocked_and_suspended_people_cannot_come() -> None:
    night = a_night()
    blocked, suspended = members(2)
    block(user=night.organiser, other=blocked)
    impose(user=suspended, kind=SanctionKind.SUSPENSION, text="x")
    with pytest.raises(NightError) as refused:
        join_night(night_id=night.pk, user=a_person())
    assert refused.value.refusal is NightRefusal.MEMBERS_ONLY
    for user, reason in (
        (blocked, ServiceReason.NOT_ADMITTED),
        (suspended, ServiceReason.SUSPENDED),
    ):
        with pytest.raises(GameError) as kept_out:
            join_night(night_id=night.pk, user=user)
        assert kept_out.value.reason is reason
    assert night.people.count() == 1


def test_ranked_night_is_for_people_who_may_play_ranked_games() -> None:
    organiser = an_organiser()
    EmailAddress.objects.create(user=organiser, email="o@example.com", verified=True)
    night = announce_night(user=organiser, plan=a_plan(is_ranked=True))
    [unconfirmed, sanctioned] = members(2)
    EmailAddress.objects.create(user=sanctioned, email="s@example.com", verified=True)
    impose(user=sanctioned, kind=SanctionKind.NO_RANKED, text="x")
    for user, reason in (
        (unconfirmed, ServiceReason.RANKED_NEEDS_ACCOUNT),
        (sanctioned, ServiceReason.RANKED_FORBIDDEN),
    ):
        with pytest.raises(GameError) as refused:
            join_night(night_id=night.pk, user=user)
        assert refused.value.reason is reason


def test_people_say_that_they_are_there_from_ten_minutes_before_on() -> None:
    night, people = a_night_with(2)
    with pytest.raises(NightError) as refused:
        say_ready(night_id=night.pk, user=people[1], now=night.starts_at - 11 * MINUTE)
    assert refused.value.refusal is NightRefusal.TOO_EARLY
    with pytest.raises(NightError) as refused:
        say_ready(night_id=night.pk, user=members(1)[0], now=night.starts_at)
    assert refused.value.refusal is NightRefusal.NOT_COMING
    at = night.starts_at - 9 * MINUTE
    say_ready(night_id=night.pk, user=people[1], now=at)
    place = night.people.get(user=people[1])
    assert place.ready_at == at
    # An open page says it again; one that was forgotten for too long does not.
    still_there(place=place, now=at + timedelta(seconds=30))
    place.refresh_from_db()
    assert place.ready_at == at
    still_there(place=place, now=at + 2 * MINUTE)
    place.refresh_from_db()
    assert place.ready_at == at + 2 * MINUTE
    still_there(place=place, now=at + 20 * MINUTE)
    place.refresh_from_db()
    assert place.ready_at == at + 2 * MINUTE


def test_organiser_removes_somebody_for_good_and_it_is_noted() -> None:
    night, people = a_night_with(3)
    with pytest.raises(NightError) as refused:
        remove_from_night(night_id=night.pk, user=people[1], person_id=people[2].pk)
    assert refused.value.refusal is NightRefusal.NOT_ORGANISER
    remove_from_night(night_id=night.pk, user=people[0], person_id=people[2].pk)
    with pytest.raises(NightError) as refused:
        join_night(night_id=night.pk, user=people[2])
    assert refused.value.refusal is NightRefusal.OUT
    act = night.acts.get(kind=NightAct.Kind.REMOVED)
    assert (act.by, act.person) == (people[0], people[2])
    assert Notice.objects.get(sentence="night_removed").user == people[2]
    with pytest.raises(NightError):
        remove_from_night(night_id=night.pk, user=people[0], person_id=people[0].pk)


def test_cancelled_night_is_told_to_all_who_wanted_to_come_and_takes_nobody_more() -> None:
    night, people = a_night_with(7, places=5)
    cancel_night(night_id=night.pk, user=people[0])
    night = Night.objects.get(pk=night.pk)
    assert night.status == NightStatus.CANCELLED
    assert (night.voice_url, night.due_at) == ("", None)
    told = Notice.objects.filter(sentence="night_cancelled").values_list("user", flat=True)
    assert set(told) == {person.pk for person in people[1:]}
    for act in (join_night, say_ready):
        with pytest.raises(NightError) as refused:
            act(night_id=night.pk, user=members(1)[0])
        assert refused.value.refusal is NightRefusal.ENDED


# Nights of clubs


def test_officer_announces_a_night_of_the_club_and_its_members_are_told() -> None:
    club = a_club()
    officer, member = a_member(club, is_officer=True), a_member(club)
    stranger = a_person(is_guest=False)
    night = announce_night(user=officer, plan=a_plan(club_id=club.pk, members_only=True))
    told = set(Notice.objects.filter(sentence="night_of_club").values_list("user_id", flat=True))
    assert told == {owner(club).pk, member.pk}
    join_night(night_id=night.pk, user=member)
    with pytest.raises(NightError) as refused:
        join_night(night_id=night.pk, user=stranger)
    assert refused.value.refusal is NightRefusal.NOT_IN_CLUB
    for user in (member, stranger):
        with pytest.raises(NightError) as refused:
            announce_night(user=user, plan=a_plan(club_id=club.pk))
        # Whoever leads no club needs ten games first.
        assert refused.value.refusal is NightRefusal.TOO_FEW_GAMES
    with pytest.raises(NightError) as refused:
        announce_night(user=an_organiser(), plan=a_plan(club_id=club.pk))
    assert refused.value.refusal is NightRefusal.NOT_OFFICER
    with pytest.raises(NightError) as refused:
        announce_night(user=officer, plan=a_plan())
    assert refused.value.refusal is NightRefusal.TOO_FEW_GAMES


def test_night_of_a_club_that_is_open_to_all_takes_strangers() -> None:
    club = a_club()
    night = announce_night(user=owner(club), plan=a_plan(club_id=club.pk))
    join_night(night_id=night.pk, user=a_person(is_guest=False))
    assert night.people.count() == 2


# Changes


def test_whoever_comes_is_told_of_another_time_and_reminded_anew() -> None:
    night, people = a_night_with(3, starts_at=in_future(days=2))
    move_on(night, night.starts_at - timedelta(hours=23))
    assert night.reminded == 1
    later = in_future(days=4)
    change_night(night_id=night.pk, user=people[0], plan=a_plan(starts_at=later))
    night.refresh_from_db()
    assert (night.starts_at, night.reminded, night.changes) == (later, 0, 1)
    told = Notice.objects.filter(sentence="night_moved").values_list("user_id", flat=True)
    assert set(told) == {each.pk for each in people[1:]}
    move_on(night, later - timedelta(hours=23))
    again = Notice.objects.filter(sentence="night_day", user=people[1]).count()
    assert again == 2
    assert [act.kind for act in night.acts.all()][-1] == NightAct.Kind.CHANGED


def test_change_without_a_change_does_nothing_and_other_words_tell_nobody() -> None:
    night, people = a_night_with(2)
    same = a_plan(starts_at=night.starts_at)
    change_night(night_id=night.pk, user=people[0], plan=same)
    night.refresh_from_db()
    assert night.changes == 0
    change_night(night_id=night.pk, user=people[0], plan=replace(same, text="Bring cake."))
    night.refresh_from_db()
    assert (night.text, night.changes) == ("Bring cake.", 1)
    assert not Notice.objects.filter(sentence="night_moved").exists()


def test_with_fewer_places_the_last_who_came_wait() -> None:
    night, people = a_night_with(7, places=8)
    change_night(night_id=night.pk, user=people[0], plan=a_plan(places=5))
    night.refresh_from_db()
    coming = list(night.people.filter(state=PlaceState.COMING))
    assert placed(coming, night.places) == {each.pk for each in people[:5]}


def test_rank_and_club_stay_and_only_the_organiser_changes_a_night_before_people_arrive() -> None:
    night, people = a_night_with(2)
    change_night(night_id=night.pk, user=people[0], plan=a_plan(name="Saturday", is_ranked=True))
    night.refresh_from_db()
    assert (night.name, night.is_ranked) == ("Saturday", False)
    with pytest.raises(NightError) as refused:
        change_night(night_id=night.pk, user=people[1], plan=a_plan())
    assert refused.value.refusal is NightRefusal.NOT_ORGANISER
    Night.objects.filter(pk=night.pk).update(status=NightStatus.CHECKING_IN)
    with pytest.raises(NightError) as refused:
        change_night(night_id=night.pk, user=people[0], plan=a_plan())
    assert refused.value.refusal is NightRefusal.NOT_NOW
