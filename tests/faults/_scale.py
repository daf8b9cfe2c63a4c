"""How much is tried: the short form in every run, the full numbers with FAULTS=long.

FAULTS=0.1 is a tenth of the full numbers.
"""

import os

_WANTED = os.environ.get("FAULTS", "")
LONG = bool(_WANTED)
_SHARE = float(_WANTED) if _WANTED not in ("", "long") else 1.0


def of(short: int, long: int) -> int:
    """How many, in this run."""
    return max(short, round(long * _SHARE)) if LONG else short


def report(figure: str) -> None:
    """A figure worth writing down; shown in a long run."""
    if LONG:
        with open(os.environ.get("FAULTS_REPORT", "/dev/stderr"), "a") as file:  # noqa: PTH123
            file.write(f"  {figure}\n")
