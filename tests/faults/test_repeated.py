"""Each action sent one to five times, out of order, over the socket and as a form: it counts once."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games.engine import legal_actions
from games.models import GameEvent
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from tests.factories import a_game, fields_of
from tests.faults._scale import of, report
from tests.sockets import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)

MOST_COPIES, LOOKS = 5, 500
ALLOWANCE = "games.consumers.socket.MESSAGES_AT_ONCE"


async def test_action_sent_again_and_again_is_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ALLOWANCE, 10**9)
    wanted, chance, sent, statuses, seed = of(120, 20_000), Random(7), 0, set(), 0
    sequences = 0
    while sequences < wanted:
        seed += 1
        game, users = await database_sync_to_async(a_game)(5, seed=seed)
        path = f"/ws/games/{game.code}/"
        browsers = [Client() for _ in users]
        for browser, user in zip(browsers, users, strict=True):
            await database_sync_to_async(browser.force_login)(user)
        expected: set[str] = set()
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(tab(path, user)) for user in users]
            # Late copies, when other decisions are open.
            late: list[tuple[int, dict[str, str]]] = []
            while sequences < wanted:
                table = await database_sync_to_async(load_table)(game.pk)
                if table.is_over:
                    break
                seat = chance.choice(table.undecided())
                action = chance.choice(legal_actions(table.state, seat))
                fields = fields_of(action, table, f"a{sequences}")
                expected.add(f"{seat}:a{sequences}")
                copies = [(seat, fields)] * chance.randint(1, MOST_COPIES)
                # The first copy is sent now, the others at any time.
                now, later = copies[:1], copies[1:]
                late += later
                chance.shuffle(late)
                while late and chance.random() < 0.6:
                    now.append(late.pop())
                chance.shuffle(now)
                for who, form in now:
                    sent += 1
                    if chance.random() < 0.5:
                        await send(tabs[who], form)
                    else:
                        post = database_sync_to_async(browsers[who].post)
                        statuses.add((await post(f"/games/{game.code}/act/", form)).status_code)
                # A frame may be about something else, so wait for the one about this action before
                # the next decision.
                key = f"{seat}:a{sequences}"
                for _look in range(LOOKS):
                    if await database_sync_to_async(is_counted)(game.pk, key):
                        break
                    await asyncio.sleep(0.01)
                sequences += 1
            for who, form in late:
                sent += 1
                await send(tabs[who], form)
        await database_sync_to_async(forget_all)()
        keys = await database_sync_to_async(keys_of)(game.pk)
        assert sorted(keys) == sorted(expected)
    report(f"{sequences} actions sent {sent} times over socket and form: one event each")
    assert statuses <= {302, 409}


async def send(one: Tab, form: dict[str, str]) -> None:
    """Send it, and wait for the answer: an update, or a notice to this tab alone."""
    while not one.output_queue.empty():
        one.output_queue.get_nowait()
    await one.ask(form)
    await one.html()


def is_counted(game_id: int, key: str) -> bool:
    """Whether this action is in the log."""
    return GameEvent.objects.filter(game_id=game_id, action_key=key).exists()


def keys_of(game_id: int) -> list[str]:
    """Return the key of every action in a game's log."""
    keys = GameEvent.objects.filter(game_id=game_id).values_list("action_key", flat=True)
    return [key for key in keys if key is not None]
