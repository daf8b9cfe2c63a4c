"""The boards of a site that has no games yet, or few: what they say instead of nothing."""

from datetime import UTC, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from games.models import CommunityTally, GameResult, SeasonStanding, SeatResult
from games.presenters.player.leaderboard import season_days
from games.selectors.season import current_season
from tests.factories import a_person
from tests.games.ratings import rated
from tests.games.statistics.stored import a_crowd, random_games
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_a_young_sites_boards_invite(client: Client) -> None:
    for path in ("/leaderboard/", "/seasons/", "/community/"):
        soup = page(client, path)
        assert soup.select('main a.button[href="/"]'), path
        assert "Nobody" not in words(soup.main), path
    season = words(page(client, "/seasons/").main)
    first, last = season_days(current_season(NOW))
    assert f"from {date_format(first)} to {date_format(last)}" in season
    assert "ranked game 5 of the season" in season


def test_an_empty_leaderboard_makes_nobody_up_and_says_how_to_get_there() -> None:
    soup = page(browser(), "/leaderboard/")
    assert len(soup.select(".podium li")) == 3
    assert len(soup.select(".podium-free")) == 3
    assert not soup.select("main table, main .number, .podium a")
    assert "games you stand here" in words(soup.main)
    assert soup.select('main a[href="/accounts/signup/"]')
    # The first one leaves two places free.
    rated(1500)
    soup = page(browser(), "/leaderboard/")
    assert len(soup.select(".podium li:has(a)")) == 1
    assert len(soup.select(".podium-free")) == 2
    # What is for statisticians stands behind a question, not among the tabs.
    for path in ("/leaderboard/", "/seasons/", "/community/"):
        assert not page(browser(), path).select('#boards-nav a[href="/calibration/"]')
    assert page(browser(), "/community/").select('main a[href="/calibration/"]')


def test_community_without_games_says_what_will_stand_there_and_the_ways_to_it() -> None:
    soup = page(browser(), "/community/")
    assert len(soup.select("section:has(#will-stand-title) li")) == 3
    # Nobody is made up.
    assert not soup.select("main .emblem, #week-title, #records-title")
    assert soup.select_one("form:has(#play-bots)")
    assert not soup.select(".games-filter")
    random_games(1, a_crowd(10), seed=50)
    soup = page(browser(), "/community/")
    assert not soup.select("#will-stand-title, #play-bots")
    assert soup.select("a.recent-game, .story")


def test_a_young_community_tells_all_its_games_together_without_tables_of_nothing() -> None:
    for kind, won in (("ranked", 1), ("casual", 0), ("bots", 2)):
        for measure, successes in (("liberal_wins", won), ("hitler_executed", won)):
            CommunityTally.objects.create(
                kind=kind, month="2026-11-01", size=7, band=0, measure=measure,
                successes=successes, instances=2,
            )  # fmt: skip
    soup = page(browser(), "/community/")
    assert "All games 6 games since the beginning" in words(soup.main)
    assert words(soup.select_one(".balance-sides")) == "Liberals 3 Fascists 3"
    assert words(soup.select_one(".endings")) == "Hitler executed 3 of 6"
    assert not soup.select(".community-table, .facts-row")
    # Who asks for some of the games sees them in parts.
    asked = page(browser(), "/community/?kind=ranked")
    assert asked.select(".community-table")
    assert words(asked.select_one("[name=kind] option[selected]")) == "Ranked"


def test_young_leaderboard_says_who_leads_all_games_and_how_to_play_ranked() -> None:
    random_games(3, a_crowd(10), seed=5)
    GameResult.objects.update(ended_at=NOW)
    member = a_person("Marta", is_guest=False)
    soup = page(browser(member), reverse("games:leaderboard"))
    assert soup.select_one("#all-games-title") is not None
    assert soup.select(".best .emblem")
    way = soup.select_one('a[href$="?ranked=1"]')
    assert way is not None
    form = page(browser(member), str(way["href"]))
    assert form.select_one("#id_is_ranked[checked]") is not None
    assert form.select_one("#id_bots_allowed[checked]") is None


def test_a_young_season_says_how_long_it_runs_who_is_on_the_way_and_who_leads_all_games() -> None:
    season = current_season(NOW)
    near, nearer = a_person("", is_guest=False), a_person("", is_guest=False)
    for user, games in ((near, 1), (nearer, 4)):
        SeasonStanding.objects.create(user=user, season=season, games=games)
    random_games(3, a_crowd(10), seed=48)
    GameResult.objects.update(ended_at=timezone.now())
    soup = page(browser(), "/seasons/")
    assert [words(row) for row in soup.select(".race li")] == [
        f"{nearer.username} 4 ranked · 1 to go",
        f"{near.username} 1 ranked · 4 to go",
    ]
    assert [str(bar["width"]) for bar in soup.select(".race rect")] == ["4", "1"]
    assert len(soup.select("section.best li")) == 9
    # The last day counts.
    left = 1 + (season_days(season)[1] - timezone.now().astimezone(UTC).date()).days
    assert f"{left} day" in words(soup.main)
    # One season needs no list of them.
    assert not soup.select("#seasons-heading")


def test_no_free_places_stand_on_the_leaderboard_where_there_are_games() -> None:
    random_games(1, a_crowd(10), seed=48)
    GameResult.objects.update(ended_at=timezone.now())
    soup = page(browser(), "/leaderboard/")
    assert not soup.select(".podium")
    assert soup.select("section.best li .emblem")


def test_community_tells_the_week_and_the_records_of_the_last_weeks() -> None:
    random_games(12, a_crowd(10), seed=51)
    GameResult.objects.update(ended_at=NOW)
    soup = page(browser(), "/community/")
    liberal = GameResult.objects.filter(winner="liberal").count()
    people = SeatResult.objects.values("user_id").exclude(user=None).distinct().count()
    told = [words(each) for each in soup.select(".facts-row.week dd")]
    assert told == [str(liberal), str(12 - liberal), "12", str(people)]
    longest = GameResult.objects.order_by("-seconds", "pk")[0]
    assert [words(each) for each in soup.select(".best.week h3")] == [
        "Longest game",
        "Quickest game",
        "Most rounds",
    ]
    assert f"{max(1, round(longest.seconds / 60))} min" in words(soup.select_one(".best.week"))
    GameResult.objects.update(ended_at=NOW - timedelta(days=8))
    soup = page(browser(), "/community/")
    assert not soup.select("#week-title")
    assert soup.select("#records-title")
