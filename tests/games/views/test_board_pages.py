"""The pages about boards."""

from html import unescape
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse

from accounts.word_lists import forget_words
from accounts.word_models import ListedWord
from games.engine.board import standard_board
from games.engine.errors import Reason
from games.engine.vocabulary import BoardKind, PresidentialPower
from games.presenters.boards import board_address
from games.words.phrases import reason_text

pytestmark = pytest.mark.django_db

CUSTOM = "7-1-ipsee-k1-z4-v4-7x10-1x2-c0"


def chosen(**changes: Any) -> dict[str, Any]:
    """Return what the form sends for the standard board of seven, with these changes; None is left out."""
    standard = standard_board(7)
    fields: dict[str, Any] = {
        "of": 7,
        "players": 7,
        "fascists": standard.fascists,
        "hitler_zone_at": standard.hitler_zone_at,
        "veto_at": standard.veto_at,
        "liberal_policies": 6,
        "fascist_policies": 11,
        "liberals_at_start": 0,
        "fascists_at_start": 0,
        "name": "",
    }
    fields |= {f"power_{slot}": power or "" for slot, power in enumerate(standard.powers, 1)}
    return {key: value for key, value in (fields | changes).items() if value is not None}


def maker(fields: dict[str, Any]) -> BeautifulSoup:
    answer = Client().get(reverse("games:boards"), fields)
    assert answer.status_code == HTTPStatus.OK
    return BeautifulSoup(answer.content, "html.parser")


def preview(fields: dict[str, Any]) -> str:
    found = maker(fields).find(id="board-preview")
    assert found is not None
    return " ".join(found.get_text(" ").split())


def test_page_begins_with_the_standard_board_of_the_size() -> None:
    for players in (5, 7, 10):
        page = maker({"players": players})
        assert "This is the standard board of this size." in page.get_text()
        fascists = page.select_one("#id_fascists option[selected]")
        assert fascists is not None
        assert fascists["value"] == str(standard_board(players).fascists)
        assert bool(page.select("#id_hitler_knows[checked]")) == (players <= 6)


def test_another_size_begins_anew_and_keeps_the_name() -> None:
    page = maker(chosen(players=9, veto_at=4, name="Ours"))
    assert "This is the standard board of this size." in page.get_text()
    assert page.select("#id_name[value=Ours]")


def test_choices_show_what_differs_and_lead_to_the_board() -> None:
    page = maker(chosen(veto_at=4, chaos_wins_not="on", hitler_knows="on", name="Ours"))
    text = page.find(id="board-preview").get_text()  # type: ignore[union-attr]
    assert "The veto power begins with Fascist policy 4 instead of 5." in text
    assert "Chaos wins no game" in text
    assert "Hitler learns at the start who the fascists are." in text
    link = page.find(id="board-link")
    assert link is not None
    assert str(link["href"]).endswith("/boards/7-2-nisee-k1-z3-v4-6x11-0x0-c0/?name=Ours")
    opened = page.select_one('#board-preview a[href*="/lobbies/new/"]')
    assert opened is not None
    assert parse_qs(urlsplit(str(opened["href"])).query) == {
        "board": ["7-2-nisee-k1-z3-v4-6x11-0x0-c0"],
        "board_name": ["Ours"],
    }


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        (Reason.BOARD_TEAMS, {"fascists": 3}),
        (Reason.BOARD_TOO_FEW_CARDS, {"liberal_policies": 0, "fascist_policies": 7}),
        (Reason.BOARD_TOO_MANY_CARDS, {"fascist_policies": 21}),
        (Reason.BOARD_STARTS_TOO_FAR, {"fascists_at_start": 3}),
        (
            Reason.BOARD_TOO_MANY_INVESTIGATIONS,
            {"of": 5, "players": 5, "fascists": 1}
            | {f"power_{slot}": PresidentialPower.INVESTIGATE_LOYALTY for slot in range(1, 6)},
        ),
        (
            Reason.BOARD_TOO_MANY_EXECUTIONS,
            {f"power_{slot}": PresidentialPower.EXECUTION for slot in range(1, 6)},
        ),
    ],
)
def test_board_on_which_nobody_can_play_is_refused_with_the_reason(
    reason: Reason, changes: dict[str, Any]
) -> None:
    text = preview(chosen(**changes))
    assert reason_text(reason) in text
    assert "Nobody can play on this board" in text
    assert "Open a table with this board" not in text


