"""A login costs and tells the same for every address, whoever has it and however many claim it."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.test import Client

from accounts.addresses import CLAIMS_PER_ADDRESS
from accounts.models import User
from accounts.services import create_guest

PASSWORD = "correct horse battery"


class CountingHasher(Argon2PasswordHasher):
    """A real hasher, cheaper, which counts its calls."""

    time_cost, memory_cost, parallelism = 1, 8, 1
    hashed = 0

    def encode(self, password: str, salt: str) -> Any:
        type(self).hashed += 1
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        type(self).hashed += 1
        return bool(super().verify(password, encoded))


@pytest.fixture(autouse=True)
def counted(settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.{CountingHasher.__name__}"]


def hashes_of(client: Client, path: str, data: dict[str, str]) -> tuple[int, str]:
    """Return the number of hashes that a form costs, and the page it answers with."""
    CountingHasher.hashed = 0
    page = client.post(path, data, follow=True).content.decode()
    return CountingHasher.hashed, page


def claimed_by(count: int, email: str) -> list[User]:
    """People who have entered this address and not confirmed it."""
    people = []
    for number in range(count):
        name = "Claimant " + "abcdefghijklmnopqrstuvwxyz"[number]
        people.append(User.objects.create_user(name, email, PASSWORD))
        EmailAddress.objects.create(user=people[-1], email=email, primary=True)
    return people


def test_wrong_login_costs_one_hash_and_tells_nothing(ana: User) -> None:
    claimed_by(1, "one@example.org")
    claimed_by_many = [f"Person {letter}" for letter in "abcdefghijklmnopqrst"]
    for name in claimed_by_many:
        person = User.objects.create_user(name, "many@example.org", PASSWORD)
        EmailAddress.objects.bulk_create([EmailAddress(user=person, email="many@example.org")])
    create_guest(name="Passer-by")
    both = User.objects.create_user("Both", "ana@example.org", PASSWORD)
    EmailAddress.objects.create(user=both, email="ana@example.org", primary=True)
    answers = {
        login: hashes_of(Client(), "/accounts/login/", {"login": login, "password": "guess"})
        for login in (
            "nobody@example.org",
            "one@example.org",
            "many@example.org",
            "ana@example.org",
            "Ana@Example.ORG",
        )
    }
    assert {login: cost for login, (cost, _page) in answers.items()} == dict.fromkeys(answers, 1)
    plain = {
        page.replace(login, "ADDRESS").split("<main")[1].split("csrfmiddlewaretoken")[0]
        for login, (_cost, page) in answers.items()
    }
    assert len(plain) == 1
    assert "once it is confirmed" in plain.pop()
    for name in ("Ana", "Nobody", "Passer-by", "Person a"):
        data = {"login": name, "password": "guess"}
        assert hashes_of(Client(), "/accounts/login/", data)[0] == 1, name


def test_login_by_an_address_needs_its_confirmation(client: Client, db: None) -> None:
    (person,) = claimed_by(1, "one@example.org")
    by_address = {"login": "one@example.org", "password": PASSWORD}
    assert hashes_of(client, "/accounts/login/", by_address)[0] == 1
    assert SESSION_KEY not in client.session
    EmailAddress.objects.update(verified=True)
    assert hashes_of(client, "/accounts/login/", by_address)[0] == 1
    assert client.session[SESSION_KEY] == str(person.pk)


def test_password_asked_again_costs_one_hash(client: Client, db: None) -> None:
    *_others, person = claimed_by(4, "one@example.org")
    client.force_login(person)
    path = "/accounts/reauthenticate/"
    assert hashes_of(client, path, {"password": "guess"})[0] == 1
    assert hashes_of(client, path, {"password": PASSWORD})[0] == 1


def test_forgotten_password_sends_one_mail(client: Client, ana: User) -> None:
    first, *_others = claimed_by(4, "one@example.org")
    for email, name in (("one@example.org", first.username), ("ana@example.org", "Ana")):
        mail.outbox.clear()
        client.post("/accounts/password/reset/", {"email": email})
        (letter,) = mail.outbox
        assert letter.to == [email]
        assert f"Your name on our site is {name}." in letter.body


def test_forgotten_password_is_the_owners_where_others_claim_the_address(
    client: Client, db: None
) -> None:
    *_others, owner = claimed_by(3, "one@example.org")
    EmailAddress.objects.filter(user=owner).update(verified=True)
    client.post("/accounts/password/reset/", {"email": "one@example.org"})
    (letter,) = mail.outbox
    assert f"Your name on our site is {owner.username}." in letter.body


@pytest.mark.parametrize("way", ["sign up", "keep", "change"])
def test_few_accounts_claim_one_address(ana: User, way: str) -> None:
    email = "one@example.org"
    people = claimed_by(CLAIMS_PER_ADDRESS, email)
    client = Client()
    if way == "sign up":
        data = {"username": "Bea", "email": email, "password1": PASSWORD}
        page = client.post("/accounts/signup/", data, follow=True)
    elif way == "keep":
        client.force_login(create_guest(name="Bea"))
        data = {"email": email, "password": PASSWORD}
        page = client.post("/accounts/keep/", data, follow=True)
    else:
        client.force_login(ana)
        data = {"action_add": "", "email": email}
        asked = client.post("/accounts/email/", data)["Location"]
        page = client.post(asked, {"password": PASSWORD}, follow=True)
    assert page.status_code == 200
    newest = ana if way == "change" else User.objects.get(username="Bea")
    claims = EmailAddress.objects.filter(email=email).order_by("pk")
    assert [claim.user for claim in claims] == [*people[1:], newest]
    # Accounts that lost the address can still log in by name.
    people[0].refresh_from_db()
    assert people[0].email == ""
    assert people[0].check_password(PASSWORD)


def test_confirmed_address_is_never_lost(ana: User) -> None:
    claimed_by(CLAIMS_PER_ADDRESS + 3, "ana@example.org")
    assert EmailAddress.objects.get(user=ana).verified
    assert EmailAddress.objects.filter(email="ana@example.org").count() == CLAIMS_PER_ADDRESS + 1
