"""What a viewer's screen shows of a table: the page and the socket say the same."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from games.engine.vocabulary import Phase
from games.live.table_screen import screen_of
from games.live.tv import tv_page_views
from games.presenters.table.tv import tv_regions
from games.selectors.seen_table import see_table
from games.services.chat import say
from games.values.moments import DEAL_SECONDS
from tests.factories import a_game, play_at_random
from tests.sockets import tab

pytestmark = pytest.mark.django_db(transaction=True)

run = database_sync_to_async


def page_of(code: str, user: Any) -> BeautifulSoup:
    """The page as this person (None: a visitor) is given it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse("games:table", args=[code]))
    assert answer.status_code == 200
    return BeautifulSoup(answer.content.decode(), "html.parser")


def ids_of(game_id: int, user: Any) -> set[str]:
    """The regions on this person's screen."""
    joined_at = None if user is None else user.date_joined
    screen = screen_of(see_table(game_id, None if user is None else user.pk), joined_at)
    regions = (*screen.table.regions(), *screen.talk.regions())
    return {region.id for region in regions} | {screen.log.id, "chat"}


def test_tv_page_has_a_place_for_every_region_that_it_is_sent() -> None:
    game, _users = a_game(7)
    answer = Client().get(reverse("games:tv", args=[game.code]))
    assert answer.status_code == 200
    page = BeautifulSoup(answer.content.decode(), "html.parser")
    regions = tv_regions(*tv_page_views(screen_of(see_table(game.pk, None), None)))
    assert len(regions) > 20
    assert {region.id for region in regions} <= {each["id"] for each in page.select("[id]")}


def test_roles_are_read_until_bots_act_or_somebody_has_nominated(settings: Any) -> None:
    settings.WAIT_FOR_MOMENTS = True
    game, users = a_game()

    def begins(user: Any) -> Any:
        (said,) = page_of(game.code, user).select("#deal-begins")
        return said.get("data-begins")

    seconds = datetime.fromisoformat(begins(users[0])) - game.started_at
    assert seconds == timedelta(seconds=DEAL_SECONDS)
    settings.WAIT_FOR_MOMENTS = False
    assert begins(users[0]) is None
    settings.WAIT_FOR_MOMENTS = True
    play_at_random(game, Random(9), until=lambda table: table.state.phase is Phase.VOTE)
    assert begins(users[0]) is None


@pytest.mark.parametrize("is_seated", [True, False])
async def test_page_and_socket_show_the_same_regions_in_the_same_words(is_seated: bool) -> None:
    game, users = await run(a_game)()
    await run(play_at_random)(game, Random(9), until=lambda table: table.state.round == 3)
    await run(say)(game_id=game.pk, user_id=users[1].pk, text="Trust me")
    user = users[0] if is_seated else None

    page = await run(page_of)(game.code, user)
    for without_scripts in page.select("noscript"):
        without_scripts.decompose()
    async with tab(f"/ws/games/{game.code}/", user) as one:
        frame = BeautifulSoup(await one.html_until_quiet(), "html.parser")

    expected = await run(ids_of)(game.pk, user)
    assert len(expected) > 20
    assert ("secret-role" in expected) is is_seated
    for region in expected:
        (on_page,), (sent,) = page.select(f"#{region}"), frame.select(f"#{region}")
        assert on_page.get_text(" ", strip=True) == sent.get_text(" ", strip=True)
    assert "Trust me" in frame.select("#chat")[0].get_text()
