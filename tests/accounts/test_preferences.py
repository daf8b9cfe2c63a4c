"""Language, colours, motion and sounds: of accounts, and of visitors without one."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Preferences, User

PAGE = "/accounts/preferences/"
CHOSEN = {"language": "it", "colour_scheme": "dark", "reduced_motion": "on"}


def test_account_keeps_preferences(client: Client, ana: User) -> None:
    client.force_login(ana)
    client.post(PAGE, CHOSEN)

    kept = Preferences.objects.get(user=ana)
    assert (kept.language, kept.colour_scheme, kept.reduced_motion) == ("it", "dark", "on")
    assert not kept.sounds

    other_device = Client()
    other_device.force_login(ana)
    page = other_device.get("/accounts/").content.decode()
    assert '<html lang="it"' in page
    assert 'data-scheme="dark"' in page
    assert 'data-motion="reduced"' in page


def test_visitors_keep_preferences_in_cookies(client: Client, db: None) -> None:
    client.post(PAGE, CHOSEN)
    response = client.get(PAGE)
    page = response.content.decode()
    assert '<html lang="it"' in page
    assert 'data-scheme="dark"' in page
    assert 'data-motion="reduced"' in page
    assert response.context["sounds"] is False
    assert not Preferences.objects.exists()


def test_odd_cookies_count_as_absent(client: Client, db: None) -> None:
    client.cookies["colour_scheme"] = '"><script>'
    client.cookies["reduced_motion"] = "sideways"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "tlh"
    page = client.get(PAGE).content.decode()
    assert 'data-scheme="auto" data-motion="auto"' in page


@pytest.mark.parametrize(
    "odd", [{"language": "tlh"}, {"colour_scheme": "pink"}, {"reduced_motion": ""}]
)
def test_odd_values_are_refused(client: Client, ana: User, odd: dict[str, str]) -> None:
    client.force_login(ana)
    assert client.post(PAGE, CHOSEN | odd).status_code == 200
    assert Preferences.objects.get(user=ana).colour_scheme == "auto"


def test_language_switch_is_remembered_in_the_account(client: Client, ana: User) -> None:
    client.force_login(ana)
    response = client.post("/i18n/setlang/", {"language": "pl", "next": "/accounts/"})
    assert response["Location"] == "/accounts/"
    assert Preferences.objects.get(user=ana).language == "pl"
    assert '<html lang="pl"' in client.get("/accounts/").content.decode()


def test_language_switch_works_for_visitors_and_refuses_what_it_does_not_know(
    client: Client, db: None
) -> None:
    client.post("/i18n/setlang/", {"language": "nl"})
    assert '<html lang="nl"' in client.get(PAGE).content.decode()
    client.post("/i18n/setlang/", {"language": "tlh", "next": "//evil.example"})
    assert '<html lang="nl"' in client.get(PAGE).content.decode()


def test_browsers_language_counts_until_one_is_chosen(client: Client, ana: User) -> None:
    client.force_login(ana)
    polish = {"Accept-Language": "pl"}
    assert '<html lang="pl"' in client.get(PAGE, headers=polish).content.decode()
    client.post(PAGE, CHOSEN)
    assert '<html lang="it"' in client.get(PAGE, headers=polish).content.decode()
    client.post(PAGE, CHOSEN | {"language": ""})
    assert '<html lang="pl"' in client.get(PAGE, headers=polish).content.decode()
