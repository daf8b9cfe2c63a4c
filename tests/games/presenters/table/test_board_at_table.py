"""A table, its end and the lists of past games say which board was played, unless it is the standard one."""

from random import Random

import pytest
from bs4 import BeautifulSoup

from accounts.models import User
from games.models import Game
from games.presenters.boards import board_address
from games.services.lobby_start import start_lobby_game
from tests.factories import a_person, play_at_random
from tests.games.lobbies import a_table, join, ready
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db
OF_FIVE = "5-1-nnpee-k1-z3-v4-6x11-0x0-c1"
SAID = "The veto power begins with Fascist policy 4 instead of 5."


def a_game_on(board: str, name: str = "") -> tuple[Game, list[User]]:
    """A public game of five people with accounts."""
    host, *others = [a_person(is_guest=False) for _ in range(5)]
    lobby = a_table(
        host, name="Friday", board=board, board_name=name, fewest_players=5, most_players=5
    )
    ready(lobby, [join(lobby, each) for each in others])
    return start_lobby_game(lobby_id=lobby.pk, user=host), [host, *others]


def shown(path: str, user: User) -> BeautifulSoup:
    return page(browser(user), path)


def test_running_table_says_in_its_menu_and_beside_its_rules_what_is_different() -> None:
    game, (host, *_others) = a_game_on(OF_FIVE, "Early veto")
    table = shown(f"/games/{game.code}/", host)
    for place in ("#more", "#help-sheet"):
        assert SAID in table.select_one(place).get_text()  # type: ignore[union-attr]
        assert table.select(f'{place} a[href="{board_address(OF_FIVE, "Early veto")}"]')


def test_table_with_the_standard_board_says_nothing_of_it() -> None:
    game, (host, *_others) = a_game_on("standard")
    assert not shown(f"/games/{game.code}/", host).select('a[href*="/boards/"]')


def test_end_replay_and_past_games_name_the_board() -> None:
    game, (host, *_others) = a_game_on(OF_FIVE, "Early veto")
    play_at_random(game, Random(3))
    address = board_address(OF_FIVE, "Early veto")
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/"):
        link = shown(path, host).select_one("#played-board")
        assert link is not None
        assert (link["href"], link.get_text()) == (address, "Early veto")
    rows = shown(f"/players/{host.username}/games/", host).select_one("#past-games")
    assert "Early veto" in rows.get_text()  # type: ignore[union-attr]


def test_name_of_the_board_of_a_private_table_is_not_told_to_strangers() -> None:
    game, (host, *_others) = a_game_on(OF_FIVE, "Early veto")
    play_at_random(game, Random(3))
    Game.objects.filter(pk=game.pk).update(is_public=False)
    rows = shown(f"/players/{host.username}/games/", a_person()).select_one("#past-games")
    assert rows is not None
    assert "Early veto" not in rows.get_text()
    assert "Custom board" in rows.get_text()
