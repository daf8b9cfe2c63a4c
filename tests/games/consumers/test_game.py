"""The live table over real sockets: each connection gets its own table, a stranger gets none."""

import asyncio
import re

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import AsyncClient
from django.utils import timezone
from prometheus_client import REGISTRY

from config.asgi import application
from games.engine import legal_actions
from games.engine.actions import CastBallot
from games.engine.observation import decision_token
from games.engine.vocabulary import Vote
from games.selectors.game import load_table
from games.selectors.watching import watching
from games.services.game import act, set_stand_in
from games.values.actor import Actor
from tests.factories import a_game, a_person, fields_of
from tests.sockets import tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

load = database_sync_to_async(load_table)
start = database_sync_to_async(a_game)


def ids(html: str) -> set[str]:
    return set(re.findall(r'<\w+[^>]*?\sid="?([\w-]+)', html))


async def test_connecting_brings_the_whole_table() -> None:
    game, users = await start()
    async with tab(f"/ws/games/{game.code}/", users[0]) as one:
        html = await one.html()
    assert {"phase-sentence", "decision", "election-tracker", "log", "table-state"} <= ids(html)
    assert all(f"seat-{number}" in ids(html) for number in range(5))


@pytest.mark.parametrize("view", ["", "tv"])
async def test_page_and_first_frame_name_the_release_of_the_site(view: str) -> None:
    game, users = await start()
    client = AsyncClient()
    await client.aforce_login(users[0])
    page = await client.get(f"/games/{game.code}/{view and f'{view}/'}")
    async with tab(f"/ws/games/{game.code}/?view={view}", users[0]) as one:
        first = await one.html()

    mark = r"<i id=page-release hidden>\w{8}</i>"
    (named,) = re.findall(mark, page.content.decode())
    assert re.findall(mark, first) == [named]


async def test_nomination_reaches_every_tab_and_only_what_changed_is_sent() -> None:
    game, users = await start()
    table = await load(game.pk)
    president = table.state.president
    nominate = legal_actions(table.state, president)[0]
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[president]) as own,
        tab(path, users[president]) as second_tab,
        tab(path, users[(president + 1) % 5]) as other,
        tab(path) as spectator,
    ):
        tabs = [own, second_tab, other, spectator]
        for each in tabs:
            await each.html()
        await own.ask(fields_of(nominate, table, "one"))
        frames = [await each.html() for each in tabs]
    for html in frames:
        assert 'data-phase="vote"' in html
        assert "secret-role" not in ids(html)
        assert "fascist-track" not in ids(html)
    assert "act-vote-true" in ids(frames[2])
    assert "act-vote-true" not in ids(frames[3])


async def test_people_who_watch_are_counted_once_each_and_players_never() -> None:
    game, users = await start()
    fan = await database_sync_to_async(a_person)()
    path = f"/ws/games/{game.code}/"

    async def counted(count: int) -> bool:
        for _try in range(40):
            if watching([game.pk]).get(game.pk, 0) == count:
                return True
            await asyncio.sleep(0.1)
        return False

    async with tab(path, users[0]), tab(path, fan), tab(path + "?view=tv"):
        async with tab(path, fan), tab(path), tab(path):
            assert await counted(3)
        assert await counted(1)
    assert await counted(0)


