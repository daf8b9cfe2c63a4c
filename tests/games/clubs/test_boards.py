"""Boards that clubs keep: who keeps and removes them, and who finds them when opening a table."""

from typing import Any

import pytest
from django.urls import reverse

from games.clubs.boards import keep_board, remove_board
from games.clubs.founding import close_own_club
from games.clubs.models import ClubBoard
from games.clubs.values import BOARDS_A_CLUB, ClubRefusal
from games.models import Lobby
from games.presenters.boards import board_address
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, owner, refused
from tests.games.views.lobby_forms import SETTINGS
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db
CUSTOM = "7-1-ipsee-k1-z4-v4-7x10-1x2-c0"


def kept(**changes: Any) -> ClubRefusal | None:
    return refused(keep_board, **{"code": CUSTOM, "name": "Quick start", **changes})


def test_officer_keeps_a_board_from_its_page_and_members_open_tables_with_it() -> None:
    club = a_club()
    officer, member = a_member(club, is_officer=True), a_member(club)
    form = page(browser(officer), board_address(CUSTOM, "Quick start")).select_one(
        f"#keep-{club.slug}"
    )
    assert form is not None
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input[value]")}
    browser(officer).post(str(form["action"]), fields)
    board = ClubBoard.objects.get()
    assert (board.club, board.name, board.code) == (club, "Quick start", CUSTOM)
    # Whoever reads the club's page finds it.
    shown = page(browser(), f"/clubs/{club.slug}/")
    assert [link["href"] for link in shown.select("a[href*='/boards/']")] == [
        board_address(CUSTOM, "Quick start")
    ]
    assert not shown.select("form[action*='/boards/']")
    choice = f"club-{board.pk}"
    create = reverse("games:lobby_create")
    assert page(browser(member), create).select(f"input[name=board][value={choice}]")
    browser(member).post(create, SETTINGS | {"board": choice})
    lobby = Lobby.objects.get()
    assert (lobby.board, lobby.board_name, lobby.most_players) == (CUSTOM, "Quick start", 7)


def test_others_are_not_offered_the_board() -> None:
    club = a_club()
    board = keep_board(club_id=club.pk, user=owner(club), code=CUSTOM, name="Ours")
    stranger = browser(a_person(is_guest=False))
    assert not page(stranger, reverse("games:lobby_create")).select("input[value^=club-]")
    fields = SETTINGS | {"board": f"club-{board.pk}"}
    assert stranger.post(reverse("games:lobby_create"), fields).status_code == 400
    member = browser(a_member(club))
    assert not page(member, board_address(CUSTOM)).select("form[id^=keep-]")


def test_boards_that_a_club_does_not_keep() -> None:
    club = a_club()
    mine = {"club_id": club.pk, "user": owner(club)}
    assert kept(**mine) is None
    assert kept(**mine) is ClubRefusal.BOARD_NAME_TAKEN
    for name in ("", " \u200b", "x" * 25, "Sieg Heil 88"):
        assert kept(**mine, name=name) is ClubRefusal.BOARD_NAME_MISSING
    for code in ("", "nonsense", "standard", "rebalanced", "7-3-nisee-k0-z3-v5-6x11-0x0-c1"):
        assert kept(**mine, name="New", code=code) is ClubRefusal.NO_SUCH_BOARD
    assert kept(club_id=club.pk, user=a_member(club)) is ClubRefusal.NOT_ALLOWED
    assert kept(club_id=club.pk, user=a_person(is_guest=False)) is ClubRefusal.NOT_A_MEMBER
    for number in range(2, BOARDS_A_CLUB + 1):
        assert kept(**mine, name=f"Board {number}") is None
    assert kept(**mine, name="One more") is ClubRefusal.TOO_MANY_BOARDS
    # Another club may have a board of the same name.
    other = a_club()
    assert kept(club_id=other.pk, user=owner(other)) is None


def test_owner_removes_a_board_in_the_settings() -> None:
    club = a_club()
    board = keep_board(club_id=club.pk, user=owner(club), code=CUSTOM, name="Ours")
    assert (
        refused(remove_board, club_id=club.pk, user=a_member(club), board_id=board.pk)
        is ClubRefusal.NOT_ALLOWED
    )
    client = browser(owner(club))
    form = page(client, f"/clubs/{club.slug}/settings/").select_one("form[action*='/boards/']")
    assert form is not None
    client.post(str(form["action"]))
    assert not ClubBoard.objects.exists()


def test_board_of_another_club_stays() -> None:
    club, other = a_club(), a_club()
    board = keep_board(club_id=other.pk, user=owner(other), code=CUSTOM, name="Theirs")
    remove_board(club_id=club.pk, user=owner(club), board_id=board.pk)
    assert ClubBoard.objects.filter(pk=board.pk).exists()


def test_closed_club_keeps_no_boards() -> None:
    club = a_club()
    keep_board(club_id=club.pk, user=owner(club), code=CUSTOM, name="Ours")
    close_own_club(club_id=club.pk, user=owner(club))
    assert not ClubBoard.objects.exists()
