"""Code that ends its own process, on the database of a test."""

import os
import subprocess
import sys

from tests.games.services.test_rating import ROOT, address


def run_killed(code: str) -> int:
    """Run this code in a process of its own, on the database of the test; return how it ended."""
    environment = os.environ | {"TEST_DATABASE_URL": address(), "DATABASE_URL": address()}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode
