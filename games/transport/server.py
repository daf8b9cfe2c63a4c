"""Daphne with our limits, a clean end, and the clock on the same event loop.

HTTP, websockets, the in-process channel layer and the clock share one event loop, so a single
process works without Redis.
"""

import asyncio
import gc
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from socket import SO_SNDBUF, SOL_SOCKET
from time import monotonic, time
from typing import Any

# Before anything that may touch Twisted. isort: skip
from games.transport.event_loop import Server, twisted_loop  # isort: skip
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import defer, tcp
from twisted.internet import reactor as _reactor
from twisted.python.failure import Failure

from games.transport.body_limit import too_large_response
from games.transport.broadcast import bind_loop
from games.transport.compression import accept, secret_message
from games.transport.headers import is_secure, security_headers
from games.transport.shutdown import FINISH_SECONDS, PUT_AWAY_SECONDS, shut_down_on_signals

HTTP_TIMEOUT_SECONDS = 30
# Waiting connections: a thousand people come back at once after a restart.
LISTEN_BACKLOG = 2048
# A player's longest message is one form; a longer one is closed with 1009. Our own messages are
# longer: a whole table with its log.
LARGEST_RECEIVED_BYTES = 16 * 1024
# Bytes that may wait for a client that does not read: in the kernel, then in our buffer until
# Twisted reports a full connection, then beyond. A client further behind gets a whole table sooner
# by reconnecting.
SEND_BUFFER_BYTES = 64 * 1024
FULL_BYTES = 16 * 1024
LARGEST_UNSENT_BYTES = 32 * 1024
# The first byte of a text frame, and the flag of a compressed one.
TEXT = 1
COMPRESSED = 4
# At the end, this many checks in a row must find no work left: a request may be on its way through
# the kernel. Checks, not seconds: a blocked loop can neither receive nor find anything.
QUIET_LOOKS = 6
LOOK_AGAIN_SECONDS = 0.02
GOING_AWAY = 1012
"""Pages reconnect, to the next process or another one."""
# Close codes that Autobahn does not let applications send: too many messages; the database failed.
PROTOCOL_CLOSE_CODES = frozenset({1008, 1011, GOING_AWAY})
# How many new objects start a garbage collection of the young, middle and old ones. The default is
# 700, and all tables stand still while Python goes through the old ones.
GARBAGE_THRESHOLDS = (50_000, 20, 100)

# What Autobahn and Daphne keep of a handshake, and nobody reads afterwards: a tenth of an open socket.
_OF_HANDSHAKE = frozenset({
    "_wskey", "allowedOrigins", "allowedOriginsPatterns", "allowNullOrigin", "clean_headers", "flashSocketPolicy",
    "http_headers", "http_request_data", "http_request_host", "http_request_params", "http_request_path",
    "http_request_uri", "http_response_data", "http_status_line", "maxConnections", "perMessageCompressionAccept",
    "serveFlashSocketPolicy", "trustXForwardedFor", "versions", "websocket_extensions", "websocket_origin",
    "websocket_protocols", "webStatus",
})  # fmt: skip
_NOBODY: deque[asyncio.Future[None]] = deque()
"""Who waits for something that never happens."""
_NOTHING: deque[tuple[bytes, bool]] = deque()
"""What Autobahn keeps back for later, as long as it keeps nothing."""

logger = logging.getLogger(__name__)
reactor: Any = _reactor

Background = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


class ListenError(Exception):
    """The address cannot be listened on."""


class _SiteSocket(WebSocketProtocol):
    """A websocket with a size limit for incoming messages, and one for unsent bytes."""

    maxMessagePayloadSize: int  # noqa: N815
    is_full = False
    unsent_bytes = 0
    send_queue: deque[tuple[bytes, bool]]

    def onOpen(self) -> None:  # noqa: N802
        """Let Twisted tell this socket when the client stops reading, and forget the handshake."""
        super().onOpen()
        # Another dictionary: this one would stay as large as it was.
        self.__dict__ = {
            name: value for name, value in vars(self).items() if name not in _OF_HANDSHAKE
        }
        if not self.send_queue:
            self.send_queue = _NOTHING
        self.transport.unregisterProducer()
        self.transport.bufferSize = FULL_BYTES
        self.transport.registerProducer(self, True)
        self.transport.getHandle().setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES)

    def pauseProducing(self) -> None:  # noqa: N802
        """The client does not read."""
        self.is_full = True

    def resumeProducing(self) -> None:  # noqa: N802
        """The client has read everything."""
        self.is_full, self.unsent_bytes = False, 0

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is gone."""

    def sendMessage(self, payload: bytes, *arguments: Any, **options: Any) -> None:  # noqa: N802
        """Send without the size limit: Autobahn has one for both directions."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(payload, *arguments, **options)
        finally:
            self.maxMessagePayloadSize = limit

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send the application's message; a secret in a frame whose length does not reveal it.

        Messages to a client that has just gone are dropped; the application hears of that next.
        """
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return
        deflate = self._perMessageCompress
        if deflate is None or not message.get("is_secret"):
            super().handle_reply(message)
            return
        deflate.start_compress_message()
        payload = secret_message(deflate._compressor, message["text"].encode())  # noqa: SLF001
        self.sendFrame(opcode=TEXT, payload=payload, rsv=COMPRESSED)

    def sendData(  # noqa: N802
        self, data: bytes, sync: bool = False, chopsize: int | None = None
    ) -> None:
        """Hand bytes to the kernel at once if nothing waits before them, and only the rest to Twisted.

        Twisted would wait for the socket to become writable, although it nearly always is.
        """
        was_full = self.is_full
        if (sync or chopsize) and self.send_queue is _NOTHING:
            self.send_queue = deque()
        rest = data if sync or self.send_queue else _write_at_once(self.transport, data)
        if rest:
            super().sendData(rest, sync, chopsize)
        if was_full:
            # Buffers are bounded.
            self.unsent_bytes += len(rest)
            if self.unsent_bytes > LARGEST_UNSENT_BYTES:
                # A closing handshake would wait behind the rest. The page sees 1006 and
                # reconnects.
                self.dropConnection(abort=True)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with any code that the application chooses."""
        if code in PROTOCOL_CLOSE_CODES:
            self._fail_connection(code, "")
        else:
            super().serverClose(code)


