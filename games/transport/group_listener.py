"""Listens to a group of the channel layer for as long as needed.

It survives the layer: while Redis is away it retries. transport.missed_updates makes up for
messages missed meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.transport.redis_health import site_redis

logger = logging.getLogger(__name__)

# How soon to retry while the layer is away; also how long a new connection waits for it.
LISTEN_AGAIN_SECONDS = 1.0
COME_IN_SECONDS = 1.0

Message = dict[str, Any]


async def hear(
    group: str, listener: str, listening: asyncio.Event, *, every: float | None = None
) -> AsyncGenerator[Message | None, None]:
    """Yield each message to a group; None after `every` seconds without one.

    Use it with `aclosing`. `listening` is set when messages can no longer be missed.
    """
    layer = get_channel_layer()
    assert layer is not None
    channel = ""
    opening: asyncio.Future[str] | None = None
    receiving: asyncio.Future[Message] | None = None
    try:
        while True:
            try:
                if not listening.is_set():
                    site_redis().raise_if_away()
                    # First a harmless question: a layer that is away would keep a queue for each
                    # channel it could not open.
                    await layer.group_send("nobody", {"type": "is.anybody.there"})
                    if not channel:
                        # Not cancelled: no other code would know the channel's name.
                        opening = asyncio.ensure_future(layer.new_channel(listener))
                        await asyncio.wait({opening})
                        opened, opening = opening, None
                        channel = opened.result()
                    await layer.group_add(group, channel)
                    listening.set()
                _let_cancel()
                # Not cancelled: the layer takes that for the end of the channel.
                receiving = receiving or asyncio.ensure_future(layer.receive(channel))
                await asyncio.wait({receiving}, timeout=every)
                message = None
                if receiving.done():
                    done, receiving = receiving, None
                    message = done.result()
            except (OSError, RedisError) as error:
                site_redis().failed(error)
                _let_cancel()
                await asyncio.sleep(LISTEN_AGAIN_SECONDS)
                message = None
            except Exception:
                # Any exception: a listener that stops would never be noticed.
                logger.exception("Could not hear what is said to %s", group)
                _let_cancel()
                await asyncio.sleep(LISTEN_AGAIN_SECONDS)
                message = None
            yield message
    finally:
        if opening is not None:
            with suppress(BaseException):
                channel = await opening
        if channel:
            with suppress(Exception):
                await layer.group_discard(group, channel)
            await _close(layer, channel, receiving)


async def _close(layer: Any, channel: str, receiving: asyncio.Future[Message] | None) -> None:
    """Close a channel: the layer does so when a read is cancelled."""
    while True:
        receiving = receiving or asyncio.ensure_future(layer.receive(channel))
        # Let the read begin; queued messages still come first.
        await asyncio.sleep(0)
        is_waiting = not receiving.done()
        receiving.cancel()
        failure = (await asyncio.gather(receiving, return_exceptions=True))[0]
        if is_waiting or isinstance(failure, BaseException):
            return
        receiving = None


def _let_cancel() -> None:
    """Raise CancelledError if this task was cancelled: a connecting layer may swallow that."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def until_heard(listening: asyncio.Event) -> None:
    """Wait until messages can no longer be missed, but not for a layer that is away."""
    if site_redis().is_away:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(COME_IN_SECONDS):
            await listening.wait()
