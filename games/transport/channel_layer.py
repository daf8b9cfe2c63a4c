"""The channel layer of a single process, which cleans up now and then instead of at every message.

Its parent goes through all channels and groups at every message, so one game's action would cost
more with every other game; and it drops listeners after a day, or when they were busy for a
minute. Our listeners leave by themselves (transport.group_listener), and hear until then.
"""

from contextlib import suppress
from time import monotonic
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 30.0
YEARS = 100 * 365 * 24 * 3600


class ProcessChannelLayer(InMemoryChannelLayer):
    """Channels in the memory of this process."""

    cleaned_at = 0.0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, group_expiry=YEARS)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Put a message into the channels of a group, but for full ones; the parent makes a task for each."""
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in tuple(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _clean_expired(self) -> None:
        now = monotonic()
        if now - self.cleaned_at >= CLEAN_SECONDS:
            self.cleaned_at = now
            super()._clean_expired()

    def _remove_from_groups(self, channel: str) -> None:
        """Keep the listener: unread messages are dropped, later ones are heard."""
