"""The end of a process: gracefully at the first SIGINT or SIGTERM, at once at the second."""

import faulthandler
import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

# Time-outs: for work that has begun, for cleaning up what is cut off, and for all of it if
# something else hangs.
FINISH_SECONDS = 5.0
PUT_AWAY_SECONDS = 1.0
END_SECONDS = 8.0
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_is_asked = False
# By number: Twisted replaces sys.stderr by a log.
STANDARD_ERROR = 2


def shut_down_on_signals(stop: Callable[[], object], *, drain_seconds: float = 0) -> None:
    """Let a signal call `stop`; the process then ends at most END_SECONDS after its drain.

    `stop` is called in the main thread, between any two lines that run there.
    """

    def hear(number: int, _frame: FrameType | None) -> None:
        global _is_asked
        if _is_asked:
            os._exit(128 + number)
        _is_asked = True
        # The last resort. It needs neither the event loop nor Python's lock, and prints what
        # hangs.
        faulthandler.dump_traceback_later(
            drain_seconds + END_SECONDS, file=STANDARD_ERROR, exit=True
        )
        stop()

    for each in SIGNALS:
        signal.signal(each, hear)


def is_shutting_down() -> bool:
    """Whether this process has been asked to end, so it should get no new work."""
    return _is_asked


def exit_process() -> NoReturn:
    """End the process without waiting for threads that hang; their transactions are rolled back."""
    os._exit(0)
