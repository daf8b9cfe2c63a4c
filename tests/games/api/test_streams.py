"""Streams: everything at the beginning, a line for each change that the viewer sees, and an end with the token."""

import asyncio
import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from accounts.notice_models import NoticeKind
from accounts.notices import notify, register_sentence
from games.api.models import ApiToken
from games.api.scopes import TokenScope
from games.engine import legal_actions
from games.models import Game
from games.selectors.game import load_table
from tests.factories import a_game, a_person, play, play_at_random
from tests.games.api.callers import V1, a_token

# A stream is read on another thread, on another connection.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.streams.HEARTBEAT_SECONDS", 0.2)


async def lines(path: str, token: str = "") -> AsyncIterator[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer: Any = await AsyncClient().get(f"{V1}{path}", headers=headers)
    assert answer.status_code == 200
    try:
        async for part in answer.streaming_content:
            yield json.loads(part)
    finally:
        # As Django does when a reader has gone.
        answer.close()


async def next_line(stream: AsyncIterator[dict[str, Any]]) -> dict[str, Any]:
    return await asyncio.wait_for(anext(stream), 10)


async def test_spectator_gets_a_line_for_each_public_change_and_none_for_a_secret_one() -> None:
    game, _users = await sync_to_async(a_game)(5)

    def to_the_vote() -> None:
        play_at_random(game, Random(2), until=lambda table: len(table.undecided()) > 1)

    await sync_to_async(to_the_vote)()
    stream = lines(f"/games/{game.code}/stream")
    first = await next_line(stream)
    assert first["type"] == "table"
    assert first["table"]["observation"]["roles"] == [None] * 5

    def vote(which: int) -> None:
        table = load_table(game.pk)
        play(game, legal_actions(table.state, seat)[which])

    seat = (await sync_to_async(load_table)(game.pk)).undecided()[0]
    await sync_to_async(vote)(0)
    second = await next_line(stream)
    assert second["table"]["observation"]["voted"][seat] is True
    # A changed ballot is nobody else's business: the next line is a heartbeat.
    await sync_to_async(vote)(1)
    assert await next_line(stream) == {"type": "heartbeat"}
    await stream.aclose()  # type: ignore[attr-defined]


async def test_stream_ends_when_its_reader_may_not_watch_any_more() -> None:
    game, _users = await sync_to_async(a_game)(5)
    stream = lines(f"/games/{game.code}/stream")
    assert (await next_line(stream))["type"] == "table"
    await Game.objects.filter(pk=game.pk).aupdate(is_locked=True)
    assert [each["type"] async for each in stream if each["type"] != "heartbeat"] == []


async def test_seat_streams_what_it_knows_until_its_token_is_revoked() -> None:
    game, users = await sync_to_async(a_game)(5)
    token = await sync_to_async(a_token)(users[2], TokenScope.TABLE_PLAY)
    stream = lines(f"/games/{game.code}/seat/stream", token)
    first = await next_line(stream)
    assert first["table"]["observation"]["viewer"] == 2
    assert first["table"]["observation"]["roles"][2] is not None
    await ApiToken.objects.all().adelete()
    with pytest.raises(StopAsyncIteration):
        await next_line(stream)


async def test_own_stream_tells_of_places_and_notices() -> None:
    register_sentence("test_streams", "A table waits.")
    person = await sync_to_async(a_person)(is_guest=False)
    token = await sync_to_async(a_token)(person, TokenScope.NOTICES_READ)
    stream = lines("/me/stream", token)
    places = await next_line(stream)
    assert (places["type"], places["places"]) == ("places", [])
    notices = await next_line(stream)
    assert (notices["type"], notices["notices"]) == ("notices", [])
    await sync_to_async(notify)(
        users=[person.pk], kind=NoticeKind.CLUB, sentence="test_streams", facts={}, path="/", key="x"
    )  # fmt: skip
    told = await next_line(stream)
    assert [each["text"] for each in told["notices"]] == ["A table waits."]
    await stream.aclose()  # type: ignore[attr-defined]


async def test_one_caller_has_only_so_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.streams.MOST_STREAMS", 1)
    game, _users = await sync_to_async(a_game)(5)
    stream = lines(f"/games/{game.code}/stream")
    await next_line(stream)
    refused = await AsyncClient().get(f"{V1}/games/{game.code}/stream")
    assert refused.json()["reason"] == "too_many_streams"
    await stream.aclose()  # type: ignore[attr-defined]
    again = lines(f"/games/{game.code}/stream")
    assert (await next_line(again))["type"] == "table"
    await again.aclose()  # type: ignore[attr-defined]


async def test_whoever_connects_again_is_not_told_the_same_again() -> None:
    game, _users = await sync_to_async(a_game)(5)
    stream = lines(f"/games/{game.code}/stream")
    first = await next_line(stream)
    await stream.aclose()  # type: ignore[attr-defined]

    again = lines(f"/games/{game.code}/stream?versions={first['version']}")
    assert await next_line(again) == {"type": "heartbeat"}

    def nominate() -> None:
        table = load_table(game.pk)
        play(game, legal_actions(table.state, table.state.president)[0])

    await sync_to_async(nominate)()
    changed = await next_line(again)
    while changed["type"] == "heartbeat":
        changed = await next_line(again)
    assert changed["table"]["observation"]["phase"] == "vote"
    assert changed["version"] != first["version"]
    await again.aclose()  # type: ignore[attr-defined]

    # What has changed meanwhile is told at once.
    later = lines(f"/games/{game.code}/stream?versions={first['version']}")
    assert await next_line(later) == changed
    await later.aclose()  # type: ignore[attr-defined]


async def test_versions_that_are_none_are_refused() -> None:
    game, _users = await sync_to_async(a_game)(5)
    answer = await AsyncClient().get(f"{V1}/games/{game.code}/stream?versions=latest")
    assert answer.status_code == 422
