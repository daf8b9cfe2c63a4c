"""The board of a table: the host chooses it, the lobby tells of it, and the game is played on it."""

import pytest
from django.urls import reverse

from games.engine.board import players_of
from games.models import Game, Lobby
from games.presenters.boards import board_address
from games.selectors.game import load_table
from games.services.lobby_start import start_lobby_game
from games.values.refusals import ServiceReason
from games.words.phrases import reason_text
from tests.factories import a_person
from tests.games.lobbies import a_table, join, ready
from tests.games.views.lobby_forms import SETTINGS, text, url
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db

CUSTOM = "7-1-ipsee-k1-z4-v4-7x10-1x2-c0"
OF_FIVE = "5-1-nnpee-k1-z3-v4-6x11-0x0-c1"


def opened(**fields: str) -> Lobby:
    answer = browser(a_person()).post(reverse("games:lobby_create"), SETTINGS | fields)
    assert answer.status_code == 302, text(answer)
    return Lobby.objects.get()


def refused(**fields: str) -> str:
    answer = browser(a_person()).post(reverse("games:lobby_create"), SETTINGS | fields)
    assert answer.status_code == 400
    assert not Lobby.objects.exists()
    return text(answer)


def test_form_of_an_older_page_opens_a_table_with_the_standard_board() -> None:
    lobby = opened()
    assert (lobby.board, lobby.board_name) == ("standard", "")
    assert (lobby.fewest_players, lobby.most_players) == (5, 7)


def test_host_chooses_the_rebalanced_board() -> None:
    lobby = opened(board="rebalanced")
    assert (lobby.board, lobby.fewest_players, lobby.most_players) == ("rebalanced", 5, 7)
    told = words(page(browser(lobby.host), url("lobby", lobby)).select_one("#lobby-board"))
    assert "Rebalanced board" in told
    assert "6 players: 1 Fascist policy from the box is enacted at the start" in told
    assert "7 players: Fascist policies in the box: 10 instead of 11." in told
    assert "5 players" not in told


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (CUSTOM, "Mine"),
        (f" {CUSTOM.upper()} ", "Mine"),
        (f"https://example.org/es/boards/{CUSTOM}/?name=Mine", ""),
        (f"/lobbies/new/?board={CUSTOM}&board_name=Mine", ""),
        (f"https://example.org/boards/{CUSTOM}/?name=Theirs", "Mine"),
    ],
)
def test_custom_board_by_code_or_link_sets_the_number_of_seats(typed: str, name: str) -> None:
    lobby = opened(board="custom", board_link=typed, board_name=name)
    assert (lobby.board, lobby.board_name) == (CUSTOM, "Mine")
    assert (lobby.fewest_players, lobby.most_players) == (7, 7)
    told = words(page(browser(), url("lobby", lobby)).select_one("#lobby-board"))
    assert "Mine" in told
    assert "The veto power begins with Fascist policy 4 instead of 5." in told
    link = page(browser(), url("lobby", lobby)).select_one("#lobby-board-page")
    assert link is not None
    assert link["href"] == board_address(CUSTOM, "Mine")


def test_custom_code_of_the_standard_board_is_the_standard_board() -> None:
    lobby = opened(board="custom", board_link="7-2-nisee-k0-z3-v5-6x11-0x0-c1", board_name="x")
    assert (lobby.board, lobby.board_name, lobby.fewest_players) == ("standard", "", 5)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("", "This is not the code of a board."),
        ("https://example.org/", "This is not the code of a board."),
        ("https://[", "This is not the code of a board."),
        ("7-3-nisee-k0-z3-v5-6x11-0x0-c1", "must be smaller than the liberal team"),
    ],
)
def test_board_that_cannot_be_played_is_refused_with_the_reason(link: str, said: str) -> None:
    assert said in refused(board="custom", board_link=link)


def test_board_that_is_not_offered_is_refused() -> None:
    assert "Select a valid choice" in refused(board="club-1")


