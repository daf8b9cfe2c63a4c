"""The site as one ASGI application: HTTP, and websockets behind origin, session and rate checks.

Server-neutral: `manage.py serve` runs it on Daphne; any other ASGI server can, too.
"""

import logging
import os
from collections.abc import Awaitable, Callable

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.handlers.asgi import ASGIHandler  # noqa: E402
from django.db import Error, connections  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.http.request import split_domain_port, validate_host  # noqa: E402
from django.http.response import HttpResponseBase  # noqa: E402
from django.urls import re_path  # noqa: E402

from accounts.network import network_of, request_of  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from games.transport.asgi_types import Receive, Scope, Send  # noqa: E402
from games.transport.socket_limits import OPEN, refuse  # noqa: E402

logger = logging.getLogger(__name__)

NO_SUCH_SOCKET = 4404
DATABASE_FAILED = 1011
"""The close code on which a page reconnects."""

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class HttpHandler(ASGIHandler):
    """Django's handler; all middlewares and the view of a request run on one thread.

    No thread waits for the event loop, so each one ends by itself even after the loop has ended,
    and a request changes threads once instead of twice for each middleware. The thread closes its
    database connection at the end: only the thread that serves live tables keeps one open, and
    those of requests would linger until the garbage collector finds them.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002
        """Build the chain of middlewares as for a server without an event loop."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request on a thread of its own."""
        return await sync_to_async(self.get_response)(request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with ThreadSensitiveContext():
            try:
                await self.handle(scope, receive, send)
            finally:
                await sync_to_async(connections.close_all)()


class NoSuchSocket(AsyncWebsocketConsumer):
    """Accepts an unknown path, then closes it with 4404: pages retry a refused handshake for ever."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=NO_SUCH_SOCKET)


class SameOriginOnly:
    """Lets a websocket through only if a page of ours opened it.

    Browsers send cookies with the websocket of any site, so the Origin must name the host that was
    asked (or one in CSRF_TRUSTED_ORIGINS). A missing Origin is refused as well.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        application = self.application if is_same_origin(scope) else WebsocketDenier()
        await application(scope, receive, send)


class ReconnectAfterFailure:
    """Closes a websocket after a database failure, with a code on which its page reconnects.

    While a database restarts this happens to all of them: the log gets one line each, no
    traceback.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.application(scope, receive, send)
        except Error as error:
            logger.warning("The database failed under a websocket: %s", error)
            await send({"type": "websocket.close", "code": DATABASE_FAILED})


class SocketLimitMiddleware:
    """Limits how many websockets an address opens, and how fast.

    A refused one never opens: its page sees a lost connection, so it waits longer each time before
    it reconnects. The check needs no database.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        network = network_of(request_of(scope))
        if not OPEN.let_in(network):
            await refuse(receive, send)
            return
        try:
            await self.application(scope, receive, send)
        finally:
            OPEN.let_out(network)


class KnowsVisitor:
    """Finds out who opens a websocket, then hands it on with its cookies, session and user.

    The middlewares of Channels would stay around the socket as long as it is open: they would look at the
    session for every frame, and each keeps a copy of the scope. A socket changes no session, so they are
    asked once.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known: list[Scope] = []

        async def note(scope: Scope, _receive: Receive, _send: Send) -> None:
            known.append(scope)

        await AuthMiddlewareStack(note)(scope, receive, send)
        await self.application(known.pop(), receive, send)


def is_same_origin(scope: Scope) -> bool:
    """Whether a page of this site opened the websocket."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    host, origin = headers.get(b"host", "").lower(), headers.get(b"origin", "").lower()
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    schemes = ("https",) if settings.SECURE_SSL_REDIRECT else ("http", "https")
    return any(origin == f"{scheme}://{host}" for scheme in schemes)


application = ProtocolTypeRouter(
    {
        "http": HttpHandler(),
        "websocket": SameOriginOnly(
            SocketLimitMiddleware(
                ReconnectAfterFailure(
                    KnowsVisitor(
                        URLRouter([*websocket_urlpatterns, re_path(r"", NoSuchSocket.as_asgi())])
                    )
                )
            )
        ),
    }
)
