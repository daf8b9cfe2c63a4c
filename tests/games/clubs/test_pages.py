"""The pages of clubs over HTTP: what each reader is offered, forms that keep what was typed, and how few queries they make."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from accounts.blocks import block
from accounts.models import User
from games.clubs import asks, founding, news
from games.clubs.members import join
from games.clubs.models import Club, ClubEntry, ClubNews
from games.clubs.standing import requests_to_see
from games.models import Lobby
from tests.browser.club_stage import a_club_with_everything
from tests.browser.pages import CLUB_PAGES
from tests.factories import a_person
from tests.games.clubs.people import EMBLEM, a_club, a_member, list_a_word, members, owner
from tests.games.lobbies import registered
from tests.games.visits import browser, page, soup_of, words, words_in

pytestmark = pytest.mark.django_db
MOST_QUERIES = 13
"""Two less than any page may make: the bell and the next game nights come to it."""
TYPED = {
    "name": "Friday night",
    "about": "We play.",
    "languages": ["en"],
    "entry": "open",
    "symbol": "owl",
    "ink": "teal",
    "ground": "solid",
}


def test_list_says_beside_the_button_why_nobody_can_press_it() -> None:
    for reader, reason in (
        (browser(registered()), ""),
        (browser(a_person(is_guest=False)), "Confirm your e-mail address first"),
        (browser(a_person()), "You need an account: keep this one"),
        (browser(), "You need an account: sign up"),
    ):
        row = page(reader, "/clubs/").select_one(".start-row")
        assert row is not None
        (button,) = row.select("a.button")
        assert (button.get("href"), button.get("aria-disabled")) == (
            (None, "true") if reason else ("/clubs/new/", None)
        )
        bar = row.select_one("#start-bar")
        assert (words(bar) if bar else "") == reason


def test_club_is_founded_by_form() -> None:
    ola = registered()
    client = browser(ola)
    soup = page(client, "/clubs/new/")
    assert soup.select_one("[name=symbol][checked]")
    answer = client.post("/clubs/new/", TYPED)
    assert answer.headers["Location"] == "/clubs/friday-night/"
    club = Club.objects.get()
    assert (club.name, club.about, club.languages) == ("Friday night", "We play.", " en ")
    assert (club.entry, club.emblem) == (ClubEntry.OPEN, "owl teal solid")
    assert owner(club) == ola


def test_what_is_refused_stays_in_the_form_beside_its_reason() -> None:
    list_a_word()
    client = browser(registered())
    wrong = {**TYPED, "about": "A naughtyword", "ink": "plum"}
    soup = soup_of(client.post("/clubs/new/", wrong))
    field = soup.select_one("#id_about")
    assert field is not None
    assert words(field) == "A naughtyword"
    assert "not welcome" in words_in(soup, ".errorlist")
    assert soup.select_one("[name=ink][value=plum][checked]")
    assert not Club.objects.exists()


def test_guests_are_told_what_an_account_brings_and_the_unconfirmed_what_is_missing() -> None:
    assert browser(a_person()).get("/clubs/new/").headers["Location"] == "/accounts/keep/"
    soup = soup_of(browser(a_person(is_guest=False)).get("/clubs/new/"), 409)
    assert "confirmed e-mail address" in words_in(soup, "[role=alert]")


def test_list_finds_clubs_by_the_beginning_of_a_name_and_by_language() -> None:
    for name, languages in (("Friday", ["en"]), ("Frites", ["nl", "en"]), ("Sunday", ["pl"])):
        a_club(name=name, languages=languages)
    Club.objects.filter(name="Frites").update(active=3)
    closed = a_club(name="Frieze")
    founding.close_own_club(club_id=closed.pk, user=owner(closed))
    found = {
        query: [
            words(each) for each in page(browser(), f"/clubs/?{query}").select(".club-card strong")
        ]
        for query in ("", "q=FRI", "q=fri&language=nl", "q=riday", "language=pl", "q=100%25")
    }
    assert found == {
        "": ["Frites", "Friday", "Sunday"],
        "q=FRI": ["Frites", "Friday"],
        "q=fri&language=nl": ["Frites"],
        "q=riday": [],
        "language=pl": ["Sunday"],
        "q=100%25": [],
    }


def test_few_clubs_stand_beside_an_example_and_many_beside_a_search() -> None:
    def shown(path: str = "/clubs/") -> tuple[bool, bool, int]:
        soup = page(browser(), path)
        return (
            bool(soup.select(".club-find")),
            bool(soup.select(".example")),
            len(soup.select(".club-card")),
        )

    assert shown() == (False, True, 0)
    for number in range(8):
        assert shown() == (False, True, number)
        a_club(name=f"Club {number}")
    assert shown() == (True, False, 8)
    # An address with a search in it finds among few as well.
    Club.objects.exclude(name="Club 3").delete()
    assert shown("/clubs/?q=club") == (True, False, 1)
    kim = a_member(Club.objects.get())
    assert not page(browser(kim), "/clubs/").select(".example")


def test_own_clubs_come_first() -> None:
    a_club(name="A theirs")
    kim = a_member(a_club(name="Mine"))
    Club.objects.filter(name="A theirs").update(active=5)
    shown = page(browser(kim), "/clubs/").select(".club-card strong")
    assert [words(each) for each in shown] == ["Mine", "A theirs", "Mine"]


def _buttons(user: User | None, club: Club) -> list[str]:
    soup = page(browser(user), f"/clubs/{club.slug}/")
    return [words(each) for each in soup.select("main button")]


def test_each_reader_is_offered_what_they_can_do() -> None:
    club = a_club(name="Friday")
    member, stranger, invited = a_member(club), a_person(is_guest=False), a_person(is_guest=False)
    asks.invite(club_id=club.pk, user=owner(club), name=invited.username)
    offered: dict[ClubEntry, Callable[[], list[str]]] = {
        ClubEntry.OPEN: lambda: _buttons(stranger, club),
        ClubEntry.REQUEST: lambda: _buttons(stranger, club),
        ClubEntry.INVITATION: lambda: _buttons(stranger, club),
    }
    found = {}
    for entry, look in offered.items():
        Club.objects.update(entry=entry)
        found[entry] = look()
    assert found == {
        ClubEntry.OPEN: ["Join"],
        ClubEntry.REQUEST: ["Ask to join"],
        ClubEntry.INVITATION: [],
    }
    assert _buttons(invited, club) == ["Join", "Decline"]
    assert _buttons(member, club) == ["Open a table for the club", "Leave the club"]
    assert _buttons(owner(club), club) == ["Open a table for the club"]
    Club.objects.update(entry=ClubEntry.REQUEST)
    join(club_id=club.pk, user=stranger)
    assert _buttons(stranger, club) == ["Take it back"]


def test_invitation_across_a_block_is_on_no_page() -> None:
    club, kim = a_club(entry=ClubEntry.INVITATION), a_person(is_guest=False)
    block(user=kim, other=owner(club))
    asks.invite(club_id=club.pk, user=owner(club), name=kim.username)
    assert _buttons(kim, club) == []
    soup = page(browser(owner(club)), f"/clubs/{club.slug}/members/")
    assert kim.username in words_in(soup, "main")


def test_officers_answer_on_the_page_of_the_members() -> None:
    club, kim = a_club(entry=ClubEntry.REQUEST), a_person("Kim", is_guest=False)
    join(club_id=club.pk, user=kim)
    path = f"/clubs/{club.slug}/members/"
    stranger = page(browser(a_person(is_guest=False)), path)
    assert "Kim" not in words_in(stranger, "main")
    client = browser(owner(club))
    assert "1 asks to join" in words_in(page(client, f"/clubs/{club.slug}/"), "main")
    (form,) = page(client, path).select('form[action$="/answer/"]')
    number = form.select_one("[name=ask]")
    assert number is not None
    client.post(str(form["action"]), {"ask": number["value"], "answer": "accept"})
    assert "Kim" in members(club)
    assert not requests_to_see().exists()


def test_name_that_fits_nobody_stays_in_the_form() -> None:
    club = a_club()
    answer = browser(owner(club)).post(f"/clubs/{club.slug}/invite/", {"name": "Nobody"})
    soup = soup_of(answer, 400)
    assert soup.select_one('[name=name][value="Nobody"]')
    assert "No player with an account" in words_in(soup, ".errorlist")


def test_news_is_written_and_deleted_by_form_and_not_read_across_a_block() -> None:
    club = a_club()
    kim = a_member(club)
    client = browser(owner(club))
    soup = soup_of(client.post(f"/clubs/{club.slug}/news/write/", {"title": "Only"}), 400)
    assert soup.select_one('[name=title][value="Only"]')
    client.post(f"/clubs/{club.slug}/news/write/", {"title": "<b>Hi</b>", "text": "a\n\nb"})
    written = page(browser(kim), f"/clubs/{club.slug}/news/")
    assert words_in(written, ".club-news h3") == "<b>Hi</b>"
    assert len(written.select(".club-news .prose p")) == 2
    block(user=kim, other=owner(club))
    assert not page(browser(kim), f"/clubs/{club.slug}/news/").select(".club-news")
    assert not page(browser(kim), f"/clubs/{club.slug}/").select(".club-news")
    client.post(f"/clubs/{club.slug}/news/{ClubNews.objects.get().pk}/delete/")
    assert not ClubNews.objects.exists()


def test_closed_club_shows_its_games_only() -> None:
    club = a_club(name="Friday")
    founding.close_own_club(club_id=club.pk, user=owner(club))
    client = browser(registered())
    soup = page(client, f"/clubs/{club.slug}/")
    assert "has closed" in words_in(soup, ".club-head")
    assert not soup.select("main button")
    assert client.get(f"/clubs/{club.slug}/games/").status_code == 200
    for gone in ("members/", "news/", "settings/", "close/", "report/"):
        assert client.get(f"/clubs/{club.slug}/{gone}").status_code == 404, gone


def test_strangers_see_no_tables_and_are_refused_there_in_words() -> None:
    club = a_club(name="Friday")
    client = browser(owner(club))
    answer = client.post(f"/clubs/{club.slug}/table/")
    lobby = Lobby.objects.get()
    assert answer.headers["Location"] == f"/lobbies/{lobby.code}/"
    link = f"/lobbies/{lobby.code}/"
    assert page(client, f"/clubs/{club.slug}/").select(f'a[href="{link}"]')
    stranger = browser(registered())
    assert not page(stranger, f"/clubs/{club.slug}/").select(f'a[href="{link}"]')
    soup = soup_of(stranger.post(f"{link}join/"), 403)
    assert "for the members of a club" in words_in(soup, "main")
    assert lobby.name not in words_in(page(browser(), "/"), "main")


def test_rate_of_founding_is_limited() -> None:
    client = browser(registered())
    with override_settings(ACCOUNT_RATE_LIMITS={"club_found": "1/d/key"}):
        client.post("/clubs/new/", TYPED)
        again = client.post("/clubs/new/", {**TYPED, "name": "Another"})
    assert again.status_code == 429
    assert Club.objects.count() == 1


def test_no_page_makes_many_queries() -> None:
    told = a_club_with_everything()
    counts = {}
    for name, (path, who) in CLUB_PAGES.items():
        client = browser()
        if who:
            client.cookies["sessionid"] = told[who]
        # A session notes its use once a while.
        client.get("/about/")
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path.format_map(told))
        assert answer.status_code in (200, 409), name
        counts[name] = len([each for each in queries if "SAVEPOINT" not in each["sql"]])
    assert max(counts.values()) <= MOST_QUERIES, counts
    assert min(counts.values()) > 0


def test_long_lists_have_pages() -> None:
    club = a_club(emblem=EMBLEM)
    for number in range(11):
        news.write_news(club_id=club.pk, user=owner(club), title=f"No. {number}", text="x")
    soup = page(browser(), f"/clubs/{club.slug}/news/")
    assert len(soup.select(".club-news")) == 10
    (link,) = soup.select("a[rel=next]")
    last = page(browser(), f"/clubs/{club.slug}/news/{link['href']}")
    assert [words(each) for each in last.select(".club-news h3")] == ["No. 0"]
    assert re.search(r"page=1\b", str(last.select_one("a[rel=prev]")))
