"""100,000 members, 3,000 clubs and 1,000,000 friendships on PostgreSQL: home, friends, search, clubs, a night, notices;
milliseconds, and how many queries.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests import backends
from tests.running_site import ROOT, site_environment


def main() -> None:
    """Measure in a process of its own, on a database of its own."""
    if backends.postgres_binaries() is None:
        print("PostgreSQL was not found")
        return
    with tempfile.TemporaryDirectory() as folder, backends.postgres_server() as address:
        environment = site_environment(Path(folder), DATABASE_URL=address)
        subprocess.run(
            [sys.executable, "-m", f"{__package__}._community"],
            cwd=ROOT, env=environment, check=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
