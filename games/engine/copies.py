"""Changed copies of large frozen values: the engine makes several for every action."""

from typing import Any, Self


class Copyable:
    """The base of a frozen dataclass without slots: `but` copies one dict, six times faster than dataclasses.replace."""

    def but(self, **changes: Any) -> Self:
        """Return this value with some fields changed."""
        changed = object.__new__(type(self))
        changed.__dict__.update(self.__dict__, **changes)
        return changed
