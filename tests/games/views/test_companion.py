"""The companion's page: names in a cookie, a game in the address, nothing in the database."""

import re
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NAMES = ("Ana", "Bo", "Chris", "Dmitri", "Ewa")


def people(names: tuple[str, ...] = NAMES, edition: str = "retail") -> dict[str, str]:
    return {f"name_{place}": name for place, name in enumerate(names, 1)} | {"edition": edition}


def a_table(**form: str) -> Client:
    client = Client()
    response = client.post("/companion/", people() | form)
    assert response.status_code == 302
    return client


def page(
    client: Client, so_far: str, players: int = 5, headers: dict[str, str] | None = None
) -> str:
    address = f"/companion/?players={players}&edition=retail&so_far={so_far}"
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def answers(html: str) -> dict[str, str]:
    group = re.search(r'<div class="companion-steps.*?</div>', html, re.DOTALL)
    assert group is not None
    links = re.findall(r'href="(\?[^"]*)".*?<bdi>(.*?)</bdi>', group[0], re.DOTALL)
    return {label: unescape(address) for address, label in links}


def test_names_lead_to_the_table() -> None:
    client = Client()
    response = client.post("/companion/", people(("Ana", "Bo", "", "Chris", " Dmitri ", "Ewa")))

    assert response["Location"] == "/companion/?players=5&edition=retail&so_far="
    html = client.get(response["Location"]).content.decode()
    assert list(answers(html)) == list(NAMES)


def test_a_whole_game_is_played_by_following_links() -> None:
    client, html = a_table(), ""
    address = "?players=5&edition=retail&so_far="
    told = [
        "Ana", "Bo", "Elected", "Liberal policy", "Chris", "Elected", "Liberal policy", "Dmitri",
        "Elected", "Liberal policy", "Ewa", "Rejected", "Ana", "Elected", "Liberal policy", "Bo",
        "Elected", "Liberal policy",
    ]  # fmt: skip
    for answer in told:
        html = client.get(f"/companion/{address}").content.decode()
        address = answers(html)[answer]
    html = client.get(f"/companion/{address}").content.decode()

    assert "The liberals win: five Liberal policies are enacted." in html
    assert "New game with the same people" in html


def test_nothing_is_kept_by_the_site() -> None:
    client = a_table()
    page(client, "b0n1j")

    assert Session.objects.count() == 0
    assert "sessionid" not in client.cookies
    assert "Ana" not in client.cookies["companion"].value


def test_closed_phone_finds_its_game_again() -> None:
    client = a_table()
    page(client, "b0n1j")
    html = client.get("/companion/").content.decode()

    assert "?players=5&amp;edition=retail&amp;so_far=b0n1j" in html
    assert 'value="Chris"' in html


def test_finished_game_is_not_offered_again_but_its_people_are() -> None:
    client = a_table()
    page(client, "b0n1jFn2jFn3jFpn4jh")
    html = client.get("/companion/").content.decode()

    assert "Go on with your game" not in html
    assert 'value="Chris"' in html


def test_address_on_another_phone_numbers_the_seats() -> None:
    html = page(Client(), "b0n1", players=7)

    assert "President Seat 1, Chancellor Seat 2" in html


@pytest.mark.parametrize(
    "query",
    ["players=4&edition=retail&so_far=", "players=5&edition=none&so_far=b0",
     "players=5&edition=retail&so_far=b0n0", "players=5&edition=retail&so_far=%00",
     "players=5&edition=retail&so_far=" + "b0" * 300, "so_far=b0"],
)  # fmt: skip
def test_impossible_address_leads_to_the_start(query: str) -> None:
    client = a_table()
    response = client.get(f"/companion/?{query}", follow=True)

    assert response.redirect_chain == [("/companion/", 302)]
    assert "This address is no game." in response.content.decode()


def test_forged_cookie_is_no_cookie() -> None:
    client = Client()
    client.cookies["companion"] = "eyJuYW1lcyI6WyJ4Il19:forged"

    assert client.get("/companion/").status_code == 200


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (NAMES[:4], "Give at least five names."),
        ((*NAMES, "ana"), "Two people have the same name"),
        ((*NAMES, "x" * 21), "at most 20 characters"),
    ],
)
def test_people_who_make_no_table_are_told_why(names: tuple[str, ...], complaint: str) -> None:
    response = Client().post("/companion/", people(names))

    assert response.status_code == 200
    assert complaint in response.content.decode()


def test_names_cannot_bring_markup() -> None:
    client = a_table(name_1="<b>Ana</b>")

    assert "<b>Ana" not in page(client, "b0n1")
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page(client, "b0n1")


def test_step_of_htmx_brings_the_table_alone_and_the_way_back_a_whole_page() -> None:
    client = a_table()
    boosted = {"HX-Request": "true", "HX-Boosted": "true"}
    step = page(client, "b0", headers=boosted)
    back = page(client, "b0", headers=boosted | {"HX-History-Restore-Request": "true"})

    assert step.lstrip().startswith('<div id="companion"')
    assert "<html" in back


def test_print_edition_is_kept_through_the_game() -> None:
    client = Client()
    response = client.post("/companion/", people(edition="print"))

    html = client.get(response["Location"]).content.decode()
    assert "edition=print" in answers(html)["Ana"]
