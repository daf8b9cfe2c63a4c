"""The people's pages of a site with people: no barrier, nothing wider than the screen, and all figures at one press."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.test_every_page import problems_of
from tests.running_site import Site

pytestmark = pytest.mark.browser

LONG = "Ottokar-Ferdinand-von-Ho"
STAGE = f"""
from django.utils import timezone
from accounts.models import User
from games.models import GameResult, LobbySeat, PlayerRating, SeasonStanding, SeatResult
from games.selectors.season import current_season
from tests.factories import a_game, a_lobby
from tests.games.statistics.stored import a_crowd, count_all, random_games
crowd = a_crowd(10)
User.objects.filter(pk=crowd[0].pk).update(username={LONG!r}, username_key={LONG.casefold()!r})
random_games(12, crowd, seed=3)
count_all()
now = timezone.now()
GameResult.objects.update(ended_at=now)
SeatResult.objects.update(ended_at=now)
PlayerRating.objects.update(games=30, last_ranked_at=now)
for number, user in enumerate(crowd):
    for season in (current_season(now), "2025-Q2"):
        SeasonStanding.objects.update_or_create(
            season=season, user=user, defaults=dict(games=9, over_expectation=5 - number)
        )
a_game(people=5, bots=2, pace="relaxed")
LobbySeat.objects.create(lobby=a_lobby(crowd[0]), user=crowd[0])
"""
PATHS = ("/community/", "/leaderboard/", "/seasons/", "/seasons/2025-Q2/", f"/players/{LONG}/")


def test_pages_of_people_are_sound_and_show_all_figures(site: Site, invite: Invite) -> None:
    site.runs(STAGE)
    page, problems = invite("people", color_scheme="light").page, {}
    for path in PATHS:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
        page.goto(path)
        expect(page.locator(f"main a:has-text('{LONG}'), h1").first).to_be_visible()
        if found := problems_of(page):
            problems[path] = found
    assert problems == {}
    for path in ("/leaderboard/", "/seasons/"):
        for width, asks in ((390, True), (1440, False)):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(path)
            figures = page.locator(".podium .board-more, .board td.board-more")
            # Others of this site may be on it, too.
            assert figures.count() >= 10
            if asks:
                # A phone has no room for all of them at first.
                expect(figures.first).to_be_hidden()
                expect(figures.last).to_be_hidden()
                page.locator("#board-figures > summary").click()
            expect(figures.first).to_be_visible()
            expect(figures.last).to_be_visible()
