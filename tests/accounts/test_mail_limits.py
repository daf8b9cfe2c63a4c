"""Mails that strangers can cause: a few to each mailbox, with the same answer every time."""

from collections.abc import Callable
from itertools import count

import pytest
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client

from accounts.addresses import mailbox_of
from accounts.models import User
from accounts.services import create_guest

pytestmark = [pytest.mark.usefixtures("limits"), pytest.mark.django_db]

PASSWORD = "correct horse battery"
READER = "reader@example.org"
AT_MOST = 3
_numbers = count(1)


def somebody_new() -> Client:
    """A client with an address that has not asked for anything yet."""
    number = next(_numbers)
    return Client(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}")


def new_name() -> str:
    number = next(_numbers)
    return "Somebody " + "abcdefghijklmnopqrstuvwxyz"[number // 26] + chr(97 + number % 26)


def a_member(email: str) -> Client:
    client = somebody_new()
    data = {"username": new_name(), "email": email, "password1": PASSWORD}
    client.post("/accounts/signup/", data, follow=True)
    return client


def by_signing_up(email: str) -> str:
    data = {"username": new_name(), "email": email, "password1": PASSWORD}
    return said(somebody_new(), "/accounts/signup/", data)


def by_keeping(email: str) -> str:
    client = somebody_new()
    client.force_login(create_guest(name=new_name()))
    return said(client, "/accounts/keep/", {"email": email, "password": PASSWORD})


def by_forgetting(email: str) -> str:
    return said(somebody_new(), "/accounts/password/reset/", {"email": email})


def by_changing(email: str) -> str:
    client = a_member(f"own-{next(_numbers)}@example.com")
    asked = client.post("/accounts/email/", {"action_add": "", "email": email})["Location"]
    return said(client, asked, {"password": PASSWORD})


def said(client: Client, path: str, data: dict[str, str]) -> str:
    """Return where an answer leads and what it says, without names."""
    page = client.post(path, data, follow=True)
    assert page.status_code == 200
    heard = [str(message) for message in page.context["messages"]]
    here = User.objects.filter(pk=client.session.get(SESSION_KEY, 0)).first()
    return f"{page.redirect_chain} {heard}".replace(here.username if here else "?", "NAME")


def mails_to(email: str) -> int:
    return sum(letter.to == [email] for letter in mail.outbox)


WAYS = [by_signing_up, by_keeping, by_forgetting, by_changing]


@pytest.mark.parametrize("way", WAYS)
def test_strangers_fill_no_mailbox(way: Callable[[str], str]) -> None:
    answers = {way(READER) for _ in range(8)}
    assert mails_to(READER) == AT_MOST
    assert len(answers) == 1, answers


@pytest.mark.parametrize("way", WAYS)
def test_mailbox_of_a_member_is_no_exception(way: Callable[[str], str], ana: User) -> None:
    answers = {way(ana.email) for _ in range(8)}
    assert mails_to(ana.email) == AT_MOST
    assert len(answers) == 1, answers


def test_other_ways_do_not_add_up() -> None:
    for _ in range(4):
        for way in WAYS:
            way(READER)
    # Confirmations, and links for a forgotten password.
    assert mails_to(READER) == 2 * AT_MOST


def test_sub_addresses_are_one_mailbox() -> None:
    for number in range(8):
        by_signing_up(f"reader+{number}@example.org")
    assert len(mail.outbox) == AT_MOST


def test_mail_asked_for_again_counts_too() -> None:
    client = a_member(READER)
    again = {"action_send": "", "email": READER}
    answers = {said(client, "/accounts/email/", again) for _ in range(8)}
    assert mails_to(READER) == AT_MOST
    assert len(answers) == 1


def test_unconfirmed_address_gets_no_notices() -> None:
    client = a_member(READER)
    change = {"oldpassword": PASSWORD, "password1": PASSWORD + "1", "password2": PASSWORD + "1"}
    assert client.post("/accounts/password/change/", change)["Location"] == "/accounts/"
    assert [letter.subject for letter in mail.outbox] == [
        "[Secret Hitler] Welcome! Please confirm your e-mail address"
    ]


def test_owner_hears_of_a_new_password_however_many_mails_strangers_sent(ana: User) -> None:
    for way in (by_signing_up, by_forgetting):
        for _ in range(8):
            way(ana.email)
    mail.outbox.clear()
    client = somebody_new()
    client.force_login(ana)
    change = {"oldpassword": PASSWORD, "password1": PASSWORD + "1", "password2": PASSWORD + "1"}
    client.post("/accounts/password/change/", change)
    assert mails_to(ana.email) == 1


@pytest.mark.parametrize(
    ("written", "mailbox"),
    [
        ("Ana@Example.org", "ana@example.org"),
        ("ana+games@example.org", "ana@example.org"),
        ("a.n.a+x+y@googlemail.com", "ana@gmail.com"),
        ("a.n.a@example.org", "a.n.a@example.org"),
        ("+@example.org", "+@example.org"),
    ],
)
def test_mailboxes(written: str, mailbox: str) -> None:
    assert mailbox_of(written) == mailbox
