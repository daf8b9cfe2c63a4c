"""The channel layer of a single process: what has expired is looked for now and then, not every time.

Its parent goes through all channels and groups on every message, so that one game's action would cost
more the more games there are; and it forgets listeners after a day, or when they were busy for a minute.
Ours take their leave themselves (transport.group_listener), and hear until then.
"""

from time import monotonic
from typing import Any

from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 30.0
YEARS = 100 * 365 * 24 * 3600


class ProcessChannelLayer(InMemoryChannelLayer):
    """Channels in the memory of this process."""

    cleaned_at = 0.0

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, group_expiry=YEARS)

    def _clean_expired(self) -> None:
        now = monotonic()
        if now - self.cleaned_at >= CLEAN_SECONDS:
            self.cleaned_at = now
            super()._clean_expired()

    def _remove_from_groups(self, channel: str) -> None:
        """Stay: what a listener did not fetch is thrown away, what comes next is heard."""
