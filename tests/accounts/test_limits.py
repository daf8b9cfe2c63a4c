"""Rate limits: a clear page instead of the hundredth guest, sign-up or guessed password."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.usefixtures("limits")


def answers(client: Client, path: str, data: dict[str, str], times: int) -> list[int]:
    return [client.post(path, data).status_code for _ in range(times)]


def test_guests_are_limited_per_address(client: Client, db: None) -> None:
    assert answers(client, "/accounts/guest/", {"name": "admin"}, 20) == [200] * 20
    response = client.post("/accounts/guest/", {"name": "Ana"})
    assert response.status_code == 429
    assert "Wait a few minutes" in response.content.decode()
    assert '<h1 class="headline">' in response.content.decode()
    assert not User.objects.exists()
    assert client.get("/accounts/guest/").status_code == 200  # looking is free
    elsewhere = client.post("/accounts/guest/", {"name": "Ana"}, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302


def test_sign_ups_are_limited(client: Client, db: None) -> None:
    assert answers(client, "/accounts/signup/", {"username": "x"}, 21)[-2:] == [200, 429]


def test_guessed_passwords_are_limited_for_each_account(client: Client, ana: User) -> None:
    answers(client, "/accounts/login/", {"login": "Ana", "password": "guess"}, 5)
    page = client.post("/accounts/login/", {"login": "Ana", "password": "correct horse battery"})
    assert "Too many failed login attempts" in page.content.decode()


def test_guessing_in_other_capitals_is_still_the_same_account(client: Client, ana: User) -> None:
    for spelling in ("Ana", "ANA", "aNa", "Ａｎａ", " ana"):
        client.post("/accounts/login/", {"login": spelling, "password": "guess"})
    page = client.post("/accounts/login/", {"login": "anA", "password": "correct horse battery"})
    assert "Too many failed login attempts" in page.content.decode()


def test_requests_for_password_mails_are_limited(client: Client, ana: User) -> None:
    codes = answers(client, "/accounts/password/reset/", {"email": "ana@example.org"}, 21)
    assert codes == [302] * 20 + [429]


def test_guessing_on_the_close_page_is_limited(client: Client, ana: User) -> None:
    client.force_login(ana)
    data = {"password": "guess", "certain": "on"}
    assert answers(client, "/accounts/close/", data, 11) == [200] * 10 + [429]