async def test_changed_ballot_is_noticed_by_the_voter_alone() -> None:
    game, users = await start()
    table = await load(game.pk)
    president = table.state.president
    path = f"/ws/games/{game.code}/"
    voter, watcher = (president + 1) % 5, (president + 2) % 5
    async with (
        tab(path, users[president]) as chair,
        tab(path, users[voter]) as own,
        tab(path, users[watcher]) as other,
        tab(path) as spectator,
    ):
        for each in (chair, own, other, spectator):
            await each.html()
        await chair.ask(fields_of(legal_actions(table.state, president)[0], table, "n"))
        for each in (chair, own, other, spectator):
            await each.html()
        voting = await load(game.pk)
        await own.ask(fields_of(CastBallot(seat=voter, vote=Vote.JA), voting, "ja"))
        for each in (chair, own, other, spectator):
            await each.html()
        await own.ask(fields_of(CastBallot(seat=voter, vote=Vote.NEIN), voting, "nein"))
        assert "act-vote-true" in ids(await own.html())
        assert await other.is_quiet()
        assert await spectator.is_quiet()
        assert await chair.is_quiet()


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "not json",
        "[]",
        "null",
        '"text"',
        "{}",
        '{"action": "nominate"}',
        '{"action": "win", "decision": "1.nominate", "action_id": "a"}',
        '{"action": "nominate", "target": true, "decision": "1.nominate", "action_id": "a"}',
        '{"action": "nominate", "target": "1e1", "decision": "1.nominate", "action_id": "a"}',
        '{"action": "nominate", "target": "1", "decision": "1.nominate", "action_id": ""}',
        '{"action": "nominate", "target": "1", "decision": {"a": 1}, "action_id": "a"}',
        "[" * 3000,
        '{"action": "' + "x" * 9000 + '"}',
    ],
)
async def test_malformed_message_gets_a_notice_and_changes_nothing(text: str) -> None:
    game, users = await start()
    president = (await load(game.pk)).state.president
    async with tab(f"/ws/games/{game.code}/", users[president]) as one:
        await one.html()
        await one.send_to(text_data=text)
        notice = await one.html()
        assert ids(notice) == {"notices"}
        assert await one.is_quiet()
    assert (await load(game.pk)).version == game.version


async def test_refusals_are_told_to_the_asker_alone() -> None:
    game, users = await start()
    table = await load(game.pk)
    president = table.state.president
    nominate = legal_actions(table.state, president)[0]
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[president]) as own,
        tab(path, users[(president + 1) % 5]) as other,
        tab(path, await database_sync_to_async(a_person)()) as stranger,
    ):
        for each in (own, other, stranger):
            await each.html()
        await stranger.ask(fields_of(nominate, table, "a"))
        assert ids(await stranger.html()) == {"notices"}
        await other.ask(fields_of(nominate, table, "b"))
        notice = await other.html()
        assert ids(notice) == {"notices"}
        # With a link to the rule it would break.
        assert 'class=rule href="/rules/round/"' in notice
        assert await own.is_quiet()
    assert (await load(game.pk)).version == game.version


async def test_unknown_game_is_closed_for_good() -> None:
    async with tab("/ws/games/nosuchgame22/") as one:
        closed = await one.receive_output(3)
    assert closed["type"] == "websocket.close"
    assert closed["code"] == 4404


async def test_locked_table_is_closed_to_strangers_and_open_to_its_players() -> None:
    game, users = await start(password="hashed")
    async with tab(f"/ws/games/{game.code}/") as one:
        closed = await one.receive_output(3)
    # The same as for a game that does not exist.
    assert closed["code"] == 4404
    async with tab(f"/ws/games/{game.code}/", users[0]) as one:
        assert "decision" in ids(await one.html())


async def test_foreign_origin_is_refused() -> None:
    game, _users = await start()
    headers = [(b"origin", b"https://evil.example"), (b"host", b"testserver")]
    one = WebsocketCommunicator(application, f"/ws/games/{game.code}/", headers=headers)
    connected, _code = await one.connect(timeout=3)
    assert not connected


async def test_each_tab_reads_the_language_of_its_page() -> None:
    game, users = await start()
    async with (
        tab(f"/ws/games/{game.code}/?language=en", users[0]) as english,
        tab(f"/ws/games/{game.code}/?language=xx", users[0]) as unknown,
    ):
        assert await english.html() == await unknown.html()


