"""Home and lobby pages stay up to date over their sockets, and everybody is taken to the game."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from games.live.lobby_board import boards
from games.models import Game, Lobby
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby_rematch import rematch
from games.services.lobby_talk import mute_in_lobby, talk_in_lobby
from games.services.watching import note_watching
from games.values.chat import SayRequest, SlowMode
from games.values.lobby import LobbySettings
from tests.factories import a_game, a_person
from tests.games.lobbies import a_full_table, a_table, join, people_of, seat_id
from tests.sockets import tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

run = database_sync_to_async


def ids(html: str) -> set[str]:
    return set(re.findall(r'<\w+[^>]*?\sid="([\w-]+)"', html))


@run
def socket_of(path: str, user: Any = None) -> str:
    """Return the socket that a freshly loaded page opens."""
    client = Client()
    if user is not None:
        client.force_login(user)
    page = client.get(path).content.decode()
    found = re.search(r'ws-connect="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


@run
def change(act: Any, **arguments: Any) -> Any:
    return act(**arguments)


async def test_home_learns_of_new_and_changed_and_closed_tables() -> None:
    async with tab(await socket_of("/")) as home:
        assert await home.is_quiet()
        lobby = await run(a_table)(name="Friday")
        assert "Friday" in await home.html()
        await run(join)(lobby)
        assert "2 of 10 seats taken" in await home.html()
        for user in await run(people_of)(lobby):
            await change(seats.leave_lobby, lobby_id=lobby.pk, user=user)
        gone = f'<li id="table-{lobby.code}" hx-swap-oob="delete"></li>'
        assert gone in await home.html_until_quiet()


async def test_home_is_sent_only_the_card_that_is_new_or_has_changed() -> None:
    first = await run(a_table)(name="Friday")
    async with tab(await socket_of("/")) as home:
        assert await home.is_quiet()
        second = await run(a_table)(name="Saturday")
        html = await home.html()
        # After all others, and read out once.
        assert '<ul id="open-tables" hx-swap-oob="beforeend"><li id="table-' in html
        assert news(html) == ["A table is open: Saturday."]
        assert first.code not in html
        await run(join)(first)
        html = await home.html()
        assert f'<li id="table-{first.code}"' in html
        assert "hx-swap-oob" not in html
        assert second.code not in html
        # Well under what a list of two would take; a card takes as much with sixty beside it.
        assert len(html.encode()) < 3000


async def test_home_hears_only_of_tables_that_its_filter_takes() -> None:
    async with (
        tab(await socket_of("/?filter=1&spoken=pl&free=1")) as poles,
        tab(await socket_of("/")) as all_,
    ):
        await run(a_table)(name="Friday", languages=("en",))
        assert "Friday" in await all_.html()
        assert await poles.is_quiet()
        table = await run(a_table)(name="Piątek", languages=("en", "pl"), most_players=5)
        assert "Piątek" in await poles.html()
        # Full: gone for those who want a free seat, another card for the others.
        for _ in range(4):
            await run(join)(table)
        gone = f'<li id="table-{table.code}" hx-swap-oob="delete"></li>'
        assert gone in await poles.html_until_quiet()
        html = await all_.html_until_quiet()
        assert gone not in html
        assert "5 of 5 seats taken" in html


async def test_home_learns_of_games_to_watch_and_how_many_watch() -> None:
    async with tab("/ws/home/") as home:
        await home.html()
        game, users = await run(a_game)(5)
        assert f'href="/games/{game.code}/"' in await home.html()
        async with tab("/ws/home/", users[0]) as player:
            # Who plays it is not offered to watch it.
            assert game.code not in await player.html()
        await run(note_watching)(game.pk, 2)
        assert "2 watch" in await home.html()
        await run(Game.objects.filter(pk=game.pk).update)(status=Game.Status.FINISHED)
        html = await home.html()
        assert 'id="games-to-watch"' in html
        assert game.code not in html


async def test_home_never_hears_of_tables_by_link() -> None:
    async with tab(await socket_of("/")) as home:
        lobby = await run(a_table)(name="Hidden", is_public=False)
        await run(join)(lobby)
        assert await home.is_quiet()


async def test_home_learns_by_itself_that_a_rematch_no_longer_keeps_its_seats() -> None:
    game, users = await run(a_game)(5, pace="relaxed")
    await run(Game.objects.filter(pk=game.pk).update)(status=Game.Status.FINISHED)
    await run(game.refresh_from_db)()
    path = await socket_of("/")
    async with tab(path) as home:
        lobby = await change(rematch, game=game, user=users[0])
        assert lobby.code not in await home.html_until_quiet()
        soon = timezone.now() + timedelta(seconds=1)
        # Nothing is announced: only time passes.
        await run(Lobby.objects.filter(pk=lobby.pk).update)(waits_until=soon)
        assert f'href="/lobbies/{lobby.code}/"' in await home.html()


async def test_page_that_is_behind_is_brought_up_to_date_on_connecting() -> None:
    address = await socket_of("/")
    await run(a_table)(name="Friday")
    async with tab(address) as home:
        assert "Friday" in await home.html()


async def test_everybody_in_the_lobby_sees_who_comes_and_who_is_ready() -> None:
    lobby = await run(a_table)()
    path, host = f"/lobbies/{lobby.code}/", lobby.host
    async with (
        tab(await socket_of(path, host), host) as own,
        tab(await socket_of(path)) as visitor,
    ):
        assert await own.is_quiet()
        ana = await run(join)(lobby, await run(a_person)("Ana"))
        frames = [await own.html(), await visitor.html()]
        assert all("Ana" in html and "Not ready" in html for html in frames)
        # Only changed regions; and only the host may remove people.
        assert ids(frames[1]) & {"lobby-settings", "lobby-heading"} == set()
        assert ["Remove: Ana" in html for html in frames] == [True, False]
        assert all("csrf" not in html for html in frames)
        await change(seats.set_ready, lobby_id=lobby.pk, user=ana, is_ready=True)
        assert "</svg> Ready" in await visitor.html()


async def test_new_host_gets_the_buttons() -> None:
    lobby = await run(a_table)()
    user = await run(join)(lobby)
    async with tab(await socket_of(f"/lobbies/{lobby.code}/", user), user) as one:
        await change(seats.leave_lobby, lobby_id=lobby.pk, user=lobby.host)
        assert 'id="start-game"' in await one.html()


async def test_start_takes_every_page_along() -> None:
    lobby = await run(a_full_table)(5)
    path = f"/lobbies/{lobby.code}/"
    player = (await run(people_of)(lobby))[1]
    async with (
        tab(await socket_of(path, player), player) as one,
        tab(await socket_of(path)) as visitor,
    ):
        game = await change(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=lobby.host)
        assert f'data-redirect="/games/{game.code}/"' in await one.html()
        # Who waited at the full table watches.
        assert f'data-redirect="/games/{game.code}/"' in await visitor.html()
    # Also a tab that connects too late.
    async with tab(f"/ws/lobbies/{lobby.code}/?seated=1", player) as late:
        assert f'data-redirect="/games/{game.code}/"' in await late.html()


async def test_nobody_is_taken_to_watch_a_game_behind_a_password() -> None:
    lobby = await run(a_full_table)(5)
    await run(Lobby.objects.filter(pk=lobby.pk).update)(password="secret")
    path = f"/lobbies/{lobby.code}/"
    async with tab(await socket_of(path)) as visitor:
        await change(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=lobby.host)
        assert f'data-redirect="{path}"' in await visitor.html()


async def test_who_comes_and_goes_is_said_in_one_line() -> None:
    lobby = await run(a_table)(most_players=6)
    path, host = f"/lobbies/{lobby.code}/", lobby.host
    async with (
        tab(await socket_of(path, host), host) as own,
        tab(await socket_of(path)) as visitor,
    ):
        people = await run(lambda: [join(lobby, a_person(f"P{n}")) for n in range(1, 4)])()
        said: list[str] = []
        while "P3" not in " ".join(said):
            said += news(await own.html())
        # A burst may come in one look at the lobby or in several, and nobody is left out or said twice.
        assert re.findall(r"P\d", " ".join(said)) == ["P1", "P2", "P3"]
        assert said[-1].endswith("Waiting for 1 more player.")
        while "P3" not in await visitor.html():
            pass
        await change(seats.set_size, lobby_id=lobby.pk, user=host, size=6)
        assert news(await own.html())[0].startswith("2 bots have sat down.")
        assert news(await visitor.html())[0].startswith("2 bots have sat down.")
        await change(seats.leave_lobby, lobby_id=lobby.pk, user=people[1])
        assert news(await own.html())[0].startswith("P2 has left.")
        assert "A seat is free: you can sit down." in news(await visitor.html())[0]


def news(html: str) -> list[str]:
    return re.findall(r'<div id="lobby-news" hx-swap-oob="beforeend"><p>(.*?)</p>', html)


async def test_talk_reaches_those_who_sit_there_line_by_line() -> None:
    lobby = await run(a_table)()
    path, host = f"/lobbies/{lobby.code}/", lobby.host
    user = await run(join)(lobby)
    first = SayRequest(text="First words", message_id="")
    await change(talk_in_lobby, lobby_id=lobby.pk, user=host, request=first)
    async with (
        tab(await socket_of(path, user), user) as one,
        tab(await socket_of(path)) as visitor,
    ):
        assert await one.is_quiet()
        second = SayRequest(text="More <b>words", message_id="")
        await change(talk_in_lobby, lobby_id=lobby.pk, user=host, request=second)
        html = await one.html()
        assert ids(html) == {"lobby-talk", "lobby-said-2"}
        assert 'hx-swap-oob="beforeend"' in html
        assert "More &lt;b&gt;words" in html
        assert "First words" not in html
        assert await visitor.is_quiet()
        seat = await run(seat_id)(lobby, host)
        await change(mute_in_lobby, lobby_id=lobby.pk, user=user, seat_id=seat, is_muted=True)
        html = await one.html()
        assert "words" not in html
        assert 'id="lobby-talk"' in html


async def test_guest_is_given_another_box_once_the_host_lets_guests_write() -> None:
    lobby = await run(a_table)(guests_write=False)
    user = await run(join)(lobby)
    async with tab(await socket_of(f"/lobbies/{lobby.code}/", user), user) as one:
        assert await one.is_quiet()
        for settings, mode, note in (
            ({"guests_write": True}, "free", "Only those who sit here"),
            ({"slow_mode": SlowMode.LONG}, "phrases", "Slow mode: 30 seconds"),
        ):
            chosen = LobbySettings(name="Friday", **settings)
            await change(
                lobbies.change_settings, lobby_id=lobby.pk, user=lobby.host, settings=chosen
            )
            # On the last of them the page loads itself anew.
            html = await one.html_from(f'data-mode="{mode}"', note, "The settings have changed.")
            assert ("Guests choose" in html) is (mode == "phrases")


async def test_who_closes_the_page_is_away_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.lobby_board.LOOK_AGAIN_SECONDS", 0.05)
    monkeypatch.setattr("games.live.lobby_board.REPORT_SECONDS", 0.05)
    monkeypatch.setattr("games.selectors.lobby.AWAY_SECONDS", 0.6)
    lobby = await run(a_table)()
    user = await run(join)(lobby, await run(a_person)("Ana"))
    path, host = f"/lobbies/{lobby.code}/", lobby.host
    async with tab(await socket_of(path, host), host) as own:
        async with tab(await socket_of(path, user), user) as other:
            await asyncio.sleep(1)
            assert "Away" not in await own.html_until_quiet()
            await other.html_until_quiet()
        await asyncio.sleep(1)
        assert (await own.html_until_quiet()).count("Away") == 1
        async with tab(await socket_of(path, user), user):
            assert await own.html_that(lambda html: "Ana" in html and "Away" not in html)


async def test_removed_person_is_led_to_the_page_that_says_so() -> None:
    lobby = await run(a_table)()
    user = await run(join)(lobby)
    path = f"/lobbies/{lobby.code}/"
    async with tab(await socket_of(path, user), user) as one:
        seat = await run(seat_id)(lobby, user)
        await change(seats.remove_from_lobby, lobby_id=lobby.pk, user=lobby.host, seat_id=seat)
        html = await one.html()
    assert ids(html) == {"lobby-redirect"}
    assert f'data-redirect="{path}"' in html


@pytest.mark.usefixtures("nothing_arrives")
async def test_removed_person_is_led_there_without_a_hint() -> None:
    lobby = await run(a_table)()
    user = await run(join)(lobby)
    address = await socket_of(f"/lobbies/{lobby.code}/", user)
    seat = await run(seat_id)(lobby, user)
    async with tab(address, user) as one:
        await change(seats.remove_from_lobby, lobby_id=lobby.pk, user=lobby.host, seat_id=seat)
        assert ids(await one.html()) == {"lobby-redirect"}
    # Also after a reconnect: a tab that was asleep meanwhile.
    async with tab(address, user) as late:
        assert ids(await late.html()) == {"lobby-redirect"}


async def test_socket_speaks_the_language_of_its_page() -> None:
    lobby = await run(a_table)()
    async with (
        tab(f"/ws/lobbies/{lobby.code}/?language=es") as spanish,
        tab(f"/ws/lobbies/{lobby.code}/?language=en") as english,
        tab(f"/ws/lobbies/{lobby.code}/?language=xx") as unknown,
    ):
        frames = [await each.html() for each in (spanish, english, unknown)]
    assert frames[1] == frames[2]
    assert ids(frames[0]) == ids(frames[1])


async def test_socket_of_an_unknown_lobby_is_closed_for_good() -> None:
    async with tab("/ws/lobbies/ZZZZZZ/") as one:
        assert await one.receive_output(1) == {"type": "websocket.close", "code": 4404}


async def test_sockets_take_no_messages() -> None:
    lobby = await run(a_table)()
    async with tab(f"/ws/lobbies/{lobby.code}/", lobby.host) as one:
        await one.html()
        await one.send_to(text_data='{"start": "1"}')
        closed = await one.receive_output(1)
    assert closed["code"] == 4400
    assert await run(lambda: Lobby.objects.get(pk=lobby.pk).status)() == "open"


async def test_board_is_taken_down_after_the_last_page() -> None:
    lobby = await run(a_table)()
    async with tab(f"/ws/lobbies/{lobby.code}/") as one:
        await one.html()
        assert len(boards) == 1
    assert not boards


async def test_lost_message_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.lobby_board.LOOK_AGAIN_SECONDS", 0.1)
    lobby = await run(a_table)()
    async with tab(f"/ws/lobbies/{lobby.code}/") as one:
        await one.html()
        # This change is not announced.
        await run(Lobby.objects.filter(pk=lobby.pk).update)(name="Renamed behind our back")
        html = await one.html()
    assert "Renamed behind our back" in html
    assert ids(html) == {"lobby-heading", "lobby-news"}
