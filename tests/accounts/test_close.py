"""Deleting an account: the person is forgotten, the row stays for finished games."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import mail
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import close_account, close_due_accounts, create_guest
from accounts.signals import account_closed

CLOSE = "/accounts/close/"
PASSWORD = "correct horse battery"


def test_closed_account_keeps_nothing_of_the_person(ana: User) -> None:
    ana.preferences.language = "pl"
    ana.preferences.save()
    close_account(user=ana)

    left = User.objects.get(pk=ana.pk)
    assert left.display_name == "deleted player"
    assert str(left) == "deleted player"
    assert "ana" not in f"{left.username}{left.username_key}{left.username_skeleton}".lower()
    assert left.email == ""
    assert not left.has_usable_password()
    assert not left.is_active
    assert left.closed_at is not None
    assert left.preferences.language == ""
    assert not EmailAddress.objects.exists()


def test_the_record_of_staff_forgets_the_name(ana: User) -> None:
    staff = User.objects.create_user(username="Greta", is_staff=True)
    LogEntry.objects.log_actions(staff.pk, [ana], CHANGE, change_message="")
    assert "Ana" in LogEntry.objects.get().object_repr
    close_account(user=ana)
    assert "Ana" not in LogEntry.objects.get().object_repr


def test_deleted_player_is_said_in_the_readers_language(ana: User) -> None:
    close_account(user=ana)
    with translation.override("es"):
        assert ana.display_name == translation.gettext("deleted player")


def test_name_is_free_again_and_two_closed_accounts_do_not_collide(ana: User) -> None:
    close_account(user=ana)
    again = create_guest(name="Ana")
    close_account(user=again)
    assert User.objects.filter(closed_at__isnull=False).count() == 2


def test_all_sessions_end_with_the_account(client: Client, ana: User) -> None:
    other_device = Client()
    for device in (client, other_device):
        device.force_login(ana)
        assert device.get("/accounts/").status_code == 200

    asked = client.post(CLOSE, {"certain": "on"})["Location"]
    response = client.post(asked, {"password": PASSWORD})

    assert response["Location"] == "/accounts/"
    assert other_device.get("/accounts/").status_code == 200
    close_due_accounts(timezone.now() + timedelta(days=8))
    for device in (client, other_device):
        assert device.get("/accounts/").status_code == 302
    login = {"login": "Ana", "password": PASSWORD}
    assert Client().post("/accounts/login/", login).status_code == 200  # refused


def test_nothing_is_closed_without_password_and_tick(client: Client, ana: User) -> None:
    client.force_login(ana)
    asked = client.post(CLOSE, {"certain": "on"})["Location"]
    assert asked == f"/accounts/reauthenticate/?next={CLOSE.replace('/', '%2F')}"
    assert client.post(asked, {"password": "wrong"}).status_code == 200
    assert client.get(CLOSE).status_code == 302
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.post(CLOSE, {}).status_code == 200
    ana.refresh_from_db()
    assert ana.closed_at is None


def asks_to_be_deleted(client: Client, ana: User) -> None:
    client.force_login(ana)
    asked = client.post(CLOSE, {"certain": "on"})["Location"]
    client.post(asked, {"password": PASSWORD})


def test_member_has_a_week_to_change_their_mind(client: Client, ana: User) -> None:
    asks_to_be_deleted(client, ana)
    assert [each.to for each in mail.outbox] == [["ana@example.org"]]
    assert "asked to delete your account" in mail.outbox[0].body
    page = client.get("/accounts/").content.decode()
    assert "Keep my account" in page
    close_due_accounts(timezone.now() + timedelta(days=6))
    client.post("/accounts/stay/")
    assert "Keep my account" not in client.get("/accounts/").content.decode()
    close_due_accounts(timezone.now() + timedelta(days=8))
    ana.refresh_from_db()
    assert (ana.closed_at, ana.closes_at) == (None, None)


def test_account_is_deleted_after_the_week(client: Client, ana: User) -> None:
    asks_to_be_deleted(client, ana)
    close_due_accounts(timezone.now() + timedelta(days=8))
    ana.refresh_from_db()
    assert ana.closed_at is not None
    assert ana.display_name == "deleted player"


def test_guest_closes_with_a_tick(client: Client, guest: User) -> None:
    client.force_login(guest)
    client.post(CLOSE, {"certain": "on"})
    guest.refresh_from_db()
    assert guest.closed_at is not None


def test_other_rooms_are_told(
    ana: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    heard: list[User] = []

    def hear(user: User, **_kwargs: object) -> None:
        heard.append(user)

    account_closed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            close_account(user=ana)
    finally:
        account_closed.disconnect(hear)
    assert heard == [ana]
