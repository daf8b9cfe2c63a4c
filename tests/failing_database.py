"""A database that fails at some statements, as one does that restarts; on the thread of live pages."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.db import database_sync_to_async
from django.db import OperationalError, connection


@asynccontextmanager
async def failing_database(fails: Callable[[str], bool]) -> AsyncIterator[None]:
    """Until the end of the block every statement fails of which this says so."""

    def send(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if fails(sql):
            raise OperationalError("the database went away")
        return execute(sql, *more)

    async with asked_of_the_database(send):
        yield


@asynccontextmanager
async def asked_of_the_database(wrapper: Callable[..., Any]) -> AsyncIterator[None]:
    """Everything that live pages ask the database goes through this wrapper."""
    run = database_sync_to_async
    await run(lambda: connection.execute_wrappers.append(wrapper))()
    try:
        yield
    finally:
        await run(lambda: connection.execute_wrappers.remove(wrapper))()
