"""The registry: one object for each key and event loop, until it is dropped."""

import asyncio

import pytest

from games.transport.registry import Registry


async def test_object_is_made_once_and_kept_until_it_is_dropped() -> None:
    registry: Registry[int, list[str]] = Registry()
    first = registry.open(1, list)
    assert registry.open(1, list) is first
    assert registry.find(1) is first
    assert registry.find(2) is None
    assert len(registry) == 1
    registry.drop(1, first)
    assert registry.find(1) is None
    assert len(registry) == 0


async def test_late_drop_leaves_the_successor_alone() -> None:
    registry: Registry[int, list[str]] = Registry()
    first = registry.open(1, list)
    registry.drop(1, first)
    second = registry.open(1, list)
    registry.drop(1, first)
    assert registry.find(1) is second


def test_each_event_loop_has_its_own() -> None:
    registry: Registry[int, list[str]] = Registry()

    async def made() -> list[str]:
        return registry.open(1, list)

    with asyncio.Runner() as one, asyncio.Runner() as other:
        assert one.run(made()) is not other.run(made())


def test_outside_of_an_event_loop_there_is_none() -> None:
    registry: Registry[int, list[str]] = Registry()
    with pytest.raises(RuntimeError):
        registry.find(1)
