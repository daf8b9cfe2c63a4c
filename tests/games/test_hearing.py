"""Listening to a group ends when it is told to, whatever the channel layer makes of that."""

import asyncio
from contextlib import aclosing, suppress

import pytest
from channels.layers import InMemoryChannelLayer

from games.live import hearing


class DeafLayer(InMemoryChannelLayer):
    """Takes being cancelled while it connects for a failure of the connection, or for nothing."""

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
    async with aclosing(hearing.hear(group, "somebody", asyncio.Event())) as messages:
        async for _message in messages:
            pass


@pytest.mark.parametrize("failure", [ConnectionError, None])
async def test_cancelling_is_not_lost_while_the_layer_connects(
    failure: type[Exception] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = DeafLayer(failure)
    monkeypatch.setattr(hearing, "get_channel_layer", lambda: layer)
    listening = asyncio.create_task(listen("somewhere"))
    await layer.is_connecting.wait()

    listening.cancel()

    done, _pending = await asyncio.wait({listening}, timeout=5)
    assert listening in done
    assert listening.cancelled()
