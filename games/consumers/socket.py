"""The base of every socket of the site: the session guard, and limits on messages and guesses.

A socket that sends more than people do is closed with 1008. transport.session_guard has the other
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
from games.live.bell import Bell, hang_bell
from games.models import Lobby
from games.services.guesses import count_wrong_code, has_guessed_too_often
from games.transport.asgi_types import Receive, Scope, Send
from games.transport.metrics import SOCKETS
from games.transport.presence_beat import go_offline, go_online
from games.transport.session_guard import come_in, go_out
from games.transport.socket_limits import ANONYMOUS
from games.transport.socket_query import is_tv, socket_language
from games.values.refusals import GameError

MESSAGES_A_SECOND = 10.0
MESSAGES_AT_ONCE = 20
TOO_MANY_MESSAGES = 1008
TOO_MANY_GUESSES = 4429
"""A page does not reconnect on this code; it goes on with plain requests, which say why to wait."""

Found = TypeVar("Found")


class TokenBucket:
    """The messages that a socket may send now; it fills up at a steady rate."""

    def __init__(self) -> None:
        self.left = float(MESSAGES_AT_ONCE)
        self.looked_at = monotonic()

    def take(self, now: float) -> bool:
        """Whether one more message is allowed; `now` is in seconds of a steady clock."""
        filled = self.left + (now - self.looked_at) * MESSAGES_A_SECOND
        self.left, self.looked_at = min(filled, MESSAGES_AT_ONCE), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class TooManyGuessesError(Exception):
    """This address has guessed too many wrong codes."""


class SiteConsumer(AsyncWebsocketConsumer):
    """The socket of one browser tab."""

    # A layer that does not exist: the room listens for all its tabs. A channel for each tab would
    # cost a subscription, and would break the socket while Redis is away.
    channel_layer_alias = "none"
    person: int | None = None
    session: str = ""
    session_hash: str = ""
    is_closed = False
    is_counted = False
    """Whether it shows that its person is on the site."""
    is_spare = False
    leave_bell: Callable[[], None] | None = None
    came_from: str = ""
    """The network under which an anonymous visitor is counted; empty otherwise."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the messages of this socket one after the other.

        The room talks to the socket directly, so it needs no channel, which would cost a task and
        memory. Code that uses the database closes its own connection, so a message need not visit
        the database thread before it is read.
        """
        self.scope, self.base_send = scope, send
        with SOCKETS.track_inprogress(), suppress(StopConsumer):
            try:
                while True:
                    message = await receive()
                    await getattr(self, get_handler_name(message))(message)
            finally:
                # Runs however it ends: after an error of ours, or when the server stops, too.
                self.is_closed = True
                go_out(self)
                if self.is_counted and self.person is not None:
                    go_offline(self.person)
                if self.leave_bell is not None:
                    self.leave_bell()
                self.leave()
                ANONYMOUS.let_out(self.came_from)

    def look_up(self, code: str, find: Callable[..., Found], *asked: Any) -> Found:
        """Return the game or lobby of a code. Raises TooManyGuessesError, and the exceptions of `find`."""
        request = request_of(self.scope)
        if has_guessed_too_often(request, code, self.person):
            raise TooManyGuessesError
        try:
            return find(*asked)
        except (GameError, Lobby.DoesNotExist):
            count_wrong_code(request)
            raise

    def leave(self) -> None:
        """Release what the socket holds; called once, when it ends."""

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Count the socket before anything is sent to it."""
        self.bucket = TokenBucket()
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
        if self.person is not None:
            self.is_counted = True
            go_online(self.person)
        if not self.is_closed:
            await super().websocket_connect(message)
            self._hang_bell()

    def _hang_bell(self) -> None:
        """Keep the bell of this page right: over the socket that the page has anyway."""
        if self.person is not None and not self.is_closed and not is_tv(self.scope):
            self.leave_bell = hang_bell(
                Bell(
                    person=self.person,
                    language=socket_language(self.scope),
                    send_html=self.send_html,
                    is_alone=self.is_spare,
                )
            )

    async def send_html(self, html: str) -> None:
        """Send fragments; htmx swaps each by its id."""
        await self.send(text_data=html)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Handle a message, unless there are too many or the socket is closing."""
        if self.is_closed:
            return
        if not self.bucket.take(monotonic()):
            await self.close(code=TOO_MANY_MESSAGES)
            return
        await super().websocket_receive(message)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:  # noqa: ARG002
        """Stop handling: the client is gone."""
        raise StopConsumer

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket once; nothing is sent to it afterwards."""
        if not self.is_closed:
            self.is_closed = True
            await super().close(code, reason)
            self.base_send = _say_nothing


async def _say_nothing(_message: Mapping[str, Any]) -> None:
    """Replaces a closed socket's sender, as its room may not know yet that it is closed."""
