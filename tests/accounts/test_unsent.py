"""A mail server that is away, refuses or hangs: the change stands, and the page tells of the missing mail."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site_settings
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client

from accounts.models import User
from games.transport.server import HTTP_TIMEOUT_SECONDS
from tests.mail_server import MailServer, Temper, mail_server

PASSWORD = "correct horse battery"
NEW = {"username": "Bea", "email": "bea@example.org", "password1": PASSWORD}
UNSENT = "could not be sent"
ON_ITS_WAY = "is on its way"


@pytest.fixture(params=[each for each in Temper if each is not Temper.TAKES])
def bad_server(request: pytest.FixtureRequest, settings: Any) -> Iterator[MailServer]:
    with mail_server(request.param) as server:
        server.configure(settings)
        yield server


def mend(settings: Any) -> None:
    """The mail server works again."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def test_sign_up_succeeds_without_its_mail(
    client: Client, db: None, bad_server: MailServer, settings: Any, limits: None
) -> None:
    response = client.post("/accounts/signup/", NEW, follow=True)
    page = response.content.decode()
    assert response.status_code == 200
    assert UNSENT in page
    assert ON_ITS_WAY not in page
    assert SESSION_KEY in client.session

    mend(settings)
    offered = client.get("/accounts/").content.decode()
    assert "Send the mail again" in offered
    assert 'name="email" value="bea@example.org"' in offered
    again = {"email": "bea@example.org", "action_send": ""}
    page = client.post("/accounts/email/", again, follow=True).content.decode()
    assert ON_ITS_WAY in page
    assert UNSENT not in page
    (letter,) = mail.outbox
    (link,) = [word for word in letter.body.split() if "/confirm-email/" in word]
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert "Send the mail again" not in client.get("/accounts/").content.decode()


def test_sign_up_with_a_known_address_looks_no_different(
    client: Client, ana: User, settings: Any
) -> None:
    with mail_server(Temper.REFUSES) as server:
        server.configure(settings)
        unknown = client.post("/accounts/signup/", NEW, follow=True)
        known = Client().post(
            "/accounts/signup/",
            NEW | {"username": "Carla", "email": "ana@example.org"},
            follow=True,
        )
    assert known.redirect_chain == unknown.redirect_chain
    said = ["\n".join(map(str, page.context["messages"])) for page in (unknown, known)]
    assert UNSENT in said[0]
    assert said[0].replace("bea@", "ana@").replace("Bea", "Carla") == said[1]


def test_kept_account_is_kept_without_its_mail(
    client: Client, guest: User, bad_server: MailServer
) -> None:
    client.force_login(guest)
    chosen = {"email": "passer@example.org", "password": PASSWORD, "next": "/accounts/"}
    page = client.post("/accounts/keep/", chosen, follow=True).content.decode()
    assert UNSENT in page
    assert ON_ITS_WAY not in page
    guest.refresh_from_db()
    assert not guest.is_guest
    assert Client().login(username=guest.username, password=PASSWORD)


def test_password_reset_says_so_alike_for_everybody(
    client: Client, ana: User, bad_server: MailServer
) -> None:
    pages = [
        client.post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ("ana@example.org", "nobody@example.org")
    ]
    for page in pages:
        assert page.redirect_chain == [("/accounts/password/reset/", 302)]
        assert UNSENT in page.content.decode()
        assert ON_ITS_WAY not in page.content.decode()


def test_address_change_waits_for_a_mail_that_can_be_sent_again(
    client: Client, ana: User, bad_server: MailServer, settings: Any, limits: None
) -> None:
    client.force_login(ana)
    asked = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    page = client.post(asked["Location"], {"password": PASSWORD}, follow=True).content.decode()
    assert UNSENT in page
    assert "new@example.org" in page
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"

    mend(settings)
    client.post("/accounts/email/", {"action_send": "", "email": "new@example.org"})
    (letter,) = mail.outbox
    assert letter.to == ["new@example.org"]


def test_password_changes_though_its_notice_cannot_be_sent(
    client: Client, ana: User, bad_server: MailServer
) -> None:
    client.force_login(ana)
    new = "another staple entirely"
    change = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", change).status_code == 302
    assert Client().login(username="Ana", password=new)


def test_address_no_mail_program_can_write_is_no_error(client: Client, db: None) -> None:
    # As long as a name may be, and longer once it is written in ASCII.
    page = client.post(
        "/accounts/signup/", NEW | {"email": f"bea@{'ä' * 60}.example.org"}, follow=True
    )
    assert page.status_code == 200


def test_failed_mail_is_logged_without_addresses(
    client: Client, db: None, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with mail_server(Temper.REFUSES) as server:
        server.configure(settings)
        client.post("/accounts/signup/", NEW)
    assert "A mail could not be sent: SMTPRecipientsRefused" in caplog.text
    assert "bea@example.org" not in caplog.text


@pytest.mark.parametrize("way", ["sign up", "keep", "change", "forget"])
def test_address_too_long_for_any_mail_is_refused_in_words(
    client: Client, ana: User, guest: User, settings: Any, way: str
) -> None:
    long = f"{'a' * 64}@{'b' * 63}.{'c' * 63}.{'d' * 60}.org"
    path, data = {
        "sign up": ("/accounts/signup/", NEW | {"email": long}),
        "keep": ("/accounts/keep/", {"email": long, "password": PASSWORD}),
        "change": ("/accounts/email/", {"action_add": "", "email": long}),
        "forget": ("/accounts/password/reset/", {"email": long}),
    }[way]
    if way in {"keep", "change"}:
        client.force_login(guest if way == "keep" else ana)
    with mail_server(Temper.TAKES) as server:
        server.configure(settings)
        page = client.post(path, data, follow=True)
    assert page.status_code == 200
    assert "at most 254 characters" in page.content.decode()
    assert set(User.objects.all()) == {ana, guest}
    assert not server.mails


def test_slow_server_is_given_up_before_the_request_is() -> None:
    assert 2 * site_settings.EMAIL_PATIENCE < HTTP_TIMEOUT_SECONDS


def test_server_that_dawdles_is_waited_for_no_longer_than_one_that_hangs(
    client: Client, db: None, settings: Any
) -> None:
    with mail_server(Temper.DAWDLES) as server:
        server.configure(settings)
        page = client.post("/accounts/signup/", NEW, follow=True).content.decode()
    assert UNSENT in page