def test_ranked_game_on_a_custom_board_is_refused_at_the_field() -> None:
    answer = browser(a_person()).post(
        reverse("games:lobby_create"),
        SETTINGS | {"board": "custom", "board_link": CUSTOM, "is_ranked": "on"},
    )
    assert answer.status_code == 400
    assert reason_text(ServiceReason.BOARD_NOT_RANKED) in text(answer)
    assert 'href="#id_board' in text(answer)


def test_listed_word_is_no_name_of_a_board() -> None:
    said = refused(board="custom", board_link=CUSTOM, board_name="Sieg Heil 88")
    assert "not welcome here" in said
    # A link does not bring such a name either.
    link = f"{board_address(CUSTOM)}?name=Sieg+Heil+88"
    assert opened(board="custom", board_link=link).board_name == ""


def test_page_of_a_board_opens_a_table_with_it() -> None:
    path = f"{reverse('games:lobby_create')}?board={CUSTOM}&board_name=Mine"
    form = page(browser(a_person()), path)
    assert form.select("input[name=board][value=custom][checked]")
    assert form.select(f"input[name=board_link][value='{CUSTOM}']")
    assert form.select("input[name=board_name][value=Mine]")


@pytest.mark.parametrize("code", ["nonsense", "8-2-nnnne-k0-z3-v4-5x6-0x2-c0"])
def test_board_that_is_refused_opens_no_table_with_the_standard_board(code: str) -> None:
    form = page(browser(a_person()), f"{reverse('games:lobby_create')}?board={code}")
    assert form.select("input[name=board][value=custom][checked]")
    assert form.select(f"input[name=board_link][value='{code}']")
    assert not form.select("input[name=board][value=standard][checked]")


def test_everybody_says_anew_that_they_are_ready_when_the_board_changes() -> None:
    lobby = a_table()
    people = [join(lobby) for _ in range(4)]
    ready(lobby, people)
    assert lobby.seats.filter(is_ready=True).count() == len(people)
    fields = SETTINGS | {"board": "custom", "board_link": OF_FIVE}
    assert browser(lobby.host).post(url("lobby_settings", lobby), fields).status_code == 302
    lobby.refresh_from_db()
    assert (lobby.board, lobby.most_players) == (OF_FIVE, 5)
    assert not lobby.seats.filter(is_ready=True).exists()


def test_settings_keep_the_board_until_another_one_is_chosen() -> None:
    lobby = a_table(board=CUSTOM, board_name="Mine", fewest_players=7, most_players=7)
    client = browser(lobby.host)
    form = page(client, url("lobby_settings", lobby))
    assert form.select(f"input[name=board_link][value='{CUSTOM}']")
    # The form of an older page has no field for it, and other numbers of seats.
    client.post(url("lobby_settings", lobby), SETTINGS)
    lobby.refresh_from_db()
    assert (lobby.board, lobby.board_name) == (CUSTOM, "Mine")
    assert (lobby.fewest_players, lobby.most_players) == (7, 7)
    client.post(url("lobby_settings", lobby), SETTINGS | {"board": "standard"})
    lobby.refresh_from_db()
    assert (lobby.board, lobby.board_name, lobby.fewest_players) == ("standard", "", 5)


def test_game_of_the_table_is_played_on_its_board() -> None:
    lobby = opened(board="custom", board_link=CUSTOM, board_name="Mine")
    ready(lobby, [join(lobby) for _ in range((players_of(CUSTOM) or 0) - 1)])
    start_lobby_game(lobby_id=lobby.pk, user=lobby.host)
    game = Game.objects.get()
    rules = load_table(game.pk).state.ruleset
    assert (game.board, game.board_name, rules.board) == (CUSTOM, "Mine", CUSTOM)
    assert (rules.fascists, rules.veto_at, rules.chaos_wins) == (1, 4, False)


def test_cards_and_invitations_name_the_board() -> None:
    lobby = opened(board="custom", board_link=CUSTOM, board_name="Mine")
    for path in ("/", url("lobby_invitation", lobby)):
        assert "Mine" in page(browser(lobby.host), path).get_text()
