"""The admin: staff see finished games only, and lobbies without passwords."""

from random import Random

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.models import Game, GameEvent, GameResult, Lobby, Void
from games.words.admin import SETS
from tests.factories import a_game, a_person, play_at_random, with_factor
from tests.games.lobbies import a_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(with_factor(a_person(is_guest=False, is_staff=True, is_superuser=True)))
    return client


def test_running_game_has_no_readable_events(staff: Client) -> None:
    game, _users = a_game()
    assert GameEvent.objects.filter(game=game).exists()
    listed = staff.get("/admin/games/gameevent/")
    assert listed.status_code == 200
    assert b"secret_role_dealt" not in listed.content
    event = GameEvent.objects.filter(game=game, kind="secret_role_dealt").earliest("seq")
    one = staff.get(f"/admin/games/gameevent/{event.pk}/change/", follow=True)
    assert b'"role"' not in one.content
    assert b"liberal" not in staff.get(f"/admin/games/game/{game.pk}/change/").content.lower()


def test_finished_game_may_be_read(staff: Client) -> None:
    game, _users = a_game()
    play_at_random(game, Random(3))
    listed = staff.get(f"/admin/games/gameevent/?q={game.code}")
    assert b"secret_role_dealt" in listed.content or b"game_ended" in listed.content
    assert staff.get(f"/admin/games/game/{game.pk}/change/").status_code == 200


def test_staff_annul_a_ranked_game(staff: Client) -> None:
    game, _users = a_game(is_ranked=True)
    play_at_random(game, Random(3))
    assert staff.get("/admin/games/gameresult/").status_code == 200
    assert staff.get(f"/admin/games/gameresult/{game.pk}/change/").status_code == 200
    asked = {"action": "annul_games", "_selected_action": [game.pk]}
    answer = staff.post("/admin/games/gameresult/", asked, follow=True)
    assert b"1 game annulled" in answer.content
    assert GameResult.objects.get().void == Void.ANNULLED


def test_looking_is_not_annulling() -> None:
    game, _users = a_game(is_ranked=True)
    play_at_random(game, Random(3))
    looker = a_person(is_guest=False, is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_gameresult"))
    client = Client()
    client.force_login(with_factor(looker))
    assert client.get("/admin/games/gameresult/").status_code == 200
    asked = {"action": "annul_games", "_selected_action": [game.pk]}
    client.post("/admin/games/gameresult/", asked, follow=True)
    assert GameResult.objects.get().void == Void.NO


def test_staff_look_at_lobbies_without_their_passwords_and_close_them(staff: Client) -> None:
    lobby = a_table(password="Wien 1930")
    response = staff.get(reverse("admin:games_lobby_change", args=[lobby.pk]))
    page = response.content.decode()
    assert lobby.host.display_name in page
    assert lobby.password not in page
    fields = {"action": "close_lobbies", "_selected_action": str(lobby.pk)}
    staff.post(reverse("admin:games_lobby_changelist"), fields)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.CLOSED


def test_staff_read_words_and_no_stored_values(staff: Client) -> None:
    game, _users = a_game(pace="12h")
    Game.objects.filter(pk=game.pk).update(phase="president_discard", hold="voting")
    finished, _users = a_game(is_ranked=True)
    play_at_random(finished, Random(3))
    pages = (
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{finished.pk}/change/",
        "/admin/games/lobby/",
        f"/admin/games/lobby/{game.lobby_id}/change/",
        "/admin/games/gameresult/",
        f"/admin/games/gameresult/{finished.pk}/change/",
    )
    texts = {path: strip_tags(staff.get(path).content.decode()) for path in pages}
    stored = [member.value for members in SETS.values() for member in members if "_" in member]
    left = {path: [each for each in stored if each in text] for path, text in texts.items()}
    assert not any(left.values()), left
    assert "Legislative session: the President discards" in texts["/admin/games/game/"]
    one = texts[f"/admin/games/game/{game.pk}/change/"]
    assert "Slow: 12 hours for each decision" in one
    assert "Voting on abandoning the game" in one


@pytest.mark.parametrize("kind", ["standard", "rebalanced", "custom"])
def test_staff_filter_by_kind_of_board(staff: Client, kind: str) -> None:
    """Each custom board has a code of its own, so the filter is by kind."""
    boards = {
        "standard": "standard",
        "rebalanced": "rebalanced",
        "custom": "6-1-nnpee-k1-z2-v4-6x11-0x0-c1",
    }
    codes = {name: a_game(6, board=board)[0].code for name, board in boards.items()}
    listed = staff.get("/admin/games/game/", {"board_kind": kind}).content.decode()
    assert [name for name, code in codes.items() if code in listed] == [kind]


def test_staff_filter_by_words(staff: Client) -> None:
    slow, _users = a_game(pace="12h")
    quick, _users = a_game(pace="quick")
    listed = staff.get("/admin/games/lobby/", {"pace__exact": "12h"}).content.decode()
    assert "Slow: 12 hours for each decision" in listed
    codes = Lobby.objects.values_list("code", flat=True)
    assert codes.get(game=slow) in listed
    assert codes.get(game=quick) not in listed
