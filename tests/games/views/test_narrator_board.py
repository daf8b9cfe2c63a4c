"""The narrator's opening for a custom board (B-1)."""

import json
import re

from django.test import Client

HITLER_KNOWS_THREE = "9-3-iisee-k1-z3-v5-6x11-0x0-c1"
ONE_FASCIST_UNKNOWN = "5-1-nnpee-k0-z3-v5-6x11-0x0-c1"


def script(client: Client, board: str) -> list[str]:
    page = client.get("/narrator/", {"board": board, "language": "en"}).content.decode()
    return re.findall(r"<li data-pause=\"\w+\">(.+?)</li>", page)


def test_opening_speaks_of_this_board(client: Client) -> None:
    knows = script(client, HITLER_KNOWS_THREE)
    assert "Fascists and Hitler, open your eyes and find each other." in knows
    assert not any("keep your eyes closed" in line for line in knows)
    alone = script(client, ONE_FASCIST_UNKNOWN)
    assert "Fascist, but not Hitler: open your eyes." in alone


def test_page_holds_the_script_of_the_boards_size_alone(client: Client) -> None:
    page = client.get("/narrator/", {"board": HITLER_KNOWS_THREE, "players": "5"}).content.decode()
    held = re.search(r'id="narrator-scripts"[^>]*>(.+?)</script>', page)
    assert held is not None
    assert {key for sizes in json.loads(held[1]).values() for key in sizes} == {"9"}


def test_nonsense_is_the_printed_board(client: Client) -> None:
    assert script(client, "nonsense") == script(client, "standard") == script(client, "")
    # A character that no text may have, too.
    assert script(client, "\0") == script(client, "")
