"""Asserts only narrow types: `python -O` removes them, so nothing may depend on one."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.table_talk import audience_for
from games.engine.vocabulary import Channel
from games.live.table_screen import TableScreen
from games.live.tv import tv_page_views
from games.presenters.table.tv import tv_regions
from games.selectors.game import load_table
from games.selectors.seen_table import see_table
from games.services import chat
from tests.factories import a_person
from tests.games import talk

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "config", "games")

ON_A_TV = """
from games.presenters.table.log import LogLine
from games.presenters.table.tv import present_news
assert False, "asserts are on"
try:
    present_news([LogLine(kind="peek", text="three policies", private=True, round=1)])
except ValueError as error:
    print(error)
"""


def asserts() -> Iterator[tuple[str, ast.Assert]]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Assert):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def narrows_a_type(test: ast.expr) -> bool:
    """Whether it only narrows a type: `x is not None`, `isinstance(x, ...)`."""
    match test:
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
    return False


def test_asserts_only_tell_the_type_checker_what_is_known() -> None:
    found = list(asserts())
    assert found
    assert [place for place, node in found if not narrows_a_type(node.test)] == []


def test_an_optimised_process_shows_no_private_line_on_a_tv() -> None:
    command = [sys.executable, "-O", "-c", ON_A_TV]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "a TV shows public lines only\n"


@pytest.mark.any_database
@pytest.mark.django_db
def test_a_tv_refuses_the_view_of_a_seat() -> None:
    game, users, _state = talk.at(talk.discarding)
    _view, news = tv_page_views(TableScreen(see_table(game.pk, None)))
    own = TableScreen(see_table(game.pk, users[0].pk))
    with pytest.raises(ValueError, match="what a spectator sees"):
        tv_regions(own.table, news)


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
def test_a_line_is_refused_where_it_comes_to_be() -> None:
    game, _users, state = talk.at(talk.discarding)
    newcomer = a_person()
    assert not audience_for(Channel.SPECTATORS, state).may_speak(None)
    with pytest.raises(PermissionError):
        chat.write(load_table(game.pk), newcomer.pk, None, text="psst")
    assert not game.chat_messages.exists()
