"""The difference between two states of a screen."""

from collections.abc import Iterable
from typing import TypeVar

Region = TypeVar("Region")


def diff(
    shown: dict[str, Region], regions: Iterable[tuple[str, Region]]
) -> list[tuple[Region | None, Region]]:
    """Return the regions that differ from those shown: as they were (None if absent), and as they are.

    `shown` maps the ids of regions to their state on the screen, and is brought up to date.
    """
    changed = []
    for region_id, new in regions:
        old = shown.get(region_id)
        # Most are the same object.
        if old is new:
            continue
        if old != new:
            changed.append((old, new))
        shown[region_id] = new
    return changed
