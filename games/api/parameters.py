"""Parameters that several operations have."""

from typing import Annotated

from ninja import Path, Query

TableCode = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""The code of a lobby or a game."""
PageNumber = Annotated[int, Query(ge=1, le=100_000)]
Versions = Annotated[
    str,
    Query(
        pattern=r"^([0-9a-f]{16}(,[0-9a-f]{16}){0,3})?$",
        description="The versions of the last lines that were read, with commas between: what is still so is not told again.",
    ),
]
