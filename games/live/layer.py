"""The channel layer of a single process: what has expired is looked for now and then, not every time.

Door: ProcessChannelLayer. Its parent goes through all channels and groups on every message, so that one
game's action would cost more the more games there are.
"""

from time import monotonic

from channels.layers import InMemoryChannelLayer

CLEAN_SECONDS = 30.0


class ProcessChannelLayer(InMemoryChannelLayer):
    """Channels in the memory of this process."""

    cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = monotonic()
        if now - self.cleaned_at >= CLEAN_SECONDS:
            self.cleaned_at = now
            super()._clean_expired()
