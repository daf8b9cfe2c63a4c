"""What of a screen has to be sent anew."""

from collections.abc import Iterable
from typing import TypeVar

Region = TypeVar("Region")


def diff(
    shown: dict[str, Region], regions: Iterable[tuple[str, Region]]
) -> list[tuple[Region | None, Region]]:
    """The regions that differ from those on the screen: as they were, None if they were not, and as they are.

    `shown` maps the ids of regions to what is on the screen; it is brought up to date.
    """
    changed = []
    for region_id, new in regions:
        old = shown.get(region_id)
        # Most are the very same object.
        if old is not new and old != new:
            shown[region_id] = new
            changed.append((old, new))
    return changed
