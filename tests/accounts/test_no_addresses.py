"""No page of staff shows an address: what is told is its pseudonym."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.arrivals import address_of
from accounts.models import User
from games.models import Game, Lobby
from games.moderation import cases
from tests.factories import a_game, a_person, with_factor
from tests.games.moderation.people import a_report

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ADDRESS = "9.9.9.9"


def pages_of(client: Client) -> dict[str, str]:
    """Return every page of the admin: the front, each list, and each row's page and history."""
    pages = {"front": client.get("/admin/").content.decode()}
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        lists = reverse(f"{name}_changelist")
        pages[lists] = client.get(lists).content.decode()
        for row in model._default_manager.all():
            for page in ("change", "history"):
                path = reverse(f"{name}_{page}", args=[row.pk])
                pages[path] = client.get(path).content.decode()
    return pages


def test_staff_read_pseudonyms_only() -> None:
    visitor = Client(REMOTE_ADDR=ADDRESS, headers={"user-agent": "Browser"})
    visitor.post("/accounts/guest/", {"name": "Tom"})
    guest = User.objects.get(guest_name="Tom")
    code = address_of(guest)
    visitor.post("/lobbies/open/")
    assert Lobby.objects.filter(host=guest).exists()
    game, users = a_game()
    Game.objects.filter(pk=game.pk).update(status="finished")
    game.seats.filter(number=1).update(user=guest)
    case = a_report(game, users[0]).case
    assert case.address == code

    superuser = with_factor(a_person("Olga", is_guest=False, is_staff=True, is_superuser=True))
    member = a_person("Ana", is_guest=False)
    for person in (superuser, member):
        at_home = Client(REMOTE_ADDR=ADDRESS)
        at_home.force_login(person)
        at_home.get("/accounts/")
    client = Client()
    client.force_login(superuser)
    person_page = reverse("admin:accounts_user_change", args=[guest.pk])
    client.post(person_page, {"guest_name": "Thomas"})
    cases.claim(case=case, moderator=superuser)
    pages = pages_of(client)
    for path in (
        "/moderation/",
        f"/moderation/cases/{case.pk}/",
        f"/moderation/cases/{case.pk}/for-all/mute/",
    ):
        pages[path] = client.get(path).content.decode()
    assert len(pages) > 20
    assert [path for path, page in pages.items() if ADDRESS in page] == []
    told = {path for path, page in pages.items() if re.search(rf"\b{code}\b", page)}
    assert told == {
        person_page,
        f"/moderation/cases/{case.pk}/",
        f"/moderation/cases/{case.pk}/for-all/mute/",
    }
