"""Parameters that several operations have."""

from typing import Annotated

from ninja import Path, Query

TableCode = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""The code of a lobby or a game."""
PageNumber = Annotated[int, Query(ge=1, le=100_000)]
