"""Where a step of a replay is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLink:
    """A step to go to: by address, or, without one, by number in a form."""

    step: int
    url: str
    is_here: bool = False
