"""The number of those who watch is told to the other processes, and told again if that has failed."""

import asyncio
import gc
import logging
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import Error

from games.live import watching
from games.live.watching import Watching


async def told(*, fails: bool) -> tuple[list[tuple[int, int]], list[Mapping[str, Any]]]:
    """Tell that two watch, and with the next update again; return what was told, and what nobody heard of."""
    lost: list[Mapping[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: lost.append(context))
    noted: list[tuple[int, int]] = []
    tries = 0

    def note(game_id: int, count: int) -> None:
        nonlocal tries
        tries += 1
        if fails and tries == 1:
            raise Error("the store is away")
        noted.append((game_id, count))

    one = Watching(7, lambda: 2, note)
    one.changed()
    for _update in range(2):
        await asyncio.sleep(3 * watching.TELL_AFTER_SECONDS)
        one.keep()
    await asyncio.sleep(3 * watching.TELL_AFTER_SECONDS)
    del one
    gc.collect()
    return noted, lost


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "TELL_AFTER_SECONDS", 0.1)


def test_a_number_that_could_not_be_told_is_told_with_the_next_update(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR, watching.__name__):
        noted, lost = asyncio.run(told(fails=True))

    assert noted == [(7, 2)]
    assert lost == []
    (line,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert line.getMessage() == "Could not tell how many watch game 7"


def test_a_number_that_was_told_is_not_told_with_every_update() -> None:
    assert asyncio.run(told(fails=False)) == ([(7, 2)], [])
