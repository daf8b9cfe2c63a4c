"""A guest becomes a registered person and stays who they are."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import create_guest, register_guest

KEEP = "/accounts/keep/"
CHOSEN = {
    "email": "Passer@Example.org",
    "password": "correct horse battery",
    "next": "/accounts/",
}


def keep(client: Client, **changes: str) -> str:
    return client.post(KEEP, CHOSEN | changes, follow=True).content.decode()


def test_kept_account_is_the_same_person(client: Client, guest: User) -> None:
    client.force_login(guest)
    keep(client)

    kept = User.objects.get()
    assert kept.pk == guest.pk
    assert (kept.username, kept.guest_name) == (guest.guest_name, "")
    assert not kept.is_guest
    assert kept.email == "passer@example.org"
    assert client.get("/accounts/").wsgi_request.user == kept  # still logged in

    elsewhere = Client()
    data = {"login": guest.guest_name, "password": CHOSEN["password"]}
    assert elsewhere.post("/accounts/login/", data).status_code == 302


def test_registering_sends_a_mail_whose_link_confirms_the_address(
    client: Client, guest: User
) -> None:
    client.force_login(guest)
    keep(client)

    (letter,) = mail.outbox
    assert letter.to == ["passer@example.org"]
    (link,) = [word for word in letter.body.split() if "/confirm-email/" in word]
    client.post(link)
    address = EmailAddress.objects.get(user=guest)
    assert address.verified
    assert address.primary


def test_weak_passwords_are_refused(client: Client, guest: User) -> None:
    client.force_login(guest)
    for weak in ("short", "12345678901", "password", "passer-by"):
        page = keep(client, password=weak)
        assert 'aria-invalid="true"' in page, weak
    assert User.objects.get().is_guest


def test_registered_people_have_nothing_to_keep(client: Client, ana: User) -> None:
    client.force_login(ana)
    response = client.post(KEEP, CHOSEN)
    assert response["Location"] == "/accounts/"
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"


def test_address_of_another_person_looks_no_different_but_stays_theirs(
    client: Client, guest: User, ana: User
) -> None:
    client.force_login(guest)
    page = keep(client, email="ana@example.org")

    assert "Your account is kept" in page
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert "You have an account already" in letter.subject
    assert "confirm-email" not in letter.body
    assert guest.guest_name not in letter.body
    assert EmailAddress.objects.get(user=ana).verified


def test_second_of_two_clicks_changes_nothing(client: Client, guest: User) -> None:
    client.force_login(guest)
    keep(client)
    with pytest.raises(ValidationError):  # `guest` still is what the other request had read
        register_guest(user=guest, email="other@example.org", password="another staple")
    assert User.objects.get().email == "passer@example.org"
    assert EmailAddress.objects.count() == 1


def test_a_name_that_a_member_has_by_now_is_chosen_anew(client: Client, guest: User) -> None:
    User.objects.create_user(username="Passer by", password="correct horse battery")
    client.force_login(guest)
    page = keep(client)
    assert "is taken" in page
    assert User.objects.get(pk=guest.pk).is_guest
    keep(client, name="Wanderer")
    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.guest_name, kept.is_guest) == ("Wanderer", "", False)
    assert kept.display_name == "Wanderer"


def test_registered_name_belongs_to_its_owner_alone(client: Client, guest: User) -> None:
    twin = create_guest(name="Passer-by")
    client.force_login(guest)
    keep(client)
    with pytest.raises(ValidationError) as refusal:
        register_guest(user=twin, email="twin@example.org", password="another staple")
    assert refusal.value.code == "name_taken"
    with pytest.raises(ValidationError):
        create_guest(name="passer by")
