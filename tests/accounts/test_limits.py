"""Rate limits: a clear page instead of the hundredth guest, sign-up or guessed password."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

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
    asked = client.get("/accounts/close/")["Location"]
    assert answers(client, asked, {"password": "guess"}, 11) == [200] * 10 + [429]


def guess(login: str, address: str, times: int = 1, client: Client | None = None) -> str:
    """Send wrong passwords from one address; return the last answer's text."""
    client = client or Client()
    data = {"login": login, "password": "guess"}
    pages = [client.post("/accounts/login/", data, REMOTE_ADDR=address) for _ in range(times)]
    return pages[-1].content.decode()


def right(login: str, address: str, client: Client | None = None) -> str:
    data = {"login": login, "password": PASSWORD}
    page = (client or Client()).post("/accounts/login/", data, REMOTE_ADDR=address)
    return "let in" if page.status_code == 302 else page.content.decode()


TOO_MANY = "Too many failed login attempts"


def test_guesses_do_not_lock_the_owner_out_elsewhere(ana: User) -> None:
    assert TOO_MANY in guess("Ana", "192.0.2.1", 6)
    assert TOO_MANY in right("Ana", "192.0.2.1")
    assert right("Ana", "192.0.2.2") == "let in"


def test_guesses_from_everywhere_are_bounded_and_spare_known_devices(ana: User) -> None:
    phone = Client()
    assert right("Ana", "192.0.2.1", phone) == "let in"
    phone.post("/accounts/logout/")
    assert SESSION_KEY not in phone.session
    answers = [guess("Ana", f"198.51.100.{number}", 5) for number in range(1, 14)]
    assert [TOO_MANY in answer for answer in answers] == [False] * 12 + [True]
    assert TOO_MANY in right("Ana", "192.0.2.2")
    assert right("Ana", "192.0.2.2", phone) == "let in"


def test_known_device_is_spared_while_a_stranger_guesses(ana: User) -> None:
    phone = Client()
    right("Ana", "192.0.2.1", phone)
    phone.post("/accounts/logout/")
    assert TOO_MANY in guess("Ana", "192.0.2.1", 12)
    assert right("ana@example.org", "192.0.2.1", phone) == "let in"


def test_known_device_does_not_guess_for_ever_nor_at_others(ana: User) -> None:
    phone = Client()
    right("Ana", "192.0.2.1", phone)
    phone.post("/accounts/logout/")
    assert TOO_MANY not in guess("Ana", "192.0.2.1", 10, phone)
    assert TOO_MANY in guess("Ana", "192.0.2.1", 1, phone)
    User.objects.create_user("Bea", password=PASSWORD)
    assert TOO_MANY in guess("Bea", "192.0.2.3", 6, phone)


def test_forged_cookie_knows_no_device(ana: User) -> None:
    forged = Client()
    forged.cookies["known_device"] = signing.dumps({"device": "x", "people": [ana.pk]}, salt="?")
    assert TOO_MANY in guess("Ana", "192.0.2.1", 6, forged)


def test_signed_in_person_may_confirm_the_password_whatever_others_guess(ana: User) -> None:
    here = Client(REMOTE_ADDR="192.0.2.1")
    here.force_login(ana)
    assert TOO_MANY in guess("Ana", "192.0.2.1", 6)
    asked = here.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert here.post(asked["Location"], {"password": PASSWORD}).status_code == 302


def test_guesses_at_a_name_tell_nothing_of_its_address(ana: User) -> None:
    assert TOO_MANY in guess("Ana", "192.0.2.1", 6)
    for address in ("ana@example.org", "nobody@example.org"):
        assert TOO_MANY not in guess(address, "192.0.2.1")


def test_unknown_name_is_counted_alike(db: None) -> None:
    assert TOO_MANY not in guess("Nobody", "192.0.2.1", 5)
    assert TOO_MANY in guess("Nobody", "192.0.2.1")


def test_device_is_known_from_keeping_a_guest_account(client: Client, guest: User) -> None:
    client.force_login(guest)
    client.post("/accounts/keep/", {"email": "passer@example.org", "password": PASSWORD})
    client.post("/accounts/logout/")
    assert TOO_MANY in guess(guest.guest_name, "127.0.0.1", 6)
    assert right(guest.guest_name, "127.0.0.1", client) == "let in"
