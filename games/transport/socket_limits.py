"""Limits on the sockets of one address: how many, and how fast. Each process counts its own.

Sockets without a session are also counted separately. An address is forgotten when it has no
socket and its allowance is full again; if there are too many addresses, the oldest is dropped.
"""

from collections import Counter
from time import monotonic

from django.conf import settings

from games.transport.asgi_types import Receive, Send

MOST_KNOWN = 20_000


class SocketLimit:
    """The sockets of each address, with a token bucket for new ones."""

    def __init__(self, *, most: int, at_once: int, a_second: float) -> None:
        self.most, self.at_once, self.a_second = most, at_once, a_second
        self.open: Counter[str] = Counter()
        self.buckets: dict[str, tuple[float, float]] = {}
        """Tokens left and the time of that, by address; the last one to connect is at the end."""

    def let_in(self, network: str, now: float | None = None) -> bool:
        """Count a socket, or return False if it is one too many; an unknown address is ""."""
        if not network:
            return True
        now = monotonic() if now is None else now
        left = self._left(network, now)
        is_welcome = left >= 1 and self.open[network] < self.most
        self.buckets.pop(network, None)
        # An address that keeps trying waits until the bucket has a token again, and no longer.
        self.buckets[network] = (left - is_welcome, now)
        self._forget(now)
        if is_welcome:
            self.open[network] += 1
        elif not self.open[network]:
            del self.open[network]
        return is_welcome

    def let_out(self, network: str) -> None:
        """Forget a socket that was let in."""
        if network:
            self.open[network] -= 1
            if not self.open[network]:
                del self.open[network]

    def _left(self, network: str, now: float) -> float:
        left, since = self.buckets.get(network, (float(self.at_once), now))
        return min(float(self.at_once), left + (now - since) * self.a_second)

    def _forget(self, now: float) -> None:
        if len(self.buckets) <= MOST_KNOWN:
            return
        for network in list(self.buckets):
            if self._left(network, now) >= self.at_once:
                del self.buckets[network]
        while len(self.buckets) > MOST_KNOWN // 2:
            del self.buckets[next(iter(self.buckets))]


async def refuse(receive: Receive, send: Send) -> None:
    """Refuse a websocket before it opens."""
    await receive()
    await send({"type": "websocket.close"})


OPEN = SocketLimit(
    most=settings.SOCKETS_AN_ADDRESS,
    at_once=settings.SOCKETS_AN_ADDRESS,
    a_second=settings.NEW_SOCKETS_A_SECOND,
)
ANONYMOUS = SocketLimit(
    most=settings.ANONYMOUS_SOCKETS_AN_ADDRESS,
    at_once=settings.ANONYMOUS_SOCKETS_AN_ADDRESS,
    a_second=settings.NEW_SOCKETS_A_SECOND,
)
