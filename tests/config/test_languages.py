"""One address per language for public pages; the visitor's own language everywhere else."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from accounts.models import User
from accounts.services import create_guest, save_language

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
OTHERS = [code for code, _name in settings.LANGUAGES if code != "en"]


def spoken(html: bytes) -> str:
    found = re.search(r'<html lang="(\w+)"', html.decode())
    assert found
    return found[1]


def a_person_who_reads(language: str, name: str = "Ada") -> Client:
    client = Client()
    user: User = create_guest(name=name)
    save_language(user=user, language=language)
    client.force_login(user)
    return client


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", ["games:home", "games:help", "games:narrator", "about"])
def test_public_page_has_an_address_in_each_language(language: str, name: str) -> None:
    with override("en"):
        plain = reverse(name)
    with override(language):
        assert reverse(name) == f"/{language}{plain}"
    response = Client().get(f"/{language}{plain}")
    assert spoken(response.content) == response["Content-Language"] == language
    assert spoken(Client().get(plain).content) == "en"


def test_robots_and_english_readers_stay_at_the_plain_address() -> None:
    for headers in ({}, {"Accept-Language": "en-GB,es;q=0.5"}, {"Accept-Language": "*"}):
        response = Client(headers=headers).get("/about/")
        assert response.status_code == 200
        assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", response["Vary"]))


def test_people_are_sent_to_the_page_in_their_language_with_their_question() -> None:
    by_browser = Client(headers={"Accept-Language": "pl-PL,en;q=0.5"})
    by_cookie = Client()
    by_cookie.cookies[settings.LANGUAGE_COOKIE_NAME] = "pl"
    for client in (by_browser, by_cookie, a_person_who_reads("pl")):
        response = client.get("/rules/?q=weto")
        assert (response.status_code, response["Location"]) == (302, "/pl/rules/?q=weto")
        assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", response["Vary"]))
        assert "private" in response["Cache-Control"]


@pytest.mark.parametrize("header", [{"HX-Request": "true"}, {"Sec-Fetch-Mode": "cors"}])
def test_fetched_parts_have_the_language_of_their_address(header: dict[str, str]) -> None:
    client = Client(headers={"Accept-Language": "pl", **header})
    assert client.get("/rules/veto/", headers={"HX-Request": "true"})["Content-Language"] == "en"
    assert client.get("/pl/rules/")["Content-Language"] == "pl"
    assert client.get("/rules/")["Content-Language"] == "en"
    assert client.get("/accounts/guest/")["Content-Language"] == "pl"


def test_address_decides_against_account_cookie_and_browser() -> None:
    client = a_person_who_reads("pl")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "nl"
    response = client.get("/it/about/", headers={"Accept-Language": "es"})
    assert spoken(response.content) == "it"
    assert settings.LANGUAGE_COOKIE_NAME not in response.cookies


@pytest.mark.parametrize("path", ["/accounts/preferences/", "/offline/"])
def test_other_pages_have_one_address_and_speak_the_readers_language(path: str) -> None:
    by_account, by_cookie = a_person_who_reads("pl"), Client()
    for client in (by_account, by_cookie):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "nl"
    assert spoken(by_account.get(path).content) == "pl"
    assert spoken(by_cookie.get(path).content) == "nl"
    assert by_account.get(f"/pl{path}").status_code == 404


def test_visitor_by_a_link_keeps_its_language_for_the_session() -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.get("/es/rules/")
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME]["max-age"] == ""
    assert spoken(client.get("/accounts/guest/").content) == "es"


def test_missing_page_is_told_in_the_language_of_its_address() -> None:
    response = Client().get("/nl/no-such-page/")
    assert (response.status_code, spoken(response.content)) == (404, "nl")


def test_page_names_itself_and_its_other_languages() -> None:
    html = Client().get("/es/rules/?q=veto").content.decode()
    at = "http://testserver"
    assert f'<link rel="canonical" href="{at}/es/rules/">' in html
    assert dict(re.findall(r'hreflang="([\w-]+)" href="([^"]+)"', html)) == {
        "x-default": f"{at}/rules/",
        "en": f"{at}/rules/",
        **{code: f"{at}/{code}/rules/" for code in OTHERS},
    }
    assert "noindex" not in html


def test_own_pages_and_missing_pages_are_not_for_search_engines() -> None:
    for path in ("/accounts/login/", "/no-such-page/"):
        html = Client().get(path).content.decode()
        assert '<meta name="robots" content="noindex">' in html
        assert "canonical" not in html


def test_site_map_names_every_page_in_every_language() -> None:
    xml = Client().get("/sitemap.xml").content.decode()
    places = re.findall(r"<loc>http://testserver([^<]+)</loc>", xml)
    assert {"/", "/es/", "/rules/", "/pl/rules/", "/nl/narrator/", "/about/"} <= set(places)
    assert len(places) == len(set(places))
    assert xml.count('hreflang="x-default"') == len(places)
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert {path: client.get(path).status_code for path in places} == dict.fromkeys(places, 200)


def test_robots_leave_tables_lobbies_and_accounts_alone() -> None:
    said = Client().get("/robots.txt").content.decode()
    for path in ("/games/", "/lobbies/", "/accounts/"):
        assert f"Disallow: {path}\n" in said
    assert "Sitemap: http://testserver/sitemap.xml" in said
    assert "Disallow: /rules" not in said


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "22 Nov 2026, 13:08"),
        ("es", "22/11/2026 13:08"),
        ("it", "22/11/2026 13:08"),
        ("pl", "22.11.2026, 13:08"),
        ("nl", "22-11-2026 13:08"),
    ],
)
def test_dates_are_written_as_their_readers_write_them(language: str, written: str) -> None:
    with override(language):
        assert (
            date_format(datetime(2026, 11, 22, 13, 8, tzinfo=UTC), "SHORT_DATETIME_FORMAT")
            == written
        )


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "1 January 2026"),
        ("es", "1 de enero de 2026"),
        ("it", "1 gennaio 2026"),
        ("pl", "1 stycznia 2026"),
        ("nl", "1 januari 2026"),
    ],
)
def test_long_dates_have_no_zero_before_the_day_nor_a_large_month(
    language: str, written: str
) -> None:
    with override(language):
        assert date_format(datetime(2026, 1, 1, tzinfo=UTC), "DATE_FORMAT") == written


@pytest.mark.parametrize(
    ("place", "in_polish"),
    [
        ("/rules/?q=a#veto", "/pl/rules/?q=a#veto"),
        ("/es/rules/#veto", "/pl/rules/#veto"),
        ("/es/", "/pl/"),
        ("/games/abc/#log", "/games/abc/#log"),
        ("/accounts/preferences/", "/accounts/preferences/"),
        ("https://elsewhere.example/", "/pl/"),
    ],
)
def test_switch_keeps_the_place_and_is_remembered(place: str, in_polish: str) -> None:
    client = a_person_who_reads("es")
    response = client.post("/i18n/setlang/", {"language": "pl", "next": place})
    assert response["Location"] == in_polish
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "pl"
    assert User.objects.get().preferences.language == "pl"


def test_switch_on_the_answer_to_a_form_returns_to_the_form() -> None:
    html = (
        Client()
        .post("/accounts/guest/?next=/a/", {"name": ""}, headers={
            "Referer": "http://testserver/accounts/guest/?next=/a/"
        })
        .content.decode()
    )  # fmt: skip
    assert 'name="next" value="/accounts/guest/?next=/a/"' in html


@pytest.mark.parametrize(
    "came_from", ["http://[", "//[", "http://elsewhere/", "x" * 3000, "http://testserver"]
)
def test_switch_returns_home_from_an_address_that_is_none_of_ours(came_from: str) -> None:
    answer = Client().post("/accounts/guest/", {"name": ""}, headers={"Referer": came_from})
    assert 'name="next" value="/"' in answer.content.decode()
