"""The page of a running table as the server makes it for a player: processor time, queries, bytes, scripts and styles.

Runs of many looks, the best one and the median one: other work on the machine makes all of them longer, and none shorter.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from tests.once import migrate
from tests.running_site import ROOT, manage, site_environment

PEOPLE = 7
RUNS, LOOKS = 9, 20


def main() -> None:
    """Deal a game in a database of its own, and look at its page in a process that knows that database."""
    with tempfile.TemporaryDirectory() as name:
        environment = site_environment(Path(name))
        migrate(environment)
        wanted = f"from tests.bench import _stage; _stage.main({PEOPLE}, 1)"
        staged = manage("shell", "-c", wanted, environment=environment)
        assert staged.returncode == 0, staged.stderr
        (game,) = json.loads(staged.stdout.splitlines()[-1])
        looks = f"from tests.bench import table_page; table_page.look({game['code']!r}, {game['cookies'][0]!r})"
        command = [sys.executable, "manage.py", "shell", "-c", looks]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


def look(code: str, cookie: str) -> None:
    """Print what the page takes for the player with this cookie."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.test_budgets import weights

    client = Client(headers={"cookie": cookie})
    address = f"/games/{code}/"
    for _warm_up in range(LOOKS):
        page = client.get(address)
    assert page.status_code == 200
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    queries = len(asked)
    runs = []
    for _run in range(RUNS):
        began = process_time()
        for _look in range(LOOKS):
            client.get(address)
        runs.append(1000 * (process_time() - began) / LOOKS)
    runs.sort()
    files = weights(page.content.decode())
    print(
        f"  {runs[0]:.1f} ms of processor, median {runs[RUNS // 2]:.1f}; {queries} queries; {len(page.content) / 1000:.0f} KB;"
        f" scripts and styles {sum(files.values()) / 1000:.1f} KB compressed in {len(files)} files"
    )


if __name__ == "__main__":
    main()
