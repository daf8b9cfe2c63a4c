"""News: who writes, who is told, and what is forgotten."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.blocks import block
from accounts.models import SanctionKind
from accounts.sanctions import impose
from games.clubs.members import join
from games.clubs.models import Ask, ClubEntry, ClubNews
from games.clubs.news import delete_own_news, write_news
from games.clubs.values import ClubRefusal
from games.services.retention import forget_old_data
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, list_a_word, owner, refused, told

pytestmark = pytest.mark.django_db


def test_officers_write_and_every_other_member_is_told_once() -> None:
    club = a_club(name="Friday")
    officer, kim, lee = a_member(club, is_officer=True), a_member(club), a_member(club)
    block(user=lee, other=officer)
    words: dict[str, Any] = {
        "club_id": club.pk,
        "title": " Tonight ",
        "text": "At eight.\r\nBe there.",
    }
    assert refused(write_news, user=kim, **words) is ClubRefusal.NOT_ALLOWED
    assert refused(write_news, user=a_person(), **words) is ClubRefusal.NOT_ALLOWED
    news = write_news(user=officer, **words)
    assert (news.title, news.text) == ("Tonight", "At eight.\nBe there.")
    assert told(kim) == told(owner(club)) == ["News of Friday: Tonight"]
    assert told(officer) == told(lee) == []


def test_deleted_news_is_taken_back() -> None:
    club = a_club()
    officer, kim = a_member(club, is_officer=True), a_member(club)
    news = write_news(club_id=club.pk, user=owner(club), title="Oops", text="x")
    act: dict[str, Any] = {"club_id": club.pk, "news_id": news.pk}
    assert refused(delete_own_news, user=kim, **act) is ClubRefusal.NOT_ALLOWED
    other = a_club()
    wrong = refused(delete_own_news, user=owner(other), club_id=other.pk, news_id=news.pk)
    assert wrong is ClubRefusal.NO_LONGER_ASKED
    delete_own_news(user=officer, **act)
    assert told(kim) == []
    assert not ClubNews.objects.exists()


def test_muted_officers_and_listed_words_publish_nothing() -> None:
    club = a_club()
    list_a_word()
    act: dict[str, Any] = {"club_id": club.pk, "user": owner(club)}
    with pytest.raises(ValidationError) as error:
        write_news(**act, title="Fine", text="A naughtyword.")
    assert list(error.value.error_dict) == ["text"]
    impose(user=owner(club), kind=SanctionKind.MUTE, text="x")
    assert refused(write_news, **act, title="Fine", text="Fine") is ClubRefusal.MUTED
    assert not ClubNews.objects.exists()


def test_old_news_and_questions_are_forgotten() -> None:
    club = a_club(entry=ClubEntry.REQUEST)
    for title, days in (("old", settings.KEEP_TALK_DAYS + 1), ("new", 1)):
        news = write_news(club_id=club.pk, user=owner(club), title=title, text="x")
        ClubNews.objects.filter(pk=news.pk).update(
            created_at=timezone.now() - timedelta(days=days)
        )
    for days in (61, 59):
        kim = a_person(is_guest=False)
        join(club_id=club.pk, user=kim)
        Ask.objects.filter(user=kim).update(created_at=timezone.now() - timedelta(days=days))
    forgotten = forget_old_data(timezone.now())
    assert (forgotten["club news"], forgotten["club requests"]) == (1, 1)
    assert [news.title for news in ClubNews.objects.all()] == ["new"]
    assert Ask.objects.count() == 1
