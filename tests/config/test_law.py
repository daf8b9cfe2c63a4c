"""The pages of law say what the settings say, in every language."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db
PAGES = ("community-rules", "privacy", "terms", "contact")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_pages_are_there_in_every_language(client: Client, page: str, language: str) -> None:
    prefix = "" if language == "en" else f"/{language}"
    answer = client.get(f"{prefix}/{page}/")
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()
    assert f"{prefix}/privacy/" in answer.content.decode(), "the footer leads to the others"


def test_numbers_come_from_the_settings(client: Client, settings: Any) -> None:
    settings.KEEP_TALK_DAYS, settings.KEEP_IDLE_GUESTS_DAYS = 41, 42
    settings.KEEP_REPORTS_DAYS, settings.MINIMUM_AGE = 43, 17
    settings.SESSION_COOKIE_AGE = 44 * 24 * 3600
    page = client.get("/privacy/").content.decode()
    for days in (41, 42, 43, 44):
        assert f"{days} days" in page
    assert "17 years" in client.get("/terms/").content.decode()
    for first in ("/accounts/guest/", "/accounts/signup/"):
        assert "From 17 years on" in client.get(first).content.decode()


def test_contact_names_an_address_or_says_that_there_is_none(
    client: Client, settings: Any
) -> None:
    assert "not given an address" in client.get("/contact/").content.decode()
    settings.OPERATOR_EMAIL = "ana@example.com"
    assert 'href="mailto:ana@example.com"' in client.get("/contact/").content.decode()


def test_imprint_is_there_once_somebody_answers_for_the_site(
    client: Client, settings: Any
) -> None:
    def places() -> list[bool]:
        pages = [client.get(path).content.decode() for path in ("/about/", "/sitemap.xml")]
        return ["/imprint/" in page for page in pages]

    assert client.get("/imprint/").status_code == 404
    assert places() == [False, False]
    settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS = "Ana Example", "Street 1\nTown"
    page = client.get("/imprint/").content.decode()
    assert "Ana Example" in page
    assert "Street 1<br>Town" in page
    assert places() == [True, True]
