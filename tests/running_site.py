"""The real site as a process of its own, for tests that need sockets, signals or a browser.

It runs on the test settings (no pauses, no rate limits) with a database file in the folder; a
second start on the same folder finds the same data.
"""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.backends import wait_until
from tests.once import environment_with, migrate

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Site:
    """A running site: its address, and its output so far."""

    process: subprocess.Popen[str]
    environment: dict[str, str]
    output: list[str] = field(default_factory=list)
    shell: "Shell | None" = None

    @property
    def url(self) -> str:
        """The printed address, without the slash at the end."""
        found = re.search(r"Open (http://\S+?)/ ", "".join(self.output))
        return found[1] if found else ""

    def runs(self, code: str) -> str:
        """Run Python beside the site, on its data; the last line that it prints."""
        self.shell = self.shell or Shell(self.environment)
        return self.shell.runs(code)

    def stop(self, with_signal: signal.Signals = signal.SIGTERM, timeout: float = 10) -> int:
        """Send a signal and wait for the end; return the exit status."""
        self.process.send_signal(with_signal)
        return self.process.wait(timeout)


class Shell:
    """`manage.py shell` that is told one thing after another: its start costs more than most of them."""

    LISTENS = (
        "import json, sys, traceback\n"
        "for _line in sys.stdin:\n"
        "    try:\n"
        "        exec(json.loads(_line))\n"
        "        print('\\n' + {end!r}, flush=True)\n"
        "    except Exception:\n"
        "        print('\\n' + traceback.format_exc() + '\\n' + {failed!r}, flush=True)\n"
    )
    END = "-- done --"
    FAILED = "-- failed --"

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-c", self.LISTENS.format(end=self.END, failed=self.FAILED)],
            cwd=ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def runs(self, code: str) -> str:
        """Run this; the last line that it prints. What goes wrong there is an error here."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        printed: list[str] = []
        for line in self.process.stdout:
            if line.strip() == self.END:
                return printed[-1] if printed else ""
            if line.strip() == self.FAILED:
                break
            if line.strip():
                printed.append(line.strip())
        raise AssertionError("\n".join(printed))

    def close(self) -> None:
        """End it."""
        self.process.communicate(timeout=120)


def site_environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site with its data in this folder, whatever the test run itself uses."""
    chosen = {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "PYTHONUNBUFFERED": "1"}
    return environment_with(**chosen | more)


def manage(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run one command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip


@contextmanager
def running_site(folder: Path, *arguments: str, **more: str) -> Iterator[Site]:
    """Migrate, start `manage.py serve` on a free port, and stop it afterwards."""
    environment = site_environment(folder, **more)
    migrate(environment)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "0", *arguments],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    site = Site(process, environment)
    assert process.stdout is not None
    # An unread pipe fills up and stops the site.
    reader = threading.Thread(target=lambda: site.output.extend(process.stdout or ()), daemon=True)
    reader.start()
    try:
        wait_until(lambda: bool(site.url), process)
        yield site
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        reader.join(timeout=5)
        process.stdout.close()
        if site.shell is not None:
            site.shell.close()
