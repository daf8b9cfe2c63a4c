"""The end of a game sends its news, and the whole log to those who ask for it then."""

import pytest
from channels.db import database_sync_to_async

from games.engine.state import GameState
from games.engine.vocabulary import Phase, Policy
from games.selectors.game import load_table
from tests.games import talk
from tests.sockets import tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

HIDDEN = "Opened:"
ASK = {"action": "open_log"}


def one_card_from_the_end(state: GameState) -> bool:
    return (
        state.phase is Phase.CHANCELLOR_ENACT
        and state.liberal_policies == 4
        and Policy.LIBERAL in state.hand
    )


async def test_whole_log_comes_to_whoever_asks_after_the_end_and_to_nobody_before() -> None:
    game, users, state = await database_sync_to_async(talk.at)(one_card_from_the_end)
    table = await database_sync_to_async(load_table)(game.pk)
    assert state.chancellor is not None
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[state.chancellor]) as chancellor,
        tab(path, users[state.president]) as player,
        tab(path) as visitor,
    ):
        tabs = [chancellor, player, visitor]
        for each in tabs:
            await each.html_until_quiet()
        await visitor.ask(ASK)
        refused = await visitor.html_until_quiet()
        assert "still running" in refused
        assert HIDDEN not in refused

        await chancellor.ask(
            {"action": "enact", "card": "L", "decision": table.decision, "action_id": "last"}
        )
        ends = [await each.html_from('data-phase="game_over"') for each in tabs]
        assert all("id=open-log" in end for end in ends)
        assert all('id="log" class' not in end for end in ends)

        logs = []
        for each in (player, visitor):
            await each.ask(ASK)
            logs.append(await each.html_that(lambda html: 'id="log"' in html))
        # The first rounds, in which cards were drawn and discarded, are told to everybody alike.
        assert logs[0] == logs[1]
        assert logs[0].count(HIDDEN) > sum(end.count(HIDDEN) for end in ends) / len(ends)
        assert "id=look-back-1 " in logs[0]
