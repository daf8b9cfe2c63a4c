"""A small mail server for tests, which accepts mails, refuses, drops or hangs.

Real sockets, since a site's reaction to a bad server shows only there.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Temper(StrEnum):
    """What the server does to its clients."""

    TAKES = "takes"
    REFUSES = "refuses"
    """It answers, and rejects every address."""
    DROPS = "drops"
    """It hangs up."""
    HANGS = "hangs"
    """It says nothing at all."""
    DAWDLES = "dawdles"
    """It answers every line just before a client would give up."""
    AWAY = "away"
    """There is no server."""


DAWDLES_SECONDS = 0.2


@dataclass
class MailServer:
    """Its address, its behaviour, and the mails it has taken."""

    port: int
    temper: Temper
    mails: list[str] = field(default_factory=list)
    visits: int = 0

    def configure(self, settings: Any, timeout: float = 0.3) -> None:
        """Let the site send its mails to this server."""
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", self.port
        settings.EMAIL_TIMEOUT, settings.EMAIL_PATIENCE = timeout, 3 * timeout


@contextmanager
def mail_server(temper: Temper) -> Iterator[MailServer]:
    """Run one on a free port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = MailServer(listener.getsockname()[1], temper)
    if temper is Temper.AWAY:
        listener.close()
        yield server
        return
    over = threading.Event()
    thread = threading.Thread(target=_listen, args=(listener, server, over), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        over.set()
        # Wakes the thread that waits in accept().
        with suppress(OSError):
            socket.create_connection(listener.getsockname(), timeout=1).close()
        thread.join(timeout=5)
        listener.close()


def _listen(listener: socket.socket, server: MailServer, over: threading.Event) -> None:
    while True:
        visitor, _address = listener.accept()
        if over.is_set():
            visitor.close()
            return
        server.visits += 1
        threading.Thread(target=_serve, args=(visitor, server, over), daemon=True).start()


def _serve(visitor: socket.socket, server: MailServer, over: threading.Event) -> None:
    with closing(visitor), suppress(OSError):
        if server.temper is Temper.HANGS:
            over.wait(30)
        if server.temper in (Temper.HANGS, Temper.DROPS):
            return
        _talk(visitor, server, over)


def _talk(visitor: socket.socket, server: MailServer, over: threading.Event) -> None:
    def say(line: str) -> None:
        if server.temper is Temper.DAWDLES:
            over.wait(DAWDLES_SECONDS)
        visitor.sendall(f"{line}\r\n".encode())

    lines = visitor.makefile("r", encoding="utf-8", newline="\r\n")
    with closing(lines):
        say("220 test")
        for line in lines:
            word = line[:4].upper().strip()
            if word == "DATA":
                say("354 go on")
                mail = "".join(iter(lambda: next(lines), ".\r\n"))
                server.mails.append(mail.replace("\r\n", "\n"))
                say("250 taken")
            elif word == "RCPT" and server.temper is Temper.REFUSES:
                say("550 no such person")
            elif word == "QUIT":
                say("221 bye")
                return
            else:
                say("250 well")