def test_choice_that_the_form_does_not_offer_is_refused() -> None:
    text = preview(chosen(hitler_zone_at=6))
    assert "The Hitler zone begins with Fascist policy:" in text
    assert "Open a table with this board" not in text


def test_name_is_short_and_has_no_listed_word() -> None:
    ListedWord.objects.create(word="grumble")
    forget_words()
    refused = preview(chosen(veto_at=4, name="Grumble"))
    assert "not welcome here" in refused
    assert "Nobody can play on this board" not in refused
    assert "Open a table" not in preview(chosen(veto_at=4, name="x" * 25))
    # Nor does a link put one on the page.
    shown = Client().get(f"{board_address(CUSTOM)}?name=Grumble").content.decode()
    assert "rumble" not in shown.replace("name=Grumble", "")
    assert "Custom board" in shown


def test_board_has_a_page_with_its_differences_and_tracks() -> None:
    answer = Client().get(board_address(CUSTOM, "Quick start"))
    page = BeautifulSoup(answer.content, "html.parser")
    assert page.h1 is not None
    assert page.h1.get_text() == "Quick start"
    assert "The Hitler zone begins with Fascist policy 4 instead of 3." in page.get_text()
    assert len(page.select("#board-liberal-track .policy-card-liberal")) == 1
    assert len(page.select("#board-fascist-track .policy-card-fascist")) == 2
    assert page.select(f'a[href*="/lobbies/new/?board={CUSTOM}&board_name=Quick"]')


def test_rebalanced_board_has_a_page_for_each_size() -> None:
    for players, said in {6: "enacted at the start", 7: "10 instead of 11"}.items():
        address = board_address(BoardKind.REBALANCED.value, players=players)
        assert said in Client().get(address).content.decode()
    eight = Client().get(board_address(BoardKind.REBALANCED.value, players=8)).content.decode()
    assert "This is the standard board of this size." in eight


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("nonsense", Reason.UNKNOWN_BOARD),
        ("x" * 300, Reason.UNKNOWN_BOARD),
        ("7-3-nisee-k0-z3-v5-6x11-0x0-c1", Reason.BOARD_TEAMS),
        ("7-2-nisee-k0-z6-v5-6x11-0x0-c1", Reason.BOARD_ZONES),
        ("7-2-nisee-k0-z3-v0-6x11-0x0-c1", Reason.BOARD_ZONES),
        ("7-2-nisee-k0-z3-v5-0x7-0x0-c1", Reason.BOARD_TOO_FEW_CARDS),
        ("7-2-nisee-k0-z3-v5-13x11-0x0-c1", Reason.BOARD_TOO_MANY_CARDS),
        ("7-2-nisee-k0-z3-v5-6x11-0x3-c1", Reason.BOARD_STARTS_TOO_FAR),
        ("5-1-iiiii-k1-z3-v5-6x11-0x0-c1", Reason.BOARD_TOO_MANY_INVESTIGATIONS),
        ("7-2-eeeee-k0-z3-v5-6x11-0x0-c1", Reason.BOARD_TOO_MANY_EXECUTIONS),
        ("4-1-nisee-k0-z3-v5-6x11-0x0-c1", Reason.WRONG_NUMBER_OF_PLAYERS),
    ],
)
def test_code_of_no_board_is_answered_with_the_reason(code: str, reason: Reason) -> None:
    answer = Client().get(reverse("games:board", args=[code]))
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert reason_text(reason) in unescape(answer.content.decode())
