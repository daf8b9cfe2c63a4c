"""The scale of fault tests: the short form in every run, the full numbers with FAULTS=long.

FAULTS=0.1 is a tenth of the full numbers.
"""

import os

_WANTED = os.environ.get("FAULTS", "")
LONG = bool(_WANTED)
_SHARE = float(_WANTED) if _WANTED not in ("", "long") else 1.0


def of(short: int, long: int) -> int:
    """Return the number for this run."""
    return max(short, round(long * _SHARE)) if LONG else short


def report(figure: str) -> None:
    """Write down a figure, in a long run."""
    if LONG:
        with open(os.environ.get("FAULTS_REPORT", "/dev/stderr"), "a") as file:  # noqa: PTH123
            file.write(f"  {figure}\n")
