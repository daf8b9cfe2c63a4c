"""Channel layers that lose, double and delay messages."""

import asyncio
import os
from random import SystemRandom
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

IS_DEAF = os.environ.get("FAULTY_LAYER") == "deaf"
LOST, DOUBLED, LONGEST_DELAY_SECONDS = 1.0 if IS_DEAF else 0.2, 0.1, 3.0
CHANCE = SystemRandom()


def _deliveries() -> list[float]:
    """Return after how many seconds a message arrives, each time it does."""
    luck = CHANCE.random()
    times = 0 if luck < LOST else 2 if luck < LOST + DOUBLED else 1
    return [CHANCE.uniform(0, LONGEST_DELAY_SECONDS) for _ in range(times)]


async def _late(delay: float, send: Any, group: str, message: dict[str, Any]) -> None:
    await asyncio.sleep(delay)
    await send(group, message)


_under_way: set[asyncio.Task[None]] = set()


def _send_badly(send: Any, group: str, message: dict[str, Any]) -> None:
    for delay in _deliveries():
        task = asyncio.ensure_future(_late(delay, send, group, message))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)


class FaultyMemoryLayer(InMemoryChannelLayer):
    """Within one process."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Deliver once, twice or never, with delays."""
        _send_badly(super().group_send, group, message)


class FaultyPubSubLayer(RedisPubSubChannelLayer):
    """Between processes."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Deliver once, twice or never, with delays."""
        _send_badly(super().__getattr__("group_send"), group, message)
