"""Garbage collection in the process of a rebuild."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ALLOCATIONS = 800_000
"""More containers than the sheets of a batch hold."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for circles seldom inside the block: a rebuild makes millions of values, and hardly a circle among them.

    Looking takes two fifths of its time otherwise. For commands, whose process has nothing else to do.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
