"""The site as one ASGI application: HTTP, and websockets behind the origin and sign-in checks.

Server-neutral: `manage.py serve` runs it on Daphne, any other ASGI server can too.
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
from games.transport.crowding import OPEN, refuse  # noqa: E402

logger = logging.getLogger(__name__)

NO_SUCH_SOCKET = 4404
DATABASE_FAILED = 1011
"""Pages come back on it."""

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class HttpHandler(ASGIHandler):
    """Django's handler; all middlewares and the view run one after the other in the request's own thread.

    No thread ever waits for the event loop, so that it ends by itself even after the loop has; and a
    request changes threads once instead of twice for each middleware. Its thread gives its database
    connection back at the end. Connections are kept open for the thread that serves the live tables,
    but what a request's own thread opened would linger until the garbage collector finds it.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002
        """Build the chain of middlewares as for a server without an event loop."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request in its own thread."""
        return await sync_to_async(self.get_response)(request)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with ThreadSensitiveContext():
            try:
                await self.handle(scope, receive, send)
            finally:
                await sync_to_async(connections.close_all)()


class NoSuchSocket(AsyncWebsocketConsumer):
    """Accepts and closes with a code of ours: a refused handshake would be tried again and again."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=NO_SUCH_SOCKET)


class SameOriginOnly:
    """Lets a websocket through only if our own page opened it.

    Browsers send cookies with any site's websocket, so the Origin must name the very host the
    socket was asked of (or one in CSRF_TRUSTED_ORIGINS); a missing Origin is refused as well.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        application = self.application if is_same_origin(scope) else WebsocketDenier()
        await application(scope, receive, send)


class BackAfterAFailure:
    """Closes a websocket under which the database failed, so that its page comes back.

    While a database restarts that happens to all of them: a line each, and no traceback.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.application(scope, receive, send)
        except Error as error:
            logger.warning("The database failed under a websocket: %s", error)
            await send({"type": "websocket.close", "code": DATABASE_FAILED})


class NotTooManyAtOnce:
    """Lets a websocket through unless its address has too many, or opens them too fast.

    What is refused never opens: to its page that is a lost connection, so it waits longer each time before
    it comes back. Nobody is looked up for it.
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
            NotTooManyAtOnce(
                BackAfterAFailure(
                    AuthMiddlewareStack(
                        URLRouter([*websocket_urlpatterns, re_path(r"", NoSuchSocket.as_asgi())])
                    )
                )
            )
        ),
    }
)
