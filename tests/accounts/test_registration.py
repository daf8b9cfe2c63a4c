"""Sign-up, login, logout, passwords and addresses, over allauth's pages."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils.translation import gettext, override

from accounts.models import User
from accounts.passwords import LongEnough
from accounts.services import save_language
from tests.games.visits import soup_of

PASSWORD = "correct horse battery"
NEW = "another staple entirely"


def link(part: str) -> str:
    (found,) = [word for word in mail.outbox[-1].body.split() if part in word]
    return found


def sign_up(client: Client, **changes: str) -> str:
    data = {"username": "Bea", "email": "bea@example.org", "password1": PASSWORD} | changes
    return client.post("/accounts/signup/", data, follow=False).content.decode()


def log_in(client: Client, login: str, password: str = PASSWORD) -> bool:
    client.post("/accounts/login/", {"login": login, "password": password})
    return SESSION_KEY in client.session


def test_sign_up_lets_people_in_at_once_and_mails_a_confirmation(client: Client, db: None) -> None:
    sign_up(client)
    person = User.objects.get()
    assert client.session[SESSION_KEY] == str(person.pk)
    assert (person.username, person.email, person.is_guest) == ("Bea", "bea@example.org", False)
    assert person.preferences.sounds
    assert not EmailAddress.objects.get().verified

    confirmation = link("/confirm-email/")
    assert "Confirm" in client.get(confirmation).content.decode()
    assert not EmailAddress.objects.get().verified  # a mail scanner's visit confirms nothing
    client.post(confirmation)
    assert EmailAddress.objects.get().verified
    assert "too old" in Client().get(confirmation).content.decode()


def test_sign_up_asks_for_a_password_in_one_sentence_and_answers_in_one_line(
    client: Client, db: None
) -> None:
    form = soup_of(client.get("/accounts/signup/"))
    asked = form.select_one("#id_password1_helptext")
    assert asked is not None
    assert not asked.select("li")
    assert f"At least {LongEnough().min_length} characters" in asked.text
    sign_up(client)
    told = soup_of(client.get("/about/")).select(".notices > .notice")
    assert [each.text.strip() for each in told] == [
        "A mail to confirm the address is on its way to bea@example.org."
    ]
    client.post("/accounts/logout/")
    client.get("/about/")
    log_in(client, "Bea")
    told = soup_of(client.get("/about/")).select(".notices > .notice")
    assert [each.text.strip() for each in told] == ["Hello, Bea."]


def test_sign_up_offers_the_way_without_an_account_before_its_form(
    client: Client, db: None
) -> None:
    page = client.get("/accounts/signup/", {"next": "/lobbies/ABCDE/"}).content.decode()
    guest = page.index('href="/accounts/guest/')
    assert "?next=%2Flobbies%2FABCDE%2F" in page[guest : guest + 100]
    assert guest < page.index('name="password1"')


@pytest.mark.parametrize("name", ["admin", "Ana", "ANA", "Αna", "a\u200dna", "x"])
def test_sign_up_knows_the_name_rules(client: Client, ana: User, name: str) -> None:
    page = sign_up(client, username=name)
    assert 'aria-invalid="true"' in page
    assert User.objects.count() == 1


def test_sign_up_stores_the_normal_spelling(client: Client, db: None) -> None:
    sign_up(client, username="Ｂｅａ")
    assert User.objects.get().username == "Bea"


def test_sign_up_does_not_tell_who_has_an_account(client: Client, ana: User) -> None:
    sign_up(client, email="ana@example.org")
    assert SESSION_KEY in client.session
    assert mail.outbox[-1].subject == "[Secret Hitler] You have an account already"
    assert "Bea" not in mail.outbox[-1].body
    assert EmailAddress.objects.get(verified=True).user == ana


@pytest.mark.parametrize(
    "login", ["Ana", "ana", "ANA", " Ana ", "ana@example.org", "Ana@Example.ORG"]
)
def test_login_by_name_or_address(client: Client, ana: User, login: str) -> None:
    assert log_in(client, login)


def test_login_by_name_ignores_capitals_in_every_script(client: Client, db: None) -> None:
    User.objects.create_user("Юлия Ёж", password=PASSWORD)
    assert log_in(client, "юлия ёж")


@pytest.mark.parametrize(
    ("login", "password"),
    [("Ana", "wrong"), ("Nobody", PASSWORD), ("An_", PASSWORD), ("%", PASSWORD)],
)
def test_wrong_login_is_refused(client: Client, ana: User, login: str, password: str) -> None:
    assert not log_in(client, login, password)


def test_guests_cannot_be_logged_into(client: Client, guest: User) -> None:
    assert not log_in(client, guest.guest_name, "")
    assert not log_in(client, guest.guest_name, guest.password)


def test_logout_asks_first(client: Client, ana: User) -> None:
    client.force_login(ana)
    client.get("/accounts/logout/")
    assert SESSION_KEY in client.session
    client.post("/accounts/logout/")
    assert SESSION_KEY not in client.session


def test_forgotten_password_is_chosen_anew_by_mail(client: Client, ana: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    form = client.get(link("/password/reset/key/"), follow=True)
    path = form.request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})

    assert log_in(Client(), "Ana", NEW)
    assert not log_in(Client(), "Ana", PASSWORD)
    first_mail = mail.outbox[0].body
    (used,) = [word for word in first_mail.split() if "/password/reset/key/" in word]
    assert "too old" in Client().get(used, follow=True).content.decode()


def test_forgotten_password_does_not_tell_who_has_an_account(client: Client, ana: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": "ana@example.org"}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "who@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert [letter.to for letter in mail.outbox] == [["ana@example.org"], ["who@example.org"]]
    assert "/password/reset/key/" not in mail.outbox[1].body


def test_password_change_needs_the_old_one_and_ends_other_sessions(
    client: Client, ana: User
) -> None:
    other_device = Client()
    client.force_login(ana)
    other_device.force_login(ana)
    change = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    client.post("/accounts/password/change/", change)
    assert not log_in(Client(), "Ana", NEW)

    response = client.post("/accounts/password/change/", change | {"oldpassword": PASSWORD})
    assert response["Location"] == "/accounts/"
    assert log_in(Client(), "Ana", NEW)
    assert client.get("/accounts/").status_code == 200
    assert other_device.get("/accounts/").status_code == 302


def test_address_changes_for_who_knows_the_password_once_it_is_confirmed(
    client: Client, ana: User
) -> None:
    client.force_login(ana)
    asked = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert "Is it really you?" in client.get(asked["Location"]).content.decode()
    client.post(asked["Location"], {"password": "wrong"})
    assert not mail.outbox

    client.post(asked["Location"], {"password": PASSWORD})
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert "new@example.org" in client.get("/accounts/email/").content.decode()

    client.post(link("/confirm-email/"))
    ana.refresh_from_db()
    assert ana.email == "new@example.org"
    addresses = EmailAddress.objects.filter(user=ana).values_list("email", "verified")
    assert list(addresses) == [("new@example.org", True)]
    assert mail.outbox[-1].to == ["ana@example.org"]  # the old one hears of it


def test_two_sign_ups_at_once_give_one_person_and_no_error(client: Client, db: None) -> None:
    """The other request's row appears between the check and the save."""
    others = ["Bea"]

    def be_first(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        # Where a transaction begins, the name has been looked for.
        if sql.startswith("SAVEPOINT") and others:
            User.objects.create_user(others.pop())
        return execute(sql, *more)

    with connection.execute_wrapper(be_first):
        sent_back = sign_up(client)
    assert (others, sent_back) == ([], "")
    assert [person.email for person in User.objects.all()] == [""]
    assert "is taken" in client.get("/accounts/signup/").content.decode()


def test_passwords_are_hashed_with_argon2id() -> None:
    from config.settings import accounts

    assert accounts.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


def test_mail_speaks_the_language_of_its_reader(client: Client, ana: User) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    save_language(user=ana, language="pl")
    client.post("/accounts/password/reset/", {"email": "Ana@Example.org"})
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    subjects = [each.subject.removeprefix("[Secret Hitler] ") for each in mail.outbox]
    expected = []
    for language in ("it", "pl"):
        with override(language):
            expected.append(gettext("Choose a new password"))
    assert len(set(expected)) == 2
    assert subjects[:2] == expected
    # The page stayed in the visitor's language, and so did the mail to the unknown address.
    assert len(set(subjects)) == 3
