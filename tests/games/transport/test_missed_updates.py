"""A table that got no hint catches up by itself: with an action, a line of talk, a changed seat."""

import pytest
from channels.db import database_sync_to_async

from games.engine import legal_actions
from games.selectors.game import load_table
from games.services.game import set_stand_in
from games.transport import missed_updates
from tests.factories import a_game, play
from tests.sockets import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)

run = database_sync_to_async


async def everything(one: Tab) -> str:
    """Return all frames of two looks."""
    html = ""
    while not await one.receive_nothing(timeout=2 * missed_updates.LOOK_SECONDS):
        html += await one.html()
    return html


@pytest.mark.usefixtures("nothing_arrives")
async def test_missed_changes_are_made_up_for_and_nothing_is_sent_twice() -> None:
    game, users = await run(a_game)()
    path = f"/ws/games/{game.code}/"
    async with tab(path) as spectator, tab(path, users[0]) as player:
        before = await spectator.html()
        assert 'data-phase="nominate"' in before
        await player.html()
        table = await run(load_table)(game.pk)
        await run(play)(game, legal_actions(table.state, table.state.president)[0])
        assert 'data-phase="vote"' in await everything(spectator)
        assert await everything(spectator) == ""
        await player.ask({"action": "say", "text": "Who hears me?", "message_id": "1"})
        assert "Who hears me?" in await everything(spectator)
        await run(set_stand_in)(game_id=game.pk, seat=0, has_stand_in=True)
        assert "stand-in" in await everything(spectator)


async def test_watch_ends_after_the_last_one_left() -> None:
    game, _users = await run(a_game)()
    async with tab(f"/ws/games/{game.code}/") as one:
        await one.html()
        assert missed_updates.watches
    assert not missed_updates.watches
