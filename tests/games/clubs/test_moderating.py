"""Reports of clubs and their news, and what moderators do about them."""

import pytest

from accounts.models import User
from games.clubs.models import Club, ClubNews
from games.clubs.news import write_news
from games.clubs.values import ABOUT_MAX_LENGTH
from games.moderation.audit import check
from games.moderation.models import AuditEntry, Report
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, members, owner, told
from tests.games.moderation.people import a_moderator
from tests.games.visits import browser, page, soup_of, words_in

pytestmark = pytest.mark.django_db
REPORT = {"reason": "hate", "sentence": "Look at this", "line": ""}


@pytest.fixture
def club(db: None) -> Club:
    return a_club(name="Friday", about="Something rude")


def test_club_is_reported_with_its_text_to_a_case_of_its_owner(club: Club) -> None:
    guest = a_person()
    answer = browser(guest).post(f"/clubs/{club.slug}/report/", REPORT)
    assert answer.headers["Location"] == "/moderation/mine/"
    report = Report.objects.get()
    assert report.case.person == owner(club)
    assert [line["text"] for line in report.evidence] == ["Friday", "Something rude"]
    twice = soup_of(browser(guest).post(f"/clubs/{club.slug}/report/", REPORT), 409)
    assert "already" in words_in(twice, "[role=alert]")
    own = browser(owner(club)).post(f"/clubs/{club.slug}/report/", REPORT)
    assert own.status_code == 409


def test_news_is_reported_to_a_case_of_its_author(club: Club) -> None:
    officer = a_member(club, is_officer=True)
    news = write_news(club_id=club.pk, user=officer, title="Rude title", text="Rude text")
    client = browser(a_person())
    client.post(f"/clubs/{club.slug}/news/{news.pk}/report/", REPORT)
    # The club is another thing to report.
    client.post(f"/clubs/{club.slug}/report/", REPORT)
    first, second = Report.objects.order_by("pk")
    assert first.case.person == officer
    assert [line["text"] for line in first.evidence] == ["Rude title", "Rude text"]
    assert second.case.person == owner(club)
    assert client.get(f"/clubs/{club.slug}/news/{news.pk + 1}/report/").status_code == 404


def test_case_leads_to_the_page_where_moderators_act(club: Club) -> None:
    browser(a_person()).post(f"/clubs/{club.slug}/report/", REPORT)
    client = browser(a_moderator())
    soup = page(client, f"/moderation/cases/{Report.objects.get().case_id}/")
    (link,) = soup.select(f'a[href="/clubs/moderate/{club.pk}/"]')
    assert "Something rude" in words_in(page(client, str(link["href"])), "main")


def _acts(moderator: User, club: Club, **fields: str) -> int:
    status: int = browser(moderator).post(f"/clubs/moderate/{club.pk}/", fields).status_code
    return status


def test_moderators_clear_rename_delete_and_close_and_the_audit_has_it(club: Club) -> None:
    kim, moderator = a_member(club), a_moderator()
    news = write_news(club_id=club.pk, user=owner(club), title="Rude", text="x")
    former = owner(club)
    assert told(kim) == ["News of Friday: Rude"]
    assert _acts(moderator, club, clear="1") == 302
    assert _acts(moderator, club, name="Sunday", rename="1") == 302
    club.refresh_from_db()
    assert (club.about, club.name, club.slug) == ("", "Sunday", "sunday")
    # The former name is in nobody's notices.
    assert told(kim) == []
    assert _acts(moderator, club, news=str(news.pk)) == 302
    assert not ClubNews.objects.exists()
    assert _acts(moderator, club, close="1") == 302
    club.refresh_from_db()
    assert club.closed_at is not None
    acts = AuditEntry.objects.order_by("number").values_list("act", "by_id", "person_id")
    assert list(acts) == [
        (act, moderator.pk, former.pk)
        for act in ("club_text_cleared", "club_renamed", "club_news_deleted", "club_closed")
    ]
    assert check() is None
    assert _acts(moderator, club, close="1") == 404


def test_name_that_is_taken_changes_nothing(club: Club) -> None:
    a_club(name="Sunday")
    moderator = a_moderator()
    answer = browser(moderator).post(
        f"/clubs/moderate/{club.pk}/", {"name": "Sunday", "rename": "1"}
    )
    assert "Another club has this name" in words_in(soup_of(answer), ".errorlist")
    assert not AuditEntry.objects.exists()


def test_nobody_acts_on_their_own_club_or_on_one_they_reported(club: Club) -> None:
    inside, reporter = a_moderator(), a_moderator()
    a_member(club, inside)
    browser(reporter).post(f"/clubs/{club.slug}/report/", REPORT)
    assert _acts(inside, club, close="1") == 404
    assert _acts(reporter, club, close="1") == 404
    assert _acts(a_person(is_guest=False), club, close="1") == 403
    assert owner(club).username in members(club)


def test_longest_text_fits_into_a_report() -> None:
    text = "x" * ABOUT_MAX_LENGTH
    club = a_club(about=text)
    browser(a_person()).post(f"/clubs/{club.slug}/report/", REPORT)
    assert Report.objects.get().evidence[-1]["text"] == text
