"""The channel layer of a single process: nothing in it expires.

Door: ProcessChannelLayer. Whoever listens here takes the own channel away at the end (live.hearing). Its
parent looks on every message through all channels and groups for what expired, so that one game's action
would cost more the more games there are, and forgets listeners after a day, in which a game may still
be young.
"""

from channels.layers import InMemoryChannelLayer


class ProcessChannelLayer(InMemoryChannelLayer):
    """Channels in the memory of this process."""

    def _clean_expired(self) -> None:
        """Leave everything."""