async def test_motion_made_over_the_socket_is_answered_by_post_and_shown_to_everybody(
    async_client: AsyncClient,
) -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as one, tab(path, users[1]) as two, tab(path) as spectator:
        for each in (one, two, spectator):
            await each.html()
        await one.ask({"action": "propose_pause", "motion": "0"})
        frames = [await each.html() for each in (one, two, spectator)]
        assert all(f"Agreed: {users[0].username}." in html for html in frames)
        answers = [re.findall(r'value="(agree|decline)"', html) for html in frames]
        assert answers == [["decline"], ["agree", "decline"], []]
        await async_client.aforce_login(users[1])
        answer = {"action": "decline", "motion": "1"}
        posted = await async_client.post(f"/games/{game.code}/agree/", answer)
        assert posted.status_code == 302
        settled = [await each.html() for each in (one, two, spectator)]
    assert all(f"Not agreed: {users[1].username}" in html for html in settled)


async def test_abandoned_table_tells_everybody_and_opens_nothing() -> None:
    game, users = await start(1, 4)
    roles = (await load(game.pk)).state.roles
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as one, tab(path) as spectator:
        for each in (one, spectator):
            await each.html()
        await one.ask({"action": "propose_abandon", "motion": "0"})
        frames = [await each.html() for each in (one, spectator)]
    assert all("The game was abandoned." in html for html in frames)
    # The page then removes the link out of the game.
    assert all(re.search("id=table-state[^>]* data-ended", html) for html in frames)
    assert len(set(roles)) == 3
    assert not any("role-card" in html for html in frames)
    async with tab(path) as late:
        html = await late.html()
    assert "The game was abandoned." in html
    assert "data-action=" not in html
    assert "role-card" not in html


async def test_each_thing_asked_for_is_counted_as_what_it_is_and_as_what_came_of_it() -> None:
    game, users = await start()
    names = ("actions", "agreements", "extensions", "seat_returns")

    def counted() -> list[float]:
        asked = [(name, outcome) for name in names for outcome in ("taken", "refused")]
        values = [
            REGISTRY.get_sample_value(f"site_{name}_total", {"outcome": outcome})
            for name, outcome in asked
        ]
        return [value or 0 for value in values]

    before = counted()
    table = await load(game.pk)
    own = table.state.president
    await database_sync_to_async(set_stand_in)(game_id=game.pk, seat=own, has_stand_in=True)
    async with tab(f"/ws/games/{game.code}/", users[own]) as one:
        await one.html()
        for fields in (
            {"action": "return"},
            {"action": "propose_pause", "motion": "0"},
            {"action": "agree", "motion": "7"},
            # A table without a clock has no time to give.
            {"action": "more_time", "decision": decision_token(table.state)},
            fields_of(legal_actions(table.state, own)[0], table, "once"),
            fields_of(legal_actions(table.state, own)[0], table, "late"),
        ):
            await one.ask(fields)
            await one.html_until_quiet()
    new = [after - earlier for earlier, after in zip(before, counted(), strict=True)]
    assert new == [1, 1, 1, 1, 0, 1, 1, 0]


@pytest.mark.parametrize("is_late", [False, True])
async def test_whoever_acts_is_back_without_a_word_of_the_stand_in(is_late: bool) -> None:
    game, users = await start()
    table = await load(game.pk)
    president = table.state.president
    nominate = legal_actions(table.state, president)[0]
    seat_stand_in = database_sync_to_async(set_stand_in)
    after = await seat_stand_in(game_id=game.pk, seat=president, has_stand_in=True)
    if is_late:
        plays = database_sync_to_async(act)
        await plays(table=after, action=nominate, actor=Actor.STAND_IN, now=timezone.now())
    async with tab(f"/ws/games/{game.code}/", users[president]) as own:
        assert "Acting takes it back." in await own.html()
        await own.ask(fields_of(nominate, table, "late"))
        html = await own.html()
    assert '<div id="stand-in" hidden></div>' in html
    assert "notice-error" not in html
    # What is asked now stands there.
    assert "Cast your ballot" in html or "cast your ballot" in html
