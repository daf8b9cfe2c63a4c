"""Listening to a group survives failures of the channel layer, and ends when told."""

import asyncio
import time
from contextlib import aclosing, suppress
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.transport import group_listener
from games.transport.channel_layer import ProcessChannelLayer

MESSAGE = {"type": "something.said"}


class DeafLayer(InMemoryChannelLayer):
    """A layer that swallows cancellation while it connects, or takes it for a failure."""

    def __init__(self, failure: type[Exception] | None) -> None:
        super().__init__()
        self.failure = failure
        self.is_connecting = asyncio.Event()

    async def group_add(self, group: str, channel: str) -> None:
        """Connect for ever."""
        self.is_connecting.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        if self.failure is not None:
            raise self.failure
        await super().group_add(group, channel)


async def listen(group: str) -> None:
    async with aclosing(group_listener.hear(group, "somebody", asyncio.Event())) as messages:
        async for _message in messages:
            pass


@pytest.mark.parametrize("failure", [ConnectionError, None])
async def test_cancelling_is_not_lost_while_the_layer_connects(
    failure: type[Exception] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = DeafLayer(failure)
    monkeypatch.setattr(group_listener, "get_channel_layer", lambda: layer)
    listening = asyncio.create_task(listen("somewhere"))
    await layer.is_connecting.wait()

    listening.cancel()

    done, _pending = await asyncio.wait({listening}, timeout=5)
    assert listening in done
    assert listening.cancelled()


async def hear_one(group: str, listening: asyncio.Event) -> dict[str, Any] | None:
    """Return the first message to a group."""
    async with aclosing(group_listener.hear(group, "test", listening)) as messages:
        async for message in messages:
            if message is not None:
                return message
    return None


@pytest.mark.parametrize("error", [ConnectionError, RuntimeError, ValueError])
async def test_listener_survives_an_error(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    monkeypatch.setattr(group_listener, "LISTEN_AGAIN_SECONDS", 0.01)
    layer = get_channel_layer()
    assert layer is not None
    receive, failures = layer.receive, [error("broken"), error("broken again")]
    is_mended = asyncio.Event()

    async def fail_at_first(channel: str) -> dict[str, Any]:
        if failures:
            raise failures.pop()
        is_mended.set()
        message: dict[str, Any] = await receive(channel)
        return message

    monkeypatch.setattr(layer, "receive", fail_at_first)
    listening = asyncio.Event()
    hearer = asyncio.create_task(hear_one("somewhere", listening))
    async with asyncio.timeout(5):
        await listening.wait()
        await is_mended.wait()
        await layer.group_send("somewhere", MESSAGE)
        assert await hearer == MESSAGE


async def test_listener_still_hears_after_days(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = ProcessChannelLayer()
    monkeypatch.setattr(group_listener, "get_channel_layer", lambda: layer)
    listening = asyncio.Event()
    hearer = asyncio.create_task(hear_one("somewhere", listening))
    await listening.wait()
    now = time.time()
    monkeypatch.setattr("channels.layers.time.time", lambda: now + 3 * 24 * 3600)
    layer.cleaned_at = 0
    async with asyncio.timeout(5):
        await layer.group_send("somewhere", MESSAGE)
        assert await hearer == MESSAGE
    # A listener that has gone leaves nothing behind.
    assert (layer.groups, layer.channels) == ({}, {})


async def test_listener_who_was_busy_for_long_hears_what_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = ProcessChannelLayer()
    channel = await layer.new_channel("busy")
    await layer.group_add("somewhere", channel)
    await layer.group_send("somewhere", {"type": "something.old"})
    now = time.time()
    monkeypatch.setattr("channels.layers.time.time", lambda: now + 3600)
    layer.cleaned_at = 0
    async with asyncio.timeout(5):
        await layer.group_send("somewhere", MESSAGE)
        assert await layer.receive(channel) == MESSAGE
