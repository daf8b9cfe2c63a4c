"""The row of a person, and people in the admin."""

import pytest
from django.db import IntegrityError
from django.test import Client

from accounts.models import Preferences, User
from tests.factories import with_factor


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(with_factor(User.objects.create_superuser("Root of all", password="x")))
    return client


def test_every_new_person_has_preferences(ana: User) -> None:
    assert Preferences.objects.get().user == ana
    ana.save()
    assert Preferences.objects.count() == 1


def test_database_itself_refuses_look_alikes(ana: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create(username="ANA")


def test_renaming_moves_the_keys(ana: User) -> None:
    ana.username = "Bea"
    ana.save(update_fields=["username"])
    ana.refresh_from_db()
    assert (ana.username_key, ana.username_skeleton) == ("bea", "bea")
    assert not User.objects.named_like("Ana").exists()


def test_people_are_found_by_name_in_any_capitals(db: None) -> None:
    person = User.objects.create_user("Юлия")
    assert User.objects.get_by_natural_key("ЮЛИЯ") == person


def test_guests_are_listed_until_they_leave(ana: User, guest: User) -> None:
    assert list(User.objects.guests()) == [guest]


def test_admin_shows_people(staff: Client, ana: User) -> None:
    assert "ana@example.org" in staff.get("/admin/accounts/user/?q=ana").content.decode()
    assert staff.get(f"/admin/accounts/user/{ana.pk}/change/").status_code == 200
    assert staff.post(f"/admin/accounts/user/{ana.pk}/delete/").status_code == 403


def test_admin_refuses_a_look_alike_with_a_clear_word(staff: Client, ana: User) -> None:
    data = {"username": "Аnа", "usable_password": "false"}
    page = staff.post("/admin/accounts/user/add/", data).content.decode()
    assert "errorlist" in page
    data["username"] = "ANA"
    page = staff.post("/admin/accounts/user/add/", data).content.decode()
    assert "or one that looks like it, is taken" in page


def test_admin_logs_in_through_the_limited_page(client: Client, db: None) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")
