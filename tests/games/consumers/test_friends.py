"""The list of friends stays up to date over its socket, and only who is online is told of anything."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts import friends
from accounts.friend_models import Friendship, Presence
from accounts.models import Preferences, User
from accounts.presence import note_online, show_presence
from games.services import lobby_seats as seats
from games.transport import broadcast, presence_beat
from tests.games.friends import friends_here, members
from tests.games.lobbies import a_table, join
from tests.sockets import Tab, tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

run = database_sync_to_async


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The groups that are sent a hint about friends."""
    sent: list[str] = []
    really_send = broadcast.send_hint

    def send(group: str, message: dict[str, Any]) -> None:
        if message["type"] == "friends.changed":
            sent.append(group)
        really_send(group, message)

    monkeypatch.setattr(broadcast, "send_hint", send)
    return sent


async def test_friend_who_sits_down_and_gets_up_is_shown_at_once() -> None:
    ana, bo = await run(friends_here)()
    async with tab("/ws/friends/", ana) as one:
        assert "Online" in await _list_on(one)
        lobby = await run(a_table)(bo)
        assert f"/lobbies/{lobby.code}/join/" in await _list_on(one)
        await run(seats.leave_lobby)(lobby_id=lobby.pk, user=bo)
        assert f"/lobbies/{lobby.code}/join/" not in await _list_on(one)


async def test_new_friend_and_an_ended_friendship_are_shown_at_once() -> None:
    ana, bo = await run(members)(2)
    await run(note_online)([bo.pk])
    async with tab("/ws/friends/", ana) as one:
        assert "You have no friends here yet" in await _list_on(one)
        await run(friends.ask)(user=ana, other=bo)
        await run(friends.accept)(user=bo, other=ana)
        assert f'id="friend-{bo.username}"' in await _list_on(one)
        await run(friends.end)(user=bo, other=ana)
        assert "You have no friends here yet" in await _list_on(one)


async def _list_on(page: Tab) -> str:
    """Return the next list of friends."""
    return await page.html_that(lambda frame: 'id="friends-list"' in frame)


async def test_friend_who_becomes_invisible_is_gone_at_once() -> None:
    ana, bo = await run(friends_here)()
    async with tab("/ws/friends/", ana) as one:
        assert "Online" in await _list_on(one)
        await run(show_presence)(user=bo, is_shown=False)
        assert "Not here" in await _list_on(one)


async def test_open_page_makes_its_person_online_and_is_noted_once_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence_beat, "GATHER_SECONDS", 0.05)
    noted: list[list[int]] = []

    def note(user_ids: list[int]) -> None:
        noted.append(list(user_ids))
        note_online(user_ids)

    monkeypatch.setattr(presence_beat, "note_online", note)
    ana, bo = await run(members)(2)
    await run(_befriend)(ana, bo)
    await run(note_online)([bo.pk])
    async with tab("/ws/friends/", bo) as watching:
        assert "Not here" in await watching.html()
        async with tab("/ws/home/", ana) as one, tab("/ws/home/", ana) as other:
            await one.html()
            await other.html()
            assert "Online" in await watching.html()
            assert await watching.is_quiet()
    assert sorted(pk for each in noted for pk in each) == [ana.pk, bo.pk]
    assert await run(Presence.objects.filter(user=ana).exists)()


def _befriend(one: User, other: User) -> None:
    friends.ask(user=one, other=other)
    friends.accept(user=other, other=one)


async def test_hints_go_to_friends_who_are_online_and_to_nobody_else(hints: list[str]) -> None:
    def staged() -> tuple[User, list[User]]:
        ana, *others = friends_here(9)
        Presence.objects.filter(user__in=others[3:]).delete()
        note_online([each.pk for each in members(5)])
        return ana, others

    ana, others = await run(staged)()
    hints.clear()
    lobby = await run(a_table)(ana)
    wanted = sorted(broadcast.person_group(each.pk) for each in others[:3])
    assert sorted(hints) == wanted, "one hint for each friend who is online"
    hints.clear()
    await run(join)(lobby)
    assert hints == [], "a guest has no friends"
    await run(show_presence)(user=ana, is_shown=False)
    hints.clear()
    await run(seats.leave_lobby)(lobby_id=lobby.pk, user=ana)
    assert hints == [], "nobody is told of the invisible"


@pytest.mark.parametrize("people", [10, 100, 1000])
async def test_hints_grow_with_friends_online_and_not_with_the_square_of_people(
    people: int, hints: list[str]
) -> None:
    """Everybody has ten friends, fewer where there are fewer people, and all come at once."""
    each_has = min(10, people - 1)
    pks = await run(_a_ring)(people, each_has)
    hints.clear()
    await run(note_online)(pks)
    assert set(hints) == {broadcast.person_group(pk) for pk in pks}
    assert len(hints) == people, "one hint a person, though all their friends come"
    hints.clear()
    await run(note_online)(pks)
    assert hints == [], "who is here already is no news"
    for pk in pks[:5]:
        await run(show_presence)(user=await User.objects.aget(pk=pk), is_shown=True)
    assert len(hints) == 5 * each_has


def _a_ring(people: int, friends_each: int) -> list[int]:
    """So many people, each the friend of those nearest on both sides."""
    User.objects.bulk_create(
        User(
            username=f"Ring {number}",
            username_key=f"ring {number}",
            username_skeleton=f"ring {number}",
            is_guest=False,
        )
        for number in range(people)
    )
    pks = list(User.objects.filter(username__startswith="Ring").values_list("pk", flat=True))
    Preferences.objects.bulk_create(Preferences(user_id=pk) for pk in pks)
    pairs = {
        (pks[number], pks[(number + step) % people])
        for number in range(people)
        for half in range(1, friends_each // 2 + 1)
        for step in (half, -half)
    }
    if friends_each % 2:
        pairs |= {(pks[n], pks[(n + people // 2) % people]) for n in range(people)}
    now = timezone.now()
    Friendship.objects.bulk_create(
        Friendship(user_id=one, friend_id=other, since=now) for one, other in sorted(pairs)
    )
    return pks
