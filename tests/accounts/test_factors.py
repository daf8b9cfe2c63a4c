"""Second factors: set up, asked for at a login, used once, told about by mail, and encrypted."""

import base64
import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.factors import FactorAdapter
from accounts.models import User
from accounts.services import close_account
from tests.accounts.codes import code_of
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

APP = "/accounts/2fa/totp/activate/"
AUTHENTICATE = "/accounts/2fa/authenticate/"
NEW_CODES = "/accounts/2fa/recovery-codes/generate/"


@pytest.fixture(autouse=True)
def _no_code_is_used_yet() -> None:
    cache.clear()


@pytest.fixture
def secret(ana: User) -> str:
    """The secret of Ana's authenticator app."""
    made: str = generate_totp_secret()
    TOTP.activate(ana, made)
    return made


def certain(user: User) -> Client:
    """A browser whose person has just typed the password once more."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def with_password(client: Client | None = None) -> Client:
    client = client or Client()
    answer = client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert answer["Location"] == AUTHENTICATE
    return client


def is_in(client: Client) -> bool:
    return SESSION_KEY in client.session


def subjects() -> list[str]:
    return [letter.subject.removeprefix("[Secret Hitler] ") for letter in mail.outbox]


def test_app_is_set_up_with_its_first_code(ana: User) -> None:
    client = certain(ana)
    page = client.get(APP).content.decode()
    typed = re.search(r"<code[^>]*>([A-Z2-7 ]+)</code>", page)
    assert typed
    assert client.post(APP, {"code": "nonsense"}).status_code == 200
    answer = client.post(APP, {"code": code_of(typed[1])}, follow=True)
    (app,) = Authenticator.objects.filter(user=ana, type=Authenticator.Type.TOTP)
    codes = app.user.authenticator_set.get(type=Authenticator.Type.RECOVERY_CODES).wrap()
    assert all(code in answer.content.decode() for code in codes.get_unused_codes())
    assert subjects() == ["An authenticator app was set up"]


def test_qr_code_says_what_the_key_says_and_has_no_style(ana: User) -> None:
    client = certain(ana)
    page = client.get(APP)
    drawn = base64.b64decode(page.context["totp_svg_data_uri"].partition(",")[2]).decode()
    assert "style" not in drawn
    assert "<script" not in drawn
    secret = page.context["form"].secret
    assert page.context["totp_url"] == (
        f"otpauth://totp/Ana?secret={secret}&issuer=Secret%20Hitler"
    )


def test_login_needs_the_code_and_takes_it_once(ana: User, secret: str) -> None:
    client = with_password()
    assert not is_in(client)
    code = code_of(secret)
    assert client.post(AUTHENTICATE, {"code": "000"}).status_code == 200
    assert not is_in(client)
    assert client.post(AUTHENTICATE, {"code": code}).status_code == 302
    assert is_in(client)

    other = with_password()
    cache.delete(f"allauth.mfa.totp.used?user={ana.pk}&code={code}")  # allauth's memory is shorter
    assert "used already" in other.post(AUTHENTICATE, {"code": code}).content.decode()
    assert not is_in(other)
    assert other.post(AUTHENTICATE, {"code": code_of(secret, 1)}).status_code == 302


def test_recovery_code_logs_in_once(ana: User, secret: str) -> None:
    code = RecoveryCodes.activate(ana).get_unused_codes()[0]
    client = with_password()
    assert client.post(AUTHENTICATE, {"code": code}).status_code == 302
    assert is_in(client)
    cache.clear()
    other = with_password()
    assert other.post(AUTHENTICATE, {"code": code}).status_code == 200
    assert not is_in(other)


def test_forgotten_password_does_not_go_round_the_factor(ana: User, secret: str) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": ana.email})
    link = re.search(
        r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body)
    )
    assert link
    form = client.get(link[1])["Location"]
    fresh = {"password1": "another long one", "password2": "another long one"}
    assert client.post(form, fresh, follow=True).redirect_chain[-1][0] == AUTHENTICATE
    assert not is_in(client)


@pytest.mark.usefixtures("limits")
def test_wrong_codes_are_limited_though_the_person_logs_in_again(ana: User, secret: str) -> None:
    said = []
    for _ in range(7):
        client = with_password()
        said.append(client.post(AUTHENTICATE, {"code": "123"}).content.decode())
    assert ["Too many" in page for page in said] == [False] * 5 + [True] * 2
    # The right code is refused as well, or a guesser would learn it.
    assert with_password().post(AUTHENTICATE, {"code": code_of(secret)}).status_code == 200


@pytest.mark.usefixtures("limits")
def test_right_codes_are_not_counted(ana: User) -> None:
    codes = RecoveryCodes.activate(ana).get_unused_codes()
    TOTP.activate(ana, generate_totp_secret())
    for number, code in enumerate(codes[:8]):
        client = Client(REMOTE_ADDR=f"10.1.0.{number}")
        client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
        assert client.post(AUTHENTICATE, {"code": code}).status_code == 302


def test_removed_app_is_told_by_mail_and_takes_its_recovery_codes_along(
    ana: User, secret: str
) -> None:
    RecoveryCodes.activate(ana)
    certain(ana).post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert subjects() == ["The authenticator app was removed"]
    assert (
        Client().post("/accounts/login/", {"login": "Ana", "password": PASSWORD})["Location"]
        == "/"
    )


def test_new_recovery_codes_end_the_former_ones(ana: User, secret: str) -> None:
    former = RecoveryCodes.activate(ana).get_unused_codes()
    client = certain(ana)
    page = client.post(NEW_CODES, follow=True).content.decode()
    assert not any(code in page for code in former)
    assert subjects() == ["New recovery codes were made"]
    file = client.get("/accounts/2fa/recovery-codes/download/")
    assert file["Content-Disposition"] == 'attachment; filename="recovery-codes.txt"'
    assert len(re.findall(r"^\d{8}$", file.content.decode(), re.MULTILINE)) == 10


def test_mail_is_in_the_readers_language_and_names_the_device(ana: User, secret: str) -> None:
    ana.preferences.language = "pl"
    ana.preferences.save()
    client = certain(ana)
    agent = "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0"
    client.post("/accounts/2fa/totp/deactivate/", headers={"User-Agent": agent})
    (letter,) = mail.outbox
    assert "Usunięto" in letter.subject
    assert "Firefox, Windows" in str(letter.body)
    assert agent not in str(letter.body)


@pytest.mark.usefixtures("limits")
def test_mails_about_factors_are_limited(ana: User) -> None:
    client = certain(ana)
    for _ in range(12):
        TOTP.activate(ana, generate_totp_secret())
        client.post("/accounts/2fa/totp/deactivate/")
    assert len(mail.outbox) == 10


def test_secrets_are_encrypted_in_the_database(ana: User, secret: str) -> None:
    codes = RecoveryCodes.activate(ana).get_unused_codes()
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator ORDER BY id")
        rows = [json.dumps(row) for row in cursor.fetchall()]
    assert len(rows) == 2
    assert not any(text in row for row in rows for text in (secret, *codes))


def test_secrets_outlive_a_new_key_of_the_site(ana: User, secret: str, settings: Any) -> None:
    former, settings.SECRET_KEY = (
        settings.SECRET_KEY,
        "another key, as long as it needs to be for this",
    )
    settings.SECRET_KEY_FALLBACKS = [former]
    assert with_password().post(AUTHENTICATE, {"code": code_of(secret)}).status_code == 302


def test_lost_key_lets_nobody_in(ana: User, secret: str, settings: Any) -> None:
    settings.SECRET_KEY = "another key, as long as it needs to be for this"
    client = with_password()
    assert client.post(AUTHENTICATE, {"code": code_of(secret)}).status_code == 200
    assert not is_in(client)
    adapter = FactorAdapter()
    assert adapter.decrypt("nonsense") != adapter.decrypt("nonsense")


def test_guest_is_led_to_keep_the_account(client: Client, guest: User) -> None:
    client.force_login(guest)
    for path in ("", "totp/activate/", "webauthn/add/", "webauthn/", "recovery-codes/"):
        for method in (client.get, client.post):
            assert method(f"/accounts/2fa/{path}")["Location"] == "/accounts/keep/"
    assert client.get("/accounts/sessions/")["Location"] == "/accounts/keep/"


def test_account_without_a_confirmed_address_may_have_a_factor(client: Client, db: None) -> None:
    user = User.objects.create_superuser("Olga", "olga@example.org", PASSWORD)
    assert certain(user).get(APP).status_code == 200


def test_closed_account_keeps_no_factor(ana: User, secret: str) -> None:
    close_account(user=ana)
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "credential", ["", "no", "[]", "{}", '{"id": "x"}', '{"response": {}}', "1"]
)
def test_nonsense_instead_of_a_passkey_is_refused(ana: User, credential: str) -> None:
    client = certain(ana)
    client.get("/accounts/2fa/webauthn/add/")
    answer = client.post("/accounts/2fa/webauthn/add/", {"name": "x", "credential": credential})
    assert answer.status_code == 200
    assert not Authenticator.objects.exists()
    visitor = Client()
    visitor.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    answer = visitor.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert answer["Location"] == "/accounts/login/"
    assert not is_in(visitor)
