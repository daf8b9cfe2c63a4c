"""The companion of a table that plays another board (B-1, B-2)."""

import pytest
from django.test import Client

from tests.games.views.test_companion import NAMES, answers, people

pytestmark = pytest.mark.django_db

FAR_ZONE = "5-1-nnpee-k1-z4-v5-6x12-0x1-c0"
SIX = (*NAMES, "Femi")


def sat_down(names: tuple[str, ...], board: str) -> tuple[Client, str]:
    client = Client()
    response = client.post("/companion/", people(names) | {"board": board})
    if response.status_code == 200:
        return client, response.content.decode()
    return client, client.get(response["Location"]).content.decode()


def test_board_is_kept_through_the_game() -> None:
    client, html = sat_down(NAMES, f"https://play.example.org/boards/{FAR_ZONE}/?name=Ours")
    assert "The Hitler zone begins with Fascist policy 4 instead of 3." in html
    (step,) = {answers(html)["Ana"]}
    assert f"board={FAR_ZONE}" in step
    after = client.get(f"/companion/{step}").content.decode()
    # It begins with a Fascist policy, so the next one is the second.
    assert "1 / 6" in after.replace("\n", " ") or "1 of 6" in after
    # Who comes back finds the board in its field.
    assert f'value="{FAR_ZONE}"' in client.get("/companion/").content.decode()


def test_rebalanced_board_needs_no_code() -> None:
    _client, html = sat_down(SIX, "rebalanced")
    assert "board=rebalanced" in answers(html)["Ana"]
    _client, html = sat_down(NAMES, "rebalanced")
    assert "board=" not in answers(html)["Ana"]


@pytest.mark.parametrize(
    ("names", "board", "reason"),
    [
        (SIX, FAR_ZONE, "made for another number of players"),
        (NAMES, "nonsense", "not the code of a board"),
        (NAMES, "5-4-nnpee-k1-z3-v5-6x11-0x0-c1", "must be smaller than the liberal team"),
    ],
)
def test_board_that_cannot_be_played_is_refused_with_the_reason(
    names: tuple[str, ...], board: str, reason: str
) -> None:
    _client, html = sat_down(names, board)
    assert reason in html
    assert 'name="name_1"' in html


def test_address_with_nonsense_for_a_board_is_no_game() -> None:
    answer = Client().get("/companion/?players=5&edition=retail&board=x&so_far=")
    assert answer.status_code == 302
