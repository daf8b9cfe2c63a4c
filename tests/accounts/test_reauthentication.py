"""Before something important changes the site asks who is there, however the request is made."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User
from tests.accounts.codes import code_of
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

NEW = {"password1": "another long one", "password2": "another long one"}
CHANGES = [
    ("/accounts/email/", {"action_add": "", "email": "other@example.org"}),
    ("/accounts/2fa/totp/activate/", {"code": "123456"}),
    ("/accounts/2fa/totp/deactivate/", {}),
    ("/accounts/2fa/webauthn/add/", {"name": "Mine", "credential": "{}"}),
    ("/accounts/2fa/webauthn/keys/{passkey}/edit/", {"name": "Other"}),
    ("/accounts/2fa/webauthn/keys/{passkey}/remove/", {}),
    ("/accounts/2fa/recovery-codes/generate/", {}),
    ("/accounts/close/", {"certain": "on"}),
]


def everything_about(user: User) -> list[object]:
    """Return what a change would change."""
    user.refresh_from_db()
    factors = Authenticator.objects.order_by("pk").values_list("pk", "data")
    return [
        user.password,
        user.closed_at,
        user.closes_at,
        *EmailAddress.objects.values_list(),
        *factors,
    ]


@pytest.fixture
def passkey(ana: User) -> Authenticator:
    return Authenticator.objects.create(
        user=ana, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone", "credential": {}}
    )


@pytest.mark.parametrize("is_shown_first", [False, True])
@pytest.mark.parametrize(("path", "sent"), CHANGES)
def test_change_asks_who_is_there(
    ana: User, passkey: Authenticator, path: str, sent: dict[str, str], is_shown_first: bool
) -> None:
    if "deactivate" in path:
        TOTP.activate(ana, generate_totp_secret())
    RecoveryCodes.activate(ana)
    before = everything_about(ana)
    client = Client()
    client.force_login(ana)
    path = path.format(passkey=passkey.pk)
    if is_shown_first and path != "/accounts/email/":
        assert client.get(path)["Location"].startswith("/accounts/reauthenticate/")
    asked = client.post(path, sent)["Location"]
    assert asked.startswith("/accounts/reauthenticate/")
    assert everything_about(ana) == before
    client.post(asked, {"password": "wrong"})
    assert everything_about(ana) == before


def test_recovery_codes_are_not_shown_to_whoever_finds_the_page_open(ana: User) -> None:
    codes = RecoveryCodes.activate(ana).get_unused_codes()
    client = Client()
    client.force_login(ana)
    for path in ("", "download/"):
        page = client.get(f"/accounts/2fa/recovery-codes/{path}", follow=True).content.decode()
        assert not any(code in page for code in codes)


def test_password_changes_with_the_former_one_only(client: Client, ana: User) -> None:
    client.force_login(ana)
    before = ana.password
    for guess in ({}, {"oldpassword": "wrong"}):
        assert client.post("/accounts/password/change/", NEW | guess).status_code == 200
    ana.refresh_from_db()
    assert ana.password == before
    assert (
        client.post("/accounts/password/change/", NEW | {"oldpassword": PASSWORD}).status_code
        == 302
    )


def test_code_does_instead_of_the_password(client: Client, ana: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(ana, secret)
    client.force_login(ana)
    asked = client.post("/accounts/close/", {"certain": "on"})["Location"]
    asked = asked.replace("/accounts/reauthenticate/", "/accounts/2fa/reauthenticate/")
    assert client.post(asked, {"code": "000"}).status_code == 200
    ana.refresh_from_db()
    assert ana.closes_at is None
    client.post(asked, {"code": code_of(secret)})
    ana.refresh_from_db()
    assert ana.closes_at is not None


def test_page_offers_the_other_ways(client: Client, ana: User, passkey: Authenticator) -> None:
    RecoveryCodes.activate(ana)
    client.force_login(ana)
    page = client.get("/accounts/reauthenticate/?next=/accounts/close/").content.decode()
    assert "/accounts/2fa/reauthenticate/?next=%2Faccounts%2Fclose%2F" in page
    assert "/accounts/2fa/webauthn/reauthenticate/?next=%2Faccounts%2Fclose%2F" in page
