"""Talk over real sockets: once to each hearer, in order, and complete again for a returning tab."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import translation

from games.engine import legal_actions
from games.models import ChatMessage
from games.selectors.game import load_table
from games.services.chat import say
from games.values.refusals import ServiceReason
from games.words.phrases import reason_text
from tests.factories import a_game, a_person, fields_of
from tests.failing_database import asked_of_the_database
from tests.games import talk
from tests.sockets import Tab, tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

start = database_sync_to_async(a_game)
at = database_sync_to_async(talk.at)
speak = database_sync_to_async(say)
somebody = database_sync_to_async(a_person)
spectator = database_sync_to_async(talk.a_spectator)


def texts(html: str) -> list[str]:
    return re.findall(r'class="chat-text">([^<]*)<', html)


def ids(html: str) -> set[str]:
    return set(re.findall(r'<\w+[^>]*?\sid="?([\w-]+)', html))


async def until(one: Tab, wanted: str) -> str:
    """Return all frames up to the one that holds this."""
    html = ""
    while wanted not in html:
        html += await one.html()
    return html


async def come_in(*tabs: Tab) -> None:
    """Connect each; they get the whole table and all talk."""
    for one in tabs:
        await until(one, 'id="chat"')


async def test_message_reaches_every_tab_once_and_the_speaker_is_told_it_was_taken() -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as own, tab(path, users[1]) as other, tab(path) as visitor:
        await come_in(own, other, visitor)
        await own.ask({"action": "say", "text": "hello", "message_id": "c1"})
        frames = [await until(each, "hello") for each in (own, other, visitor)]
        if "talk-answer" not in ids(frames[0]):
            frames[0] += await own.html()
    assert [texts(frame) for frame in frames] == [["hello"]] * 3
    assert 'data-accepted="c1"' in frames[0]
    assert "talk-answer" not in ids(frames[1]) | ids(frames[2])
    # Talk does not send anything of the table itself.
    assert "table-state" not in ids(frames[1])


async def test_lines_come_in_order_and_never_twice_whatever_is_sent_twice() -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as one, tab(path, users[1]) as other:
        await come_in(one, other)
        for number in range(8):
            for _again in range(2):
                fields = {"action": "say", "text": f"n{number}", "message_id": f"c{number}"}
                await one.ask(fields)
        html = await until(other, "n7")
    assert texts(html) == [f"n{number}" for number in range(8)]
    assert re.findall(r'id="(said-\d+)"', html) == [f"said-{place}" for place in range(1, 9)]


async def test_returning_viewer_reads_everything_once() -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    for text in ("one", "two"):
        await speak(game_id=game.pk, user_id=users[0].pk, text=text)
    async with tab(path, users[1]) as first:
        assert texts(await until(first, "two")) == ["one", "two"]
    await speak(game_id=game.pk, user_id=users[0].pk, text="three")
    async with tab(path, users[1]) as again:
        assert texts(await until(again, "three")) == ["one", "two", "three"]
        await speak(game_id=game.pk, user_id=users[2].pk, text="four")
        assert texts(await until(again, "four")) == ["four"]


async def test_r102_dead_and_spectators_are_heard_where_they_belong() -> None:
    game, users, state = await at(talk.somebody_dead)
    dead, living = state.alive.index(False), state.alive.index(True)
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[living]) as alive,
        tab(path, users[dead]) as ghost,
        tab(path, await spectator()) as watcher,
        tab(path, await somebody()) as newcomer,
        tab(path) as visitor,
    ):
        await come_in(alive, ghost, watcher, newcomer, visitor)
        await ghost.ask({"action": "say", "text": "boo"})
        await until(watcher, "boo")
        await watcher.ask({"action": "say", "text": "oh"})
        await until(watcher, "oh")
        await alive.ask({"action": "say", "text": "hm"})
        assert texts(await until(watcher, "hm")) == ["hm"]
        assert texts(await until(ghost, "hm")) == ["boo", "hm"]
        for one in (alive, newcomer, visitor):
            assert texts(await until(one, "hm")) == ["hm"]
        await newcomer.ask({"action": "say", "text": "what do you know?", "message_id": "c1"})
        answer = await newcomer.html()
        assert ids(answer) == {"talk-answer"}
        assert "people who were at this site before the game began" in answer
        assert 'data-accepted=""' in answer


async def test_r102_who_comes_back_finds_no_more_than_before() -> None:
    game, users, state = await at(talk.somebody_dead)
    dead, living = state.alive.index(False), state.alive.index(True)
    watcher, newcomer = await spectator(), await somebody()
    path = f"/ws/games/{game.code}/"
    await speak(game_id=game.pk, user_id=users[dead].pk, text="boo")
    await speak(game_id=game.pk, user_id=watcher.pk, text="oh")
    await speak(game_id=game.pk, user_id=users[living].pk, text="hm")
    for _time in range(2):
        for user, heard in (
            (watcher, ["boo", "oh", "hm"]),
            (users[dead], ["boo", "hm"]),
            (users[living], ["hm"]),
            (newcomer, ["hm"]),
            (None, ["hm"]),
        ):
            async with tab(path, user) as one:
                assert texts(await until(one, 'id="chat"')) == heard
    async with tab(f"{path}?view=tv", watcher) as screen:
        html = await screen.html()
        await speak(game_id=game.pk, user_id=watcher.pk, text="still here")
        assert await screen.is_quiet()
    assert texts(html) == []
    assert "chat" not in ids(html)


async def test_the_end_opens_everything_that_was_said() -> None:
    def last_decision(state: object) -> bool:
        return (
            state.phase.value == "president_discard"  # type: ignore[attr-defined]
            and state.liberal_policies == 4  # type: ignore[attr-defined]
            and [policy.value for policy in state.hand].count("L") >= 2  # type: ignore[attr-defined]
            and not state.veto_in_force  # type: ignore[attr-defined]
        )

    game, users, state = await at(last_decision)
    path = f"/ws/games/{game.code}/"
    listener = next(seat for seat in range(7) if state.alive[seat] and seat != state.president)
    await speak(game_id=game.pk, user_id=(await spectator()).pk, text="it is over")
    async with tab(path, users[listener]) as one, tab(path) as visitor:
        for each in (one, visitor):
            assert texts(await until(each, 'id="chat"')) == []
        for card in ("F", "L"):
            table = await database_sync_to_async(load_table)(game.pk)
            if table.state.phase.value == "president_discard":
                spare = "F" if "F" in [each.value for each in table.state.hand] else "L"
                action = {"action": "discard", "card": spare}
                seat = table.state.president
            else:
                action = {"action": "enact", "card": card}
                seat = table.state.chancellor or 0
            fields = action | {"decision": table.decision, "action_id": f"x{card}"}
            async with tab(path, users[seat]) as actor:
                await come_in(actor)
                await actor.ask(fields)
                await until(actor, "data-phase")
        for each in (one, visitor):
            frames = await until(each, 'data-phase="game_over"')
            assert "it is over" in texts(frames)
            assert "everybody reads everything" in frames


async def test_r053_the_government_is_told_why_and_its_box_closes_and_opens() -> None:
    game, users, state = await at(talk.enacting)
    chancellor = state.chancellor or 0
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[chancellor]) as one, tab(path, users[state.president]) as other:
        assert 'id="say" disabled' in await until(one, 'id="chat"')
        await come_in(other)
        await one.ask({"action": "say", "text": "it was all red", "message_id": "c1"})
        answer = await one.html()
        assert ids(answer) == {"talk-answer"}
        assert "The Chancellor is silent" in answer
        assert 'data-accepted=""' in answer
        assert await other.is_quiet()
        table = await database_sync_to_async(load_table)(game.pk)
        card = table.state.hand[0].value
        fields = {"action": "enact", "card": card, "decision": table.decision, "action_id": "e"}
        await one.ask(fields)
        after = await until(one, "talk-state")
        assert re.search(r'id="say">', after)
        assert "value=received" in after


async def test_claims_appear_in_the_talk_and_beside_their_government() -> None:
    game, users, state = await at(talk.after_a_session)
    president = state.past_rounds[0].president
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[president]) as own,
        tab(path, users[(president + 1) % 7]) as other,
        tab(path) as visitor,
    ):
        assert "value=claim" in await until(own, 'id="chat"')
        await come_in(other, visitor)
        fields = {"action": "claim", "round": "1", "kind": "drew", "content": "LLF"}
        await own.ask(fields)
        frames = [await until(each, "id=claims-1") for each in (own, other, visitor)]
    for frame in frames:
        assert frame.count("claims to have drawn in round 1: Liberal, Liberal, Fascist.") == 2
        assert "claims-1" in ids(frame)
    assert "claim-offers" in ids(frames[0])
    assert "claim-offers" not in ids(frames[2])
    async with tab(path) as late:
        whole = await until(late, 'id="chat"')
    assert whole.count("claims to have drawn in round 1: Liberal, Liberal, Fascist.") >= 2


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "say"},
        {"action": "say", "text": {"a": 1}},
        {"action": ["say"], "text": "x"},
        {"action": "phrase", "phrase": ["trust"]},
        {"action": "claim", "round": 1, "kind": {}, "content": None},
    ],
)
async def test_malformed_talk_is_answered_and_nothing_is_said(fields: dict[str, object]) -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as one, tab(path, users[1]) as other:
        await come_in(one, other)
        await one.ask(fields)
        assert "could not be understood" in await one.html()
        assert await other.is_quiet()


async def test_guest_and_whoever_is_in_haste_are_told_so_in_their_language() -> None:
    game, users = await start(guests_write=False, slow_mode="15")
    path = f"/ws/games/{game.code}/"
    hello = {"action": "phrase", "phrase": "hello", "message_id": "c2"}
    async with tab(f"{path}?language=es", users[0]) as one, tab(path, users[1]) as other:
        await come_in(one, other)
        await one.ask({"action": "say", "text": "free speech", "message_id": "c1"})
        html = await one.html()
        with translation.override("es"):
            assert reason_text(ServiceReason.GUESTS_CHOOSE) in html
        assert 'data-accepted=""' in html
        await one.ask(hello)
        await until(other, "Hello, everybody.")
        assert 'data-accepted="c2"' in await one.html_until_quiet()
        await one.ask(hello | {"message_id": "c3"})
        html = await one.html()
        assert re.search(r"\b1[45]\b", html)
        assert 'data-accepted=""' in html
        assert await other.is_quiet()


async def test_action_of_the_game_does_not_look_at_the_talk() -> None:
    game, users = await start()
    table = await database_sync_to_async(load_table)(game.pk)
    president = table.state.president
    async with tab(f"/ws/games/{game.code}/", users[president]) as actor:
        await come_in(actor)
        looked: list[str] = []

        def note(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
            if sql.startswith("SELECT") and f'FROM "{ChatMessage._meta.db_table}"' in sql:
                looked.append(sql)
            return execute(sql, *more)

        async with asked_of_the_database(note):
            action = legal_actions(table.state, president)[0]
            await actor.ask(fields_of(action, table, "one"))
            await until(actor, 'data-phase="vote"')
            assert looked == []
            await actor.ask({"action": "say", "text": "there", "message_id": "1"})
            await until(actor, "there")
            assert looked
