"""A channel layer on which nothing arrives, as when Redis is away or a process is new to it."""

from typing import Any

from channels.layers import InMemoryChannelLayer


class DeafLayer(InMemoryChannelLayer):
    """Takes everything, and hands on nothing."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Lose it."""
