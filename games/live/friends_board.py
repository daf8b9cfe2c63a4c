"""One person's friends on their open pages, kept up to date by hints to that person alone.

The home page shows those at tables. The page of friends shows all, a page at a time; those with whom one can play
stand first, so only the first page is kept up to date.
"""

from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games.live.lobby_board import BoardConnection, LiveGroup, boards
from games.live.open_tables import Regions
from games.selectors.friends import friends_of
from games.transport.broadcast import bind_loop, person_group
from games.values.friends import FriendLine, at_tables

LOOK_AGAIN_SECONDS = 20.0
"""Hints may get lost, and leases run out without one."""
FRIENDS_A_PAGE = 50
Lines = tuple[FriendLine, ...]


def render_friends(friends: Lines, language: str, page: int = 1) -> Regions:
    """Return one page of the list as HTML; it holds no token of any session."""
    lines = friends[(page - 1) * FRIENDS_A_PAGE : page * FRIENDS_A_PAGE]
    with translation.override(language):
        return {"friends": render_to_string("games/friends/_friends.html", {"friends": lines})}


def render_at_tables(friends: Lines, language: str) -> Regions:
    """Return those of them at tables as HTML, for the home page; it holds no token of any session."""
    with translation.override(language):
        context = {"friends": at_tables(friends)}
        return {"friends": render_to_string("games/friends/_at_tables.html", context)}


def _read(user_id: int) -> Lines:
    user = User.objects.filter(pk=user_id, is_guest=False, closed_at=None).first()
    return () if user is None else friends_of(user)


def _regions(friends: Lines, connection: BoardConnection, rendered: dict[Any, Regions]) -> Regions:
    kind = (connection.language, connection.is_home)
    if kind not in rendered:
        render = render_at_tables if connection.is_home else render_friends
        rendered[kind] = render(friends, connection.language)
    return rendered[kind]


async def enter_friends(user_id: int, connection: BoardConnection) -> LiveGroup[Lines]:
    """Join the board of this person's friends and return it."""
    bind_loop()
    group = person_group(user_id)
    board = boards.open(
        group,
        lambda: LiveGroup(group, partial(_read, user_id), _regions, look_again=LOOK_AGAIN_SECONDS),
    )
    await board.enter(connection)
    return board
