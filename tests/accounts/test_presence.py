"""Presence: leases that run out, and what an invisible person shows: nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import friends, presence
from accounts.friend_models import Presence
from accounts.models import Preferences, User
from accounts.signals import came_online
from tests.factories import a_person

pytestmark = pytest.mark.django_db


def two_friends() -> tuple[User, User]:
    ana, bo = a_person(is_guest=False), a_person(is_guest=False)
    friends.ask(user=ana, other=bo)
    assert friends.accept(user=bo, other=ana)
    return ana, bo


def test_lease_is_renewed_and_runs_out() -> None:
    ana, bo = two_friends()
    came: list[Any] = []

    def note(*, user_ids: tuple[int, ...], **_details: Any) -> None:
        came.append(user_ids)

    came_online.connect(note)
    try:
        presence.note_online([ana.pk])
        first = Presence.objects.get(user=ana).until
        presence.note_online([ana.pk, bo.pk])
    finally:
        came_online.disconnect(note)
    assert Presence.objects.get(user=ana).until > first
    assert came == [(ana.pk,), (bo.pk,)], "who was here is not announced again"
    assert presence.shown_online([ana.pk, bo.pk]) == {ana.pk, bo.pk}
    Presence.objects.filter(user=ana).update(until=timezone.now())
    assert presence.shown_online([ana.pk, bo.pk]) == {bo.pk}


def test_a_beat_costs_the_same_for_one_and_for_many(django_assert_num_queries: Any) -> None:
    people = [a_person(is_guest=False).pk for _ in range(30)]
    presence.note_online(people)
    with django_assert_num_queries(3):
        presence.note_online(people[:1])
    with django_assert_num_queries(3):
        presence.note_online(people)


def test_only_friends_who_are_online_are_told_of_a_person() -> None:
    ana, bo = two_friends()
    stranger = a_person(is_guest=False)
    presence.note_online([ana.pk, stranger.pk])
    assert not presence.online_friends_of([ana.pk]).exists()
    presence.note_online([bo.pk])
    assert [row.friend for row in presence.online_friends_of([ana.pk])] == [bo]


def test_invisible_person_is_nowhere_to_be_seen() -> None:
    ana, bo = two_friends()
    presence.note_online([ana.pk, bo.pk])
    assert presence.is_shown(ana.pk)
    presence.show_presence(user=ana, is_shown=False)
    assert not presence.is_shown(ana.pk)
    assert presence.shown_online([ana.pk, bo.pk]) == {bo.pk}
    assert not presence.online_friends_of([ana.pk]).exists(), "nobody is told of them"
    assert presence.online_friends_of([bo.pk]).exists(), "they are told of others"
    assert not Preferences.objects.get(user=ana).shows_presence


def test_old_leases_are_forgotten() -> None:
    ana, bo = two_friends()
    presence.note_online([ana.pk, bo.pk])
    now = timezone.now()
    Presence.objects.filter(user=ana).update(until=now - timedelta(days=1, minutes=1))
    assert presence.forget_presences(now) == 1
    assert [each.user for each in Presence.objects.all()] == [bo]
