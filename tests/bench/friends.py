"""Friends at 100,000 members and 1,000,000 friendships on PostgreSQL: the page of friends, the search by name, a beat of
presence; milliseconds, and how many queries.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests import backends
from tests.running_site import ROOT, manage, site_environment


def main() -> None:
    """Fill a database of its own, and measure in a process of its own."""
    if backends.postgres_binaries() is None:
        print("PostgreSQL was not found")
        return
    with tempfile.TemporaryDirectory() as folder, backends.postgres_server() as address:
        environment = site_environment(Path(folder), DATABASE_URL=address)
        migrated = manage("migrate", "--verbosity", "0", environment=environment)
        assert migrated.returncode == 0, migrated.stderr
        subprocess.run(
            [sys.executable, "-m", f"{__package__}._friends"],
            cwd=ROOT,
            env=environment,
            check=True,
        )


if __name__ == "__main__":
    main()
