"""Hints: one that cannot be sent holds nothing up, and does not wait for ever."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.transport import broadcast


class HangingLayer:
    """A layer that accepts messages only when allowed."""

    def __init__(self) -> None:
        self.is_back = asyncio.Event()
        self.heard: list[dict[str, Any]] = []

    async def group_send(self, _group: str, message: dict[str, Any]) -> None:
        await self.is_back.wait()
        self.heard.append(message)


async def test_hints_do_not_pile_up_behind_a_layer_that_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = HangingLayer()
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: layer)
    broadcast.bind_loop()
    for number in range(3 * broadcast.MOST_UNDER_WAY):
        broadcast.send_hint("somewhere", {"number": number})
    layer.is_back.set()
    await asyncio.wait(broadcast.under_way)
    assert len(layer.heard) == broadcast.MOST_UNDER_WAY
    # Then as before.
    broadcast.send_hint("somewhere", {"number": -1})
    await asyncio.wait(broadcast.under_way)
    assert layer.heard[-1] == {"number": -1}


class BrokenLayer:
    """A layer that fails with an unexpected exception."""

    async def group_send(self, _group: str, _message: dict[str, Any]) -> None:
        raise RuntimeError("a mistake in the layer")


def test_actor_gets_an_answer_even_if_the_hint_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(broadcast, "get_channel_layer", BrokenLayer)
    monkeypatch.setattr(broadcast, "serving_loop", None)
    broadcast.send_hint("somewhere", {"number": 1})
    assert "Could not tell somewhere" in caplog.text


async def _until(event: threading.Event) -> None:
    await asyncio.to_thread(event.wait)


def test_thread_that_outlives_the_loop_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.new_event_loop()
    monkeypatch.setattr(broadcast, "serving_loop", loop)
    acting, has_ended, is_done = threading.Event(), threading.Event(), threading.Event()

    def act() -> None:
        acting.set()
        has_ended.wait()
        broadcast.send_hint("somewhere", {"number": 1})
        is_done.set()

    task = loop.create_task(sync_to_async(act, thread_sensitive=False)())
    loop.run_until_complete(_until(acting))
    has_ended.set()
    try:
        assert is_done.wait(5)
    finally:
        # A thread that waits for the loop is released.
        loop.run_until_complete(task)
        loop.close()
