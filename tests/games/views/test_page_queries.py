"""What every page asks the database, for each kind of reader, when nothing is kept yet.

The routes come from the matrix of all routes, so a new page is measured without being named here.
"""

from random import Random

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Preferences
from games.models import Game, PlayerRating, Seat, SeatResult
from games.nights.places import join_night
from games.presenters.player.player import Tab
from games.selectors.table_cache import forget_all
from tests.factories import a_game, play_at_random
from tests.games.clubs.people import a_member
from tests.games.moderation.test_matrix import EXPECTED, Site
from tests.games.views.evening import an_evening
from tests.games.visits import browser, player_path

pytestmark = pytest.mark.django_db

MOST = 12
MORE = {
    "moderation:case": 15,
}
"""Pages that still ask more."""
KEPT = ("games:community", "games:leaderboard")
"""Pages of figures that are the same for everybody and kept for a minute: measured when somebody else has just looked."""
NO_PAGES = ("account", "mfa", "health")
"""Routes of allauth, and those of machines."""


def queries_of(reader: str) -> dict[str, list[str]]:
    """Return what each page asks that this reader gets, at a running table and at one that is over."""
    evening, site = an_evening(), Site()
    member = site.people["reader"] = evening.reader
    games = [_a_table_of(evening.reader) for _table in range(3)]
    play_at_random(games[0], Random(5))
    join_night(night_id=evening.night.pk, user=member)
    a_member(site.news.club, member)
    shy = SeatResult.objects.exclude(user=member).select_related("user")[0].user
    Preferences.objects.filter(user=shy).update(shows_games=False)
    paths = {
        f"{route} {game.status}": site.path(route, game)
        for route in EXPECTED
        if not route.startswith(NO_PAGES)
        for game in games[:2]
    }
    # Somebody with many games, who has a place on the leaderboard.
    PlayerRating.objects.filter(user=member).update(games=200, last_ranked_at=timezone.now())
    for tab in Tab:
        paths[f"games:player {tab} of somebody"] = f"{player_path(member)}?tab={tab}"
    paths["games:player hidden"] = player_path(shy)
    client = browser(site.people[reader])
    # Somebody who has just come; the session is known.
    client.get("/rules/")
    asked = {}
    for page, path in paths.items():
        cache.clear()
        forget_all()
        if page.startswith(KEPT):
            Client().get(path)
        with CaptureQueriesContext(connection) as found:
            answer = client.get(path)
        if answer.status_code == 200:
            asked[page] = [each["sql"] for each in found.captured_queries]
    return asked


def _a_table_of(member: object) -> Game:
    game, _users = a_game(5, is_public=True)
    Seat.objects.filter(game=game, number=1).update(user=member)
    return game


@pytest.mark.parametrize("reader", ["anonymous", "reader", "moderator"])
def test_no_page_takes_many_queries(reader: str, settings: Settings) -> None:
    settings.HOME_KEPT_SECONDS = 60
    asked = queries_of(reader)
    assert len(asked) > 30
    too_many = {
        page: queries
        for page, queries in asked.items()
        if len(queries) > MORE.get(page.split()[0], MOST)
    }
    counts = {page: len(queries) for page, queries in too_many.items()}
    assert not counts, "\n".join(
        [
            str(counts),
            *(f"{page}: {each}" for page, queries in too_many.items() for each in queries),
        ]
    )
