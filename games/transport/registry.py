"""Objects that a process keeps for its sockets: rooms of tables, boards, guards.

Each object belongs to the event loop it was made on, as its tasks and locks do.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Kept = TypeVar("Kept")


class Registry(Generic[Key, Kept]):
    """Objects by key, separate for each event loop; one is kept until it is dropped.

    All methods but `len` raise RuntimeError outside of an event loop.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, Key], Kept] = {}

    def find(self, key: Key) -> Kept | None:
        """Return the object for this key on the running loop, or None."""
        return self._kept.get(_on_this_loop(key))

    def open(self, key: Key, make: Callable[[], Kept]) -> Kept:
        """Return the object for this key, made first if there is none."""
        place = _on_this_loop(key)
        if place not in self._kept:
            self._kept[place] = make()
        return self._kept[place]

    def drop(self, key: Key, kept: Kept) -> None:
        """Forget an object, unless another has taken its place."""
        if self.find(key) is kept:
            del self._kept[_on_this_loop(key)]

    def __len__(self) -> int:
        """Return the number of objects on all loops."""
        return len(self._kept)


def _on_this_loop(key: Key) -> tuple[int, Key]:
    return id(asyncio.get_running_loop()), key
