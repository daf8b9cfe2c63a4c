"""Clubs at 100,000 people and 3,000 clubs on PostgreSQL: the list, search, and the pages of a club of 2,000."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests import backends
from tests.running_site import ROOT, manage, site_environment


def main() -> None:
    """Fill a database of its own, and request pages in a process of its own."""
    if backends.postgres_binaries() is None:
        print("PostgreSQL was not found")
        return
    with tempfile.TemporaryDirectory() as folder, backends.postgres_server() as address:
        environment = site_environment(Path(folder), DATABASE_URL=address)
        migrated = manage("migrate", "--verbosity", "0", environment=environment)
        assert migrated.returncode == 0, migrated.stderr
        subprocess.run(
            [sys.executable, "-m", f"{__package__}._clubs"], cwd=ROOT, env=environment, check=True
        )


if __name__ == "__main__":
    main()
