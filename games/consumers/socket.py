"""What every socket of the site has in common: the session guard, and a limit on incoming messages.

A socket that sends more than people do is closed with 1008. See transport.session_guard for the other
reasons to close one.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import HASH_SESSION_KEY

from accounts.network import network_of, request_of
from accounts.sign_outs import session_digest
from games.models import Lobby
from games.services.guesses import count_wrong_code, is_shut_out
from games.transport.asgi_types import Receive, Scope, Send
from games.transport.crowding import ANONYMOUS
from games.transport.metrics import SOCKETS
from games.transport.session_guard import come_in, go_out
from games.values.refusals import GameError

MESSAGES_A_SECOND = 10.0
MESSAGES_AT_ONCE = 20
TOO_MANY_MESSAGES = 1008
SHUT_OUT = 4429
"""The page goes on by plain requests, and is told there why it has to wait."""

Found = TypeVar("Found")


class Allowance:
    """A bucket of messages that fills up again at a steady rate."""

    def __init__(self) -> None:
        self.left = float(MESSAGES_AT_ONCE)
        self.looked_at = monotonic()

    def take(self, now: float) -> bool:
        """Whether one more message is allowed at this moment, in seconds of a steady clock."""
        filled = self.left + (now - self.looked_at) * MESSAGES_A_SECOND
        self.left, self.looked_at = min(filled, MESSAGES_AT_ONCE), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class ShutOutError(Exception):
    """This address has guessed too many codes."""


class SiteConsumer(AsyncWebsocketConsumer):
    """One browser tab's socket."""

    # There is no such layer: a room hears for all its tabs, and a tab needs no line of its own, which
    # would cost it a subscription, and the socket while Redis is away.
    channel_layer_alias = "none"
    person: int | None = None
    session: str = ""
    session_hash: str = ""
    is_closed = False
    came_from: str = ""
    """The network of a visitor without a name who was counted in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one message after the other.

        A socket hears from its room, so it needs no channel of its own, which would cost a task and
        memory; and everything here that touches the database looks after the connection itself, so
        that a message need not visit the database's thread before it is read.
        """
        self.scope, self.base_send = scope, send
        with SOCKETS.track_inprogress(), suppress(StopConsumer):
            try:
                while True:
                    message = await receive()
                    await getattr(self, get_handler_name(message))(message)
            finally:
                # However it ended: also by an error of ours, or when the server stops.
                self.is_closed = True
                go_out(self)
                self.leave()
                ANONYMOUS.let_out(self.came_from)

    def look_up(self, code: str, find: Callable[..., Found], *asked: Any) -> Found:
        """What a code leads to; see services.guesses. Raises ShutOutError, and whatever `find` raises."""
        request = request_of(self.scope)
        if is_shut_out(request, code, self.person):
            raise ShutOutError
        try:
            return find(*asked)
        except (GameError, Lobby.DoesNotExist):
            count_wrong_code(request)
            raise

    def leave(self) -> None:
        """Nobody looks through this socket any more."""

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Count the socket in before anything is sent to it."""
        self.allowance = Allowance()
        self.person = self.scope["user"].pk
        self.session = session_digest(self.scope["session"].session_key)
        self.session_hash = self.scope["session"].get(HASH_SESSION_KEY, "")
        if self.person is None:
            network = network_of(request_of(self.scope))
            if not ANONYMOUS.let_in(network):
                self.is_closed = True
                await self.base_send({"type": "websocket.close"})
                return
            self.came_from = network
        await self.accept()
        await come_in(self)
        if not self.is_closed:
            await super().websocket_connect(message)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Take a message in, unless there are too many or the socket is being closed."""
        if self.is_closed:
            return
        if not self.allowance.take(monotonic()):
            await self.close(code=TOO_MANY_MESSAGES)
            return
        await super().websocket_receive(message)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        """The other side is gone."""
        raise StopConsumer

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket, once; nothing is sent to it any more."""
        if not self.is_closed:
            self.is_closed = True
            await super().close(code, reason)
            self.base_send = _say_nothing


async def _say_nothing(_message: Mapping[str, Any]) -> None:
    """For a socket that is closed, which its room may not know yet."""