def _write_at_once(transport: Any, data: bytes) -> bytes:
    """Write to the kernel; return the bytes that it did not take."""
    is_plain = isinstance(transport, tcp.Connection) and not transport.TLS
    if not is_plain or not transport.connected:
        return data
    if transport.dataBuffer or transport._tempDataBuffer:  # noqa: SLF001
        return data
    written = transport.writeSomeData(data)
    # Anything but a number means a lost connection, which Twisted will notice as well.
    return data[written:] if isinstance(written, int) else data


class _SiteRequest(WebRequest):
    """A request whose body is dropped once it is larger than any form of ours."""

    received_bytes = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Take a part of the body; Daphne would keep all of it first."""
        self.received_bytes += len(data)
        if self.received_bytes <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Hand the request to the application, or refuse it."""
        if self.received_bytes <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            answer = super().process()
            if self.transport is None:
                # It has become a socket. These two hold each other, and would wait for the collection of garbage.
                self.channel.requests.clear()
            return answer
        headers, page = too_large_response(
            self.path.decode("latin-1"),
            self._header(b"accept-language"),
            self._header(b"cookie"),
            self._header(b"x-forwarded-proto"),
        )
        self.handle_reply({"type": "http.response.start", "status": 413, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": page})
        return None

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Daphne's own answers, with our security headers."""
        proto = self._header(b"x-forwarded-proto")
        for name, value in security_headers(is_secure=is_secure(proto)).items():
            self.responseHeaders.setRawHeaders(name, [value])
        super().basic_error(status, status_text, body)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send the application's answer; close the connection after it if the process is to end."""
        is_last = self.server.stopping.is_set() and not self.finished and self.channel is not None
        if is_last and message["type"] == "http.response.start":
            self.setHeader(b"connection", b"close")
            self.channel.persistent = False
        if message.get("more_body"):
            # The time-out counts from the last part of a long answer.
            self.request_start = time()
        super().handle_reply(message)

    def unsent_bytes(self) -> int:
        """Return how much of the answer waits for a client that reads slowly."""
        transport = getattr(self.channel, "transport", None)
        unsent: int = len(getattr(transport, "dataBuffer", b"")) + getattr(
            transport, "_tempDataLen", 0
        )
        return unsent

    def _header(self, name: bytes) -> str:
        last: bytes = self.requestHeaders.getRawHeaders(name, [b""])[-1]
        return last.decode("latin-1")


class _SiteServer(Server):
    """Daphne's server with fixes, and a coroutine beside it."""

    def __init__(self, *, background: Background | None, **options: Any) -> None:
        super().__init__(**options)
        self.background = background
        self.background_task: asyncio.Task[None] | None = None
        self.stopping = asyncio.Event()
        self.listen_failure: str | None = None
        self.ports: list[tcp.Port] = []

    def start_background(self) -> None:
        """Start the coroutine, and use our classes for requests and sockets."""
        self.ws_factory.protocol = _SiteSocket
        # Give the reason in a closing handshake, instead of dropping the connection.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        if settings.WEBSOCKET_DEFLATE:
            self.ws_factory.setProtocolOptions(perMessageCompressionAccept=accept)
        self.http_factory.buildProtocol = partial(_build_protocol, self.http_factory.buildProtocol)
        if self.background is not None:
            self.background_task = twisted_loop.create_task(self.background(self.stopping))

    def listen_success(self, port: tcp.Port) -> None:
        """Remember the port, which is closed first at the end."""
        self.ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure: Failure) -> None:
        """Remember the error, for one plain line instead of a critical log entry."""
        self.listen_failure = failure.getErrorMessage()
        self.stop()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application for a connection, with an empty root path.

        Daphne takes the root path from a request header, with which any client could change routes
        and links.
        """
        queue = super().create_application(protocol, scope | {"root_path": self.root_path})
        if queue is not None:
            # A queue without a limit that nobody joins: each of these would be empty for as long as the socket is open.
            queue._putters = queue._finished._waiters = _NOBODY  # noqa: SLF001
        return queue

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a part of an answer; the next part of a long one waits until the client has read enough.

        Otherwise a month of games would wait in memory. Daphne's time-out ends the wait for a client that never reads.
        """
        await super().handle_reply(protocol, message)
        if not (message.get("more_body") and isinstance(protocol, _SiteRequest)):
            return
        # Twisted tells only one producer that a client has read, and that is not this coroutine.
        while protocol.unsent_bytes() > LARGEST_UNSENT_BYTES and self._is_connected(protocol):  # noqa: ASYNC110
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _is_connected(self, protocol: Any) -> bool:
        return not self.connections.get(protocol, {"disconnected": True}).get("disconnected")

    def kill_all_applications(self) -> Any:
        """Let running work finish within a time limit.

        Daphne's own method cuts it off, and then waits without limit.
        """
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._finish()))

    async def _finish(self) -> None:
        """Accept no connections, let running work finish, then cut off the rest."""
        self.stopping.set()
        for port in self.ports:
            # Connections that the kernel has accepted are still taken in.
            port.numberAccepts = LISTEN_BACKLOG
            port.doRead()  # type: ignore[no-untyped-call]
            port.stopListening()  # type: ignore[no-untyped-call]
        began, quiet_looks = monotonic(), 0
        while monotonic() - began < FINISH_SECONDS and quiet_looks < QUIET_LOOKS:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            quiet_looks = 0 if self._count_busy() else quiet_looks + 1
        # Requests that were read are answered; from here on none is read.
        for reader in reactor.getReaders():
            if isinstance(reader, tcp.Server):
                reader.stopReading()  # type: ignore[no-untyped-call]
        if busy := self._count_busy():
            logger.warning("Cut off %d of what did not finish in %d s", busy, FINISH_SECONDS)
        await _cut_off(asyncio.all_tasks() - {asyncio.current_task()})

    def _count_busy(self) -> int:
        """Return how much work is going on; sockets are asked to close, new ones too."""
        busy = sum(isinstance(writer, tcp.Server) for writer in reactor.getWriters())
        for protocol, details in list(self.connections.items()):
            if isinstance(protocol, _SiteSocket) and protocol.state == _SiteSocket.STATE_OPEN:
                # Its earlier messages are still handled; then it hears that the client is gone.
                protocol.serverClose(GOING_AWAY)
            application = details.get("application_instance")
            is_unanswered = isinstance(protocol, _SiteRequest) and "disconnected" not in details
            busy += is_unanswered or (application is not None and not application.done())
        return busy + (self.background_task is not None and not self.background_task.done())


