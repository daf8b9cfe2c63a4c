"""Every account page has the site's frame and no inline script or style."""

import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.accounts.conftest import PASSWORD

FOR_VISITORS = [
    "/accounts/guest/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/preferences/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/x-y/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nonsense/",
    "/accounts/inactive/",
]
FOR_PEOPLE = [
    "/accounts/",
    "/accounts/preferences/",
    "/accounts/logout/",
    "/accounts/sessions/",
    "/accounts/moderators/",
    "/accounts/2fa/",
    "/accounts/2fa/webauthn/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
]
# After the password has been asked for once more.
FOR_THE_CERTAIN = [
    "/accounts/close/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/recovery-codes/",
]
FOR_GUESTS = ["/accounts/", "/accounts/keep/", "/accounts/close/", "/accounts/logout/"]


def check_frame(client: Client, path: str) -> str:
    response = client.get(path)
    page = response.content.decode()
    assert response.status_code == 200
    assert len(re.findall(r'<h1 class="headline">', page)) == 1
    assert '<main id="main" class="page page-narrow"' in page
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)", page)
    fields = re.findall(r'<(?:input(?! type="hidden")|select|textarea)[^>]*\sid="([^"]+)"', page)
    assert all(f'for="{field}"' in page for field in fields)
    return page


@pytest.mark.parametrize("path", FOR_VISITORS)
def test_pages_for_visitors(client: Client, db: None, path: str) -> None:
    check_frame(client, path)


@pytest.mark.parametrize("path", FOR_PEOPLE)
def test_pages_for_registered_people(client: Client, ana: User, path: str) -> None:
    client.force_login(ana)
    check_frame(client, path)


@pytest.mark.parametrize("path", FOR_THE_CERTAIN)
def test_pages_for_people_who_have_shown_who_they_are(
    client: Client, ana: User, path: str
) -> None:
    RecoveryCodes.activate(ana)
    client.force_login(ana)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    check_frame(client, path)


@pytest.mark.parametrize("path", FOR_GUESTS)
def test_pages_for_guests(client: Client, guest: User, path: str) -> None:
    client.force_login(guest)
    check_frame(client, path)


@pytest.mark.parametrize("path", ["/accounts/", "/accounts/keep/", "/accounts/close/"])
def test_private_pages_ask_to_log_in(client: Client, db: None, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_known_person_costs_five_reads(
    client: Client, guest: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(guest)
    client.get("/accounts/")  # the day's first page also writes the session
    # the session; the person with preferences; their table; their sanctions; their notices
    with django_assert_num_queries(5):
        client.get("/accounts/")


def test_names_stay_text(client: Client, db: None) -> None:
    page = client.post("/accounts/guest/", {"name": "<b>&\"'"}).content.decode()
    assert "&lt;b&gt;&amp;&quot;" in page
    assert "<b>" not in page
