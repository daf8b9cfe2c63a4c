"""Mails of slow games: who is asked about them, and the link that ends them."""

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Preferences, User
from accounts.services import close_account
from accounts.unsubscribe import stop_path

PAGE = "/accounts/preferences/"
CHOSEN = {"language": "", "colour_scheme": "auto", "reduced_motion": "auto"}


def wants_mails(user: User) -> bool:
    return Preferences.objects.get(user=user).turn_mails


def test_people_with_a_confirmed_address_choose(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert wants_mails(ana)
    assert 'name="turn_mails"' in client.get(PAGE).content.decode()
    client.post(PAGE, CHOSEN)
    assert not wants_mails(ana)
    client.post(PAGE, CHOSEN | {"turn_mails": "on"})
    assert wants_mails(ana)


def test_others_are_told_what_they_need(client: Client, ana: User, guest: User) -> None:
    EmailAddress.objects.update(verified=False)
    for user, way in ((ana, "/accounts/email/"), (guest, "/accounts/keep/")):
        client.force_login(user)
        page = client.get(PAGE).content.decode()
        assert 'name="turn_mails"' not in page
        assert "With a confirmed e-mail address" in page
        assert f'href="{way}"' in page
        client.post(PAGE, CHOSEN)
        assert wants_mails(user)


def test_visitors_are_not_asked(client: Client, db: None) -> None:
    page = client.get(PAGE).content.decode()
    assert "turn_mails" not in page
    assert "With a confirmed" not in page


def test_link_asks_first_and_works_without_logging_in(ana: User) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(stop_path(ana.pk))
    assert page.status_code == 200
    assert "Stop these mails" in page.content.decode()
    assert wants_mails(ana)  # a mail scanner's visit ends nothing

    # As a mail program does it, without a cookie (RFC 8058).
    done = client.post(stop_path(ana.pk), {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert not wants_mails(ana)
    assert "no more mails" in client.get(stop_path(ana.pk)).content.decode()


def test_link_ends_nothing_of_anybody_else(client: Client, ana: User, guest: User) -> None:
    client.force_login(guest)
    client.post(stop_path(ana.pk))
    assert not wants_mails(ana)
    assert wants_mails(guest)


def test_link_that_is_not_ours_is_no_page(client: Client, ana: User) -> None:
    head, token, _end = stop_path(ana.pk).rsplit("/", 2)
    for broken in (f"1{token}", token.swapcase(), token[:-1], str(ana.pk), "nonsense"):
        assert client.post(f"{head}/{broken}/").status_code == 404
    assert wants_mails(ana)


def test_link_of_a_closed_account_is_no_page(client: Client, ana: User) -> None:
    path = stop_path(ana.pk)
    close_account(user=ana)
    assert client.get(path).status_code == 404
