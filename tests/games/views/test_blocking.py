"""The pages to block a person, and what the lobby's page says of it."""

import re

import pytest
from django.test import Client

from accounts.models import Block, User
from games.services.blocking import block_person
from tests.factories import a_person
from tests.games.lobbies import a_table, join, people_of

pytestmark = pytest.mark.django_db(transaction=True)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_person_is_blocked_and_unblocked_from_their_page() -> None:
    reader, other = a_person("Ana", is_guest=False), a_person("Bruno", is_guest=False)
    client = signed_in(reader)
    assert "/players/Bruno/block/" in client.get("/players/Bruno/").content.decode()
    assert "/block/" not in client.get("/players/Ana/").content.decode()
    client.post("/players/Bruno/block/")
    assert Block.objects.get().blocked == other
    assert "Bruno" in client.get("/blocked/").content.decode()
    client.post("/players/Bruno/block/", {"unblock": ""})
    assert not Block.objects.exists()


def test_visitors_log_in_first_and_unknown_people_are_not_found() -> None:
    a_person("Bruno", is_guest=False)
    assert Client().post("/players/Bruno/block/").status_code == 302
    assert not Block.objects.exists()
    client = signed_in(a_person("Ana", is_guest=False))
    assert client.post("/players/Nobody/block/").status_code == 404
    assert client.post("/players/Ana/block/").status_code == 404
    assert client.get("/players/Ana/block/").status_code == 200


def test_lobby_warns_by_name_and_the_second_press_sits_down() -> None:
    reader, other = a_person("Ana", is_guest=False), a_person("Bruno", is_guest=False)
    lobby = a_table()
    join(lobby, other)
    client = signed_in(reader)
    page = f"/lobbies/{lobby.code}/"
    assert "You have blocked" not in client.get(page).content.decode()
    block_person(user=reader, other=other)
    refused = client.post(f"{page}join/")
    assert refused.status_code == 409
    assert "You have blocked: <strong>Bruno</strong>" in refused.content.decode()
    assert 'name="beside"' in refused.content.decode()
    client.post(f"{page}join/", {"beside": ""})
    assert reader in people_of(lobby)
    assert "Blocked" in client.get(page).content.decode()


def test_who_is_blocked_sees_no_difference_before_sitting_down() -> None:
    host, other, third = (a_person(name, is_guest=False) for name in ("Ana", "Bruno", "Chiara"))
    lobby = a_table(host)
    block_person(user=host, other=other)
    page = f"/lobbies/{lobby.code}/"
    # The token of a form and the time are new ones each time.
    seen, usual = (
        re.sub(r"\b\w{64}\b|\d{13}", "", answer.content.decode())
        for answer in (signed_in(other).get(page), signed_in(third).get(page))
    )
    assert "Sit down" in seen
    assert seen == usual
    refused = signed_in(other).post(f"{page}join/")
    assert refused.status_code == 403
    assert "You cannot sit down at this table." in refused.content.decode()