def _build_protocol(build: Callable[[Any], Any], address: Any) -> Any:
    protocol = build(address)
    protocol.requestFactory = _SiteRequest
    return protocol


async def _cut_off(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=PUT_AWAY_SECONDS)


def serve(
    application: Any,
    *,
    host: str,
    port: int,
    background: Background | None,
    on_ready: Callable[[str], None],
) -> None:
    """Serve until SIGINT or SIGTERM; `on_ready` gets the address once it is open.

    Threads of cut-off work may still hang afterwards: the caller must end the process without
    waiting for them.
    """
    asyncio.set_event_loop(twisted_loop)
    interface = host.strip("[]").replace(":", r"\:")
    endpoint = f"tcp:port={port}:interface={interface}:backlog={LISTEN_BACKLOG}"

    def ready() -> None:
        server.start_background()
        on_ready(_address(*server.listening_addresses[0]))

    server = _SiteServer(
        application=application,
        endpoints=[endpoint],
        background=background,
        ready_callable=ready,
        http_timeout=HTTP_TIMEOUT_SECONDS,
        websocket_max_frame_size=LARGEST_RECEIVED_BYTES,
        websocket_max_message_size=LARGEST_RECEIVED_BYTES,
        # -1: a tab may stay open for days; pings find dead ones.
        websocket_timeout=-1,
        server_name="",
        # Twisted's own handlers ignore a second signal.
        signal_handlers=False,
        # 2: errors inside Twisted reach our log.
        verbosity=2,
    )
    leave_alone_what_stays()
    bind_loop(twisted_loop)
    # Until then the site serves on, except that /health/ready/ tells the proxy to send no one
    # here.
    drain = settings.DRAIN_SECONDS
    shut_down_on_signals(
        lambda: reactor.callFromThread(reactor.callLater, drain, server.stop), drain_seconds=drain
    )
    server.run()
    if server.listen_failure is not None:
        raise ListenError(server.listen_failure)


def leave_alone_what_stays() -> None:
    """Keep the garbage collector from objects made before the first visitor, and make it rare for others."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def _address(host: str, port: int) -> str:
    """Return the address to open; a server on all interfaces is also on this machine's own."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
