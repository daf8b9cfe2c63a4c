"""Walking in with a name, and what a guest may and may not do."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest

GUEST = "/accounts/guest/"


def test_guest_walks_in_with_a_name(client: Client, db: None) -> None:
    response = client.post(GUEST, {"name": "  Passer   by "})

    person = User.objects.get()
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert (person.guest_name, person.display_name) == ("Passer by", "Passer by")
    assert person.is_guest
    assert not person.has_usable_password()
    assert person.preferences.colour_scheme == "auto"
    assert client.session[SESSION_KEY] == str(person.pk)


def test_guest_page_shows_why_a_name_is_refused(client: Client, db: None) -> None:
    page = client.post(GUEST, {"name": "admin"}).content.decode()
    assert "This name is reserved" in page
    assert 'aria-invalid="true"' in page
    assert 'value="admin"' in page
    assert not User.objects.exists()


def test_guest_goes_on_to_the_page_they_came_for(client: Client, db: None) -> None:
    page = client.get(GUEST, {"next": "/table/7?seat=2"}).content.decode()
    assert '<input type="hidden" name="next" value="/table/7?seat=2">' in page
    response = client.post(GUEST, {"name": "Ana", "next": "/table/7?seat=2"})
    assert response["Location"] == "/table/7?seat=2"


@pytest.mark.parametrize(
    "trap",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "\x00//evil.example",
    ],
)
@pytest.mark.parametrize("page", [GUEST, "/accounts/login/"])
def test_other_sites_are_no_place_to_go_on_to(
    client: Client, ana: User, page: str, trap: str
) -> None:
    data = {"name": "Bea", "login": "Ana", "password": "correct horse battery", "next": trap}
    response = client.post(page, data)
    assert response.status_code == 302
    assert response["Location"] == "/"


def test_person_who_is_known_already_just_goes_on(client: Client, guest: User) -> None:
    client.force_login(guest)
    response = client.post(GUEST, {"name": "Another", "next": "/table/7"})
    assert response["Location"] == "/table/7"
    assert User.objects.count() == 1


def test_guest_session_lasts_half_a_year_and_is_renewed_each_day(client: Client, db: None) -> None:
    client.post(GUEST, {"name": "Ana"})
    assert client.cookies["sessionid"]["max-age"] == 180 * 24 * 3600

    client.get("/accounts/")  # the first page of the day writes the session
    assert "sessionid" not in client.get("/accounts/").cookies  # the next ones do not

    session = client.session
    session["seen_at"] = 0
    session.save()
    Session.objects.update(expire_date=timezone.now() + timedelta(days=3))
    renewed = client.get("/accounts/").cookies["sessionid"]
    assert renewed["max-age"] == 180 * 24 * 3600
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=179)


@pytest.mark.parametrize(
    "name",
    ["account_signup", "account_login", "account_email", "account_change_password",
     "account_set_password", "account_reauthenticate"],
)  # fmt: skip
def test_guest_is_led_to_keep_the_account_first(client: Client, guest: User, name: str) -> None:
    client.force_login(guest)
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"] == reverse("accounts:keep")


def test_logging_out_warns_guests(client: Client, guest: User) -> None:
    client.force_login(guest)
    assert "nobody can come back to it" in client.get("/accounts/logout/").content.decode()
    client.post("/accounts/logout/")
    assert SESSION_KEY not in client.session


def test_guests_share_names_and_differ_by_their_handles(client: Client, db: None) -> None:
    one, other = create_guest(name="Tom"), create_guest(name="Tom")
    assert one.display_name == other.display_name == "Tom"
    assert one.username != other.username
    pages = [client.get(f"/players/{each.username}/") for each in (one, other)]
    assert [page.status_code for page in pages] == [200, 200]
    assert client.get("/players/Tom/").status_code == 404


@pytest.mark.parametrize("name", ["Ana", "ANA", "A-na"])
def test_a_members_name_is_theirs_on_the_whole_site(ana: User, name: str) -> None:
    with pytest.raises(ValidationError):
        create_guest(name=name)


def test_guests_of_an_earlier_release_keep_their_names_and_block_no_others(ana: User) -> None:
    """As the migration finds them: the name in the unique column."""
    old = User.objects.create_user(username="Tom", is_guest=True)
    closed = User.objects.create_user(username="closed-1", is_guest=True, closed_at=timezone.now())
    migration = import_module("accounts.migrations.0005_names_of_guests")
    migration.free_names(apps, None)
    for person in (old, closed, ana):
        person.refresh_from_db()
    assert (old.display_name, old.guest_name) == ("Tom", "Tom")
    assert old.username.startswith("guest-")
    assert old.username_key == old.username
    assert (closed.username, ana.username) == ("closed-1", "Ana")
    create_guest(name="Tom")
