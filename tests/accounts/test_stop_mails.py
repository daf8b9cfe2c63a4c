"""Mails of slow games: who is asked about them, and the link that ends them."""

from django.core.signing import Signer
from django.test import Client

from accounts.models import User
from accounts.notice_choices import Channels, choices_of, save_choices
from accounts.notice_models import NoticeKind
from accounts.services import close_account
from accounts.unsubscribe import stop_path


def stop_link(user: User) -> str:
    return stop_path(user.pk, NoticeKind.TURN)


def wants_mails(user: User, kind: NoticeKind = NoticeKind.TURN) -> bool:
    return choices_of(user)[kind].mail


def test_link_asks_first_and_works_without_logging_in(ana: User) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(stop_link(ana))
    assert page.status_code == 200
    assert "Stop these mails" in page.content.decode()
    assert wants_mails(ana)  # a mail scanner's visit ends nothing

    # As a mail program does it, without a cookie (RFC 8058).
    done = client.post(stop_link(ana), {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert not wants_mails(ana)
    assert "no more mails" in client.get(stop_link(ana)).content.decode()


def test_link_ends_nothing_of_anybody_else(client: Client, ana: User, guest: User) -> None:
    client.force_login(guest)
    client.post(stop_link(ana))
    assert not wants_mails(ana)
    assert wants_mails(guest)


def test_link_that_is_not_ours_is_no_page(client: Client, ana: User) -> None:
    head, token, _end = stop_link(ana).rsplit("/", 2)
    for broken in (f"1{token}", token.swapcase(), token[:-1], str(ana.pk), "nonsense"):
        assert client.post(f"{head}/{broken}/").status_code == 404
    assert wants_mails(ana)


def test_link_of_a_closed_account_is_no_page(client: Client, ana: User) -> None:
    path = stop_link(ana)
    close_account(user=ana)
    assert client.get(path).status_code == 404


def test_link_ends_mails_of_its_own_kind_only(client: Client, ana: User) -> None:
    save_choices(user=ana, choices={NoticeKind.CLUB: Channels(mail=True)})
    page = client.get(stop_path(ana.pk, NoticeKind.CLUB)).content.decode()
    assert "News of a club" in page
    client.post(stop_path(ana.pk, NoticeKind.CLUB))
    assert not wants_mails(ana, NoticeKind.CLUB)
    assert wants_mails(ana)


def test_link_of_a_mail_from_before_there_were_kinds_still_works(
    client: Client, ana: User
) -> None:
    token = Signer(salt="accounts.unsubscribe", sep=".").sign(str(ana.pk))
    assert client.post(f"/accounts/mails/stop/{token}/").status_code == 200
    assert not wants_mails(ana)
