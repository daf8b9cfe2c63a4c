"""Long downloads, a batch at a time: a long one needs no more memory than a short one."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import translation

from games.selectors.export import ExportCursor

NextBatch = Callable[[ExportCursor | None], tuple[ExportCursor | None, str]]
"""Returns the place after a batch, and its text; no place after the last."""


def stream_batches(
    next_batch: NextBatch, *, after: ExportCursor | None = None, head: str = ""
) -> AsyncIterator[str]:
    """Return the head, then the text of every batch, in the language that is active now."""
    return _stream(next_batch, after, head, translation.get_language())


async def _stream(
    next_batch: NextBatch, after: ExportCursor | None, head: str, language: str | None
) -> AsyncIterator[str]:
    def in_language(place: ExportCursor | None) -> tuple[ExportCursor | None, str]:
        # Streamed after the view has returned, so the language must be activated again.
        try:
            with translation.override(language):
                return next_batch(place)
        finally:
            # A slow reader keeps no connection to the database between two batches.
            connection.close()

    if head:
        yield head
    last, text = await sync_to_async(in_language)(after)
    while last is not None:
        yield text
        last, text = await sync_to_async(in_language)(last)


def json_line(value: Any) -> str:
    """Return a value as one line of a file of JSON lines."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
