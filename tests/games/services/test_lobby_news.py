"""What friends are told of a seat: once for each lobby, of tables for everybody only, and never of the invisible."""

from typing import Any

import pytest

from accounts.blocks import block
from accounts.friends import friend_ids
from accounts.models import User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import sentence_of
from accounts.presence import show_presence
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.values.timing import Pace
from tests.factories import a_person
from tests.games.friends import befriend, friends_here, members
from tests.games.lobbies import a_table, join, ready

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    """Run what waits for a commit when a test asks for it."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def told(user: User) -> list[str]:
    notices = Notice.objects.filter(user=user, kind=NoticeKind.FRIEND_AT_TABLE)
    return [sentence_of(each) for each in notices]


def test_friends_hear_of_a_free_seat_once(commits: Any) -> None:
    ana, bo, cy = friends_here(3)
    with commits():
        lobby = a_table(ana)
    sentence = f"{ana} sits at the table “Friday”, where a seat is free."
    assert told(bo) == told(cy) == [sentence]
    assert told(ana) == []
    befriend(bo, cy)
    with commits():
        join(lobby, bo)
    with commits():
        seats.leave_lobby(lobby_id=lobby.pk, user=bo)
        join(lobby, bo)
    assert told(cy) == [sentence], "of one lobby nobody is told twice"
    notice = Notice.objects.filter(user=cy, kind=NoticeKind.FRIEND_AT_TABLE).get()
    assert notice.path == f"/lobbies/{lobby.code}/"
    assert notice.expires_at is not None


@pytest.mark.parametrize(
    "settings",
    [{"is_public": False}, {"password": "sesame"}, {"is_public": False, "pace": Pace.NONE}],
)
def test_nobody_hears_of_a_table_that_is_not_for_everybody(
    settings: dict[str, Any], commits: Any
) -> None:
    ana, bo = friends_here()
    with commits():
        a_table(ana, **settings)
    assert told(bo) == []


def test_nobody_hears_of_the_last_seat_or_of_an_invisible_friend_or_a_guest(commits: Any) -> None:
    ana, bo = friends_here()
    lobby = a_table(most_players=5)
    for _ in range(3):
        join(lobby)
    with commits():
        join(lobby, ana)
    assert told(bo) == []
    seats.leave_lobby(lobby_id=lobby.pk, user=ana)
    show_presence(user=ana, is_shown=False)
    with commits():
        a_table(ana)
        a_table(a_person())
    assert told(bo) == []
    assert friend_ids(ana.pk) == {bo.pk}


@pytest.mark.parametrize("who_blocks", ["host", "friend"])
def test_nobody_hears_of_a_table_whose_host_they_are_kept_apart_from(
    who_blocks: str, commits: Any
) -> None:
    ana, bo, cy = friends_here(3)
    host = a_person(is_guest=False)
    lobby = a_table(host)
    assert block(user=host, other=bo) if who_blocks == "host" else block(user=bo, other=host)
    with commits():
        join(lobby, ana)
    assert told(cy), "others hear of it"
    assert told(bo) == []


def test_start_takes_the_news_back(commits: Any) -> None:
    ana, bo = friends_here()
    with commits():
        lobby = a_table(ana)
        ready(lobby, [join(lobby, each) for each in members(4)])
    assert told(bo)
    lobby_start.start_lobby_game(lobby_id=lobby.pk, user=ana)
    assert told(bo) == []
