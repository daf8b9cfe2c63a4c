"""What staff may change about people: nothing that would let them play, or see cards, as another person."""

from random import Random
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.factories import a_game, a_person, play_at_random, with_factor

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
EVERY_RIGHT = {"is_staff": "on", "is_superuser": "on"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(with_factor(user))
    return client


@pytest.fixture
def superuser() -> Client:
    return signed_in(a_person("Olga", is_guest=False, is_staff=True, is_superuser=True))


@pytest.fixture
def helper() -> User:
    """A member of staff with every permission, but no superuser."""
    user = a_person("Hella", is_guest=False, is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    return user


def page_of(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/change/"


def save(client: Client, user: User, changes: dict[str, Any]) -> int:
    """Send a person's form as the page has it, with changes; also fields that the page does not offer."""
    page = client.get(page_of(user))
    preferences = user.preferences
    data = {
        "username": user.username,
        "email": user.email,
        "is_active": "on",
        "preferences-TOTAL_FORMS": "1",
        "preferences-INITIAL_FORMS": "1",
        "preferences-MIN_NUM_FORMS": "0",
        "preferences-MAX_NUM_FORMS": "1",
        "preferences-0-id": str(preferences.pk),
        "preferences-0-user": str(user.pk),
        "preferences-0-colour_scheme": preferences.colour_scheme,
        "preferences-0-reduced_motion": preferences.reduced_motion,
    }
    assert page.status_code == 200
    answer = client.post(page_of(user), data | changes)
    user.refresh_from_db()
    return answer.status_code


def choose_password(client: Client, user: User) -> int:
    data = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    status = client.post(f"/admin/accounts/user/{user.pk}/password/", data).status_code
    user.refresh_from_db()
    return status


def test_staff_rename_a_player_and_nothing_that_opens_the_account(helper: User) -> None:
    player = a_person("Rude name", is_guest=False, email="player@example.org")
    group = Group.objects.create(name="Helpers")
    client = signed_in(helper)
    changes = {"username": "Kind name", "email": "helper@example.org", "groups": [group.pk]}
    assert save(client, player, changes | EVERY_RIGHT) == 302
    assert player.username == "Kind name"
    assert player.email == "player@example.org"
    assert not any((player.is_staff, player.is_superuser, player.groups.exists()))
    assert choose_password(client, player) == 403
    assert not player.check_password(PASSWORD)
    assert b"/password/" not in client.get(page_of(player)).content


def test_staff_do_not_raise_themselves(helper: User) -> None:
    client = signed_in(helper)
    assert save(client, helper, EVERY_RIGHT) == 403
    assert not helper.is_superuser
    group = Group.objects.create(name="Helpers")
    every = [str(pk) for pk in Permission.objects.values_list("pk", flat=True)]
    path = f"/admin/auth/group/{group.pk}/change/"
    assert client.post(path, {"name": "Helpers", "permissions": every}).status_code == 403
    assert client.post("/admin/auth/group/add/", {"name": "More"}).status_code == 403
    assert not group.permissions.exists()


def test_staff_do_not_change_those_above_them(helper: User) -> None:
    above = a_person("Olga", is_guest=False, is_staff=True, is_superuser=True)
    client = signed_in(helper)
    assert save(client, above, {"username": "Renamed", "email": "helper@example.org"}) == 403
    assert (above.username, above.email) == ("Olga", "")
    assert choose_password(client, above) == 403


def test_staff_cannot_enter_an_address_for_another_person(helper: User, superuser: Client) -> None:
    player = a_person("Player", is_guest=False, email="player@example.org")
    address = EmailAddress.objects.create(user=player, email=player.email, primary=True)
    theirs = {"user": str(player.pk), "email": "helper@example.org", "verified": "on"}
    for client in (signed_in(helper), superuser):
        assert client.get("/admin/account/emailaddress/").status_code == 200
        assert client.post("/admin/account/emailaddress/add/", theirs).status_code == 403
        path = f"/admin/account/emailaddress/{address.pk}/change/"
        assert client.post(path, theirs).status_code == 403
        action = {"action": "make_verified", "_selected_action": [address.pk]}
        client.post("/admin/account/emailaddress/", action)
        Client().post("/accounts/password/reset/", {"email": "helper@example.org"})
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(player.email, False)]
    assert not any("/password/reset/key/" in str(letter.body) for letter in mail.outbox)


def test_staff_cannot_change_who_sits_in_a_running_game(superuser: Client) -> None:
    game, (player, *_others) = a_game()
    other = a_person("Elsewhere")
    words = f"{player.display_name} sits in a running game."
    assert words in superuser.get(page_of(player)).content.decode()
    changes = {"username": "Renamed", "email": "staff@example.org"} | EVERY_RIGHT
    former = player.username
    assert save(superuser, player, changes) == 403
    assert choose_password(superuser, player) == 403
    assert (player.username, player.email, player.is_staff) == (former, "", False)
    assert not player.check_password(PASSWORD)

    assert save(superuser, other, {"username": "Somewhere"}) == 302
    play_at_random(game, Random(3))
    assert Game.objects.get().status == Game.Status.FINISHED
    assert words not in superuser.get(page_of(player)).content.decode()
    assert save(superuser, player, {"username": "Renamed"}) == 302
    assert choose_password(superuser, player) == 302
    assert player.username == "Renamed"
    assert player.check_password(PASSWORD)


def test_game_that_begins_while_the_form_is_open_counts(superuser: Client) -> None:
    player = a_person("Soon seated")
    assert superuser.get(page_of(player)).status_code == 200
    game, (first, *_others) = a_game()
    game.seats.filter(user=first).update(user=player)
    assert choose_password(superuser, player) == 403


def test_superusers_still_hand_out_rights(superuser: Client) -> None:
    person = a_person("New helper", is_guest=False)
    assert save(superuser, person, {"is_staff": "on", "email": "new@example.org"}) == 302
    assert person.is_staff
    assert superuser.post("/admin/auth/group/add/", {"name": "Helpers"}).status_code == 302
