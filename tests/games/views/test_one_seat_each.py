"""In a ranked game one person has one seat: where people play from is compared at the start."""

import pytest
from django.core import signing
from django.test import Client

from accounts.models import User
from games.models import Game, Lobby, LobbySeat
from tests.games.lobbies import a_table, join, ready, registered

pytestmark = pytest.mark.django_db

HOMES = ("81.2.69.142", "81.2.69.160", "89.160.20.112", "89.160.20.128", "175.16.199.7")


def visit(
    person: User, lobby: Lobby, *, home: str, browser: str = "Firefox", device: str = ""
) -> Client:
    client = Client(REMOTE_ADDR=home, headers={"user-agent": browser})
    client.force_login(person)
    if device:
        named = {"device": device, "people": [person.pk]}
        client.cookies["known_device"] = signing.dumps(named, salt="accounts.known_devices")
    assert client.get(f"/lobbies/{lobby.code}/").status_code == 200
    return client


def a_full_ranked_table() -> tuple[Lobby, list[User]]:
    host = registered()
    lobby = a_table(host, is_ranked=True)
    people = [host, *(join(lobby, registered()) for _ in range(4))]
    ready(lobby, people)
    return lobby, people


def start(client: Client, lobby: Lobby) -> str:
    """Start as the host; return why not, or an empty text."""
    answer = client.post(f"/lobbies/{lobby.code}/start/")
    if answer.status_code == 302:
        return ""
    assert answer.status_code == 409
    return answer.content.decode()


@pytest.mark.parametrize(
    ("home", "browser", "device", "is_refused"),
    [
        (HOMES[1], "Firefox", "", False),
        (HOMES[0], "Chrome", "", False),
        (HOMES[0], "Firefox", "", True),
        (HOMES[1], "Chrome", "laptop", True),
        (HOMES[1], "Chrome", "phone", False),
    ],
)
def test_two_seats_in_one_place_start_no_ranked_game(
    home: str, browser: str, device: str, is_refused: bool
) -> None:
    lobby, (host, second, *others) = a_full_ranked_table()
    visit(second, lobby, home=home, browser=browser, device=device)
    for person, place in zip(others, HOMES[2:], strict=True):
        visit(person, lobby, home=place)
    client = visit(host, lobby, home=HOMES[0], device="laptop")
    refused = start(client, lobby)
    assert ("Two seats of this table are played on one device" in refused) is is_refused
    assert Game.objects.exists() is not is_refused


def test_casual_games_ask_nobody_where_they_play() -> None:
    lobby, people = a_full_ranked_table()
    Lobby.objects.update(is_ranked=False)
    clients = [visit(person, lobby, home=HOMES[0], device="laptop") for person in people]
    assert start(clients[0], lobby) == ""


def test_network_that_is_not_public_tells_nothing() -> None:
    lobby, people = a_full_ranked_table()
    clients = [visit(person, lobby, home="192.168.7.7") for person in people]
    assert start(clients[0], lobby) == ""


def test_keys_tell_nothing_beyond_the_table_and_are_forgotten_at_the_start() -> None:
    lobby, (host, *_others) = a_full_ranked_table()
    client = visit(host, lobby, home=HOMES[0], device="laptop")
    first = LobbySeat.objects.get(lobby=lobby, user=host)
    assert "laptop" not in first.device_key
    assert HOMES[0] not in first.connection_key
    assert start(client, lobby) == ""
    again = LobbySeat.objects.get(pk=first.pk)
    assert (again.device_key, again.connection_key) == ("", "")
    other = a_table(registered(), is_ranked=True)
    Game.objects.update(status=Game.Status.FINISHED)
    join(other, host)
    visit(host, other, home=HOMES[0], device="laptop")
    second = LobbySeat.objects.get(lobby=other, user=host)
    assert second.device_key
    assert {second.device_key, second.connection_key}.isdisjoint(
        {first.device_key, first.connection_key}
    )
