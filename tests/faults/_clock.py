"""A clock alone, as a process to be killed and restarted."""

import re
import sys
from pathlib import Path
from urllib.request import urlopen

from tests.backends import free_port
from tests.faults._site import Restartable
from tests.running_site import ROOT


class Clock(Restartable):
    """A clock alone, with a port for its counters."""

    def __init__(self, folder: Path, name: str, environment: dict[str, str]) -> None:
        port = free_port()
        super().__init__(
            [sys.executable, "manage.py", "clock"],
            port,
            folder / f"{name}.log",
            cwd=ROOT,
            env=environment | {"METRICS_PORT": str(port)},
        )

    def taken(self) -> int:
        """Return how many actions it took."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            [count] = re.findall(rb"^site_clock_actions_total (\S+)", answer.read(), re.MULTILINE)
        return int(float(count))
