"""The boards: leaderboard, seasons, calibration, community."""

import re
from datetime import timedelta
from random import Random

import pytest
from bs4 import BeautifulSoup
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Preferences
from games.models import (
    CalibrationTally,
    CommunityTally,
    Game,
    GameResult,
    PlayerRating,
    SeasonStanding,
    SeatResult,
)
from games.selectors.leaderboard import leaderboard_page
from games.selectors.past_games import outcome_of
from games.selectors.season import current_season
from games.statistics import calibration_bin
from tests.factories import a_game, a_person, play_at_random
from tests.games.ratings import rated
from tests.games.statistics.stored import a_crowd, count_all, random_games
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def rows(soup: BeautifulSoup) -> list[str]:
    """Each row of a board, those on the podium first: place, name, figure, what stands behind it."""
    parts = (".podium-place", "bdi", ".podium-figure", ".board-more")
    podium = [
        " ".join(words(row.select_one(part)) for part in parts).removeprefix("Place ")
        for row in soup.select(".podium li:has(a)")
    ]
    return podium + [words(row) for row in soup.select(".board tbody tr")]


def test_leaderboard_pages_join_and_mark_the_reader() -> None:
    people = [rated(2000 - number) for number in range(53)]
    first, second = page(browser(), "/leaderboard/"), page(browser(), "/leaderboard/?page=2")
    assert [row.split()[0] for row in rows(first) + rows(second)] == [
        str(place) for place in range(1, 54)
    ]
    assert people[52].username in rows(second)[-1]
    own = page(browser(people[51]), "/leaderboard/")
    assert not own.select(".own-row")
    assert "Your place: 52." in words(own)
    there = page(browser(people[51]), "/leaderboard/?page=2")
    assert [words(row.th) for row in there.select(".own-row")] == [f"{people[51].username} you"]
    assert rows(page(browser(), "/leaderboard/?page=9")) == []


@pytest.mark.parametrize(
    ("games", "sentence"),
    [(9, "You are 1 ranked game away from"), (5, "You are 5 ranked games away from")],
)
def test_leaderboard_tells_who_is_not_on_it_what_is_missing(games: int, sentence: str) -> None:
    reader = rated(1500, games=games)
    own = page(browser(reader), "/leaderboard/")
    assert sentence in words(own)
    # The way there as a bar, too.
    assert f"{games} of 10 ranked games" in words(own)
    assert own.select_one(f'svg.bar[viewBox="0 0 10 1"] rect[width="{games}"]')
    # To everybody else, too, the board shows that people are on their way.
    near = page(browser(), "/leaderboard/").select(".near li")
    assert [words(row) for row in near] == [
        f"{reader.username} {games} ranked · {10 - games} to go"
    ]


def test_boards_lead_to_games_that_anybody_may_watch() -> None:
    crowd = a_crowd(10)
    assert not page(browser(), "/community/").select("a.recent-game, .near")
    random_games(8, crowd, seed=48)
    game, _users = a_game(5)
    for path, most in (("/leaderboard/", 0), ("/seasons/", 0), ("/community/", 6)):
        assert len(page(browser(), path).select(".recent-game")) == most
    GameResult.objects.update(ended_at=timezone.now())
    soup = page(browser(), "/community/")
    assert [str(link["href"]) for link in soup.select(".watch:not(.recent-game)")] == [
        f"/games/{game.code}/"
    ]
    # Beside the few who are here stand those who play often, eight faces in all.
    faces = [words(each) for each in soup.select("#here-now .here-people li")]
    here, often = faces[:5], faces[5:]
    assert all(each.endswith(" plays") for each in here)
    assert len(often) == 3
    assert {each.split(" ")[-1] for each in often} == {"games"}
    assert all(any(each.startswith(person.username) for person in crowd) for each in often)


def test_leaderboard_says_beside_its_marks_what_they_mean() -> None:
    rated(1800)
    soup = page(browser(), "/leaderboard/")
    (told,) = [each for each in soup.select("main p") if "marks show the form" in words(each)]
    assert not told.find_parents("details")


def test_community_tells_who_leads_the_season_and_how_long_it_goes_on() -> None:
    random_games(2, a_crowd(10), seed=48)
    count_all()
    assert not page(browser(), "/community/").select("#race-title")
    for place, name in enumerate(("Ana", "Bo", "Chloe", "Dmitri")):
        SeasonStanding.objects.create(
            season=current_season(NOW), user=a_person(name), games=30, wins=20 - place,
            expected=10, over_expectation=10 - place,
        )  # fmt: skip
    (race,) = page(browser(), "/community/").select("section:has(#race-title)")
    assert [words(each) for each in race.select("li")] == [
        "Ana +10.0 Place 1", "Bo +9.0 Place 2", "Chloe +8.0 Place 3",
    ]  # fmt: skip
    assert words(race.select_one(".season-clock p")).split()[1] in {"day", "days"}


def test_every_page_leads_to_the_community_by_the_word_of_its_title() -> None:
    links = page(browser(), "/about/").select('a[href="/community/"]')
    (title,) = page(browser(), "/community/").select("h1")
    assert len(links) == 2
    assert {words(each) for each in links} == {words(title)}


def test_filter_is_open_where_something_is_filtered() -> None:
    random_games(2, a_crowd(10), seed=49)
    count_all()
    kind = str(GameResult.objects.first().kind)  # type: ignore[union-attr]
    for query, is_open in (("", False), (f"?kind={kind}&size=7", True)):
        (filters,) = page(browser(), f"/community/{query}").select(".games-filter")
        assert filters.has_attr("open") is is_open


def test_a_season_tells_how_far_one_is_from_its_table() -> None:
    user = rated(1500, games=3)
    SeasonStanding.objects.create(season=current_season(NOW), user=user, games=3)
    assert "You are 2 ranked games away" in words(page(browser(user), "/seasons/"))
    SeasonStanding.objects.filter(user=user).update(games=5)
    soup = page(browser(user), "/seasons/")
    assert "You have 5 ranked games in this season: you count." in words(soup)
    assert soup.select(".podium #you")


def test_season_is_ordered_by_wins_over_expectation() -> None:
    season = current_season(NOW)
    for name, games, over in (("Low", 40, -2.5), ("Best", 30, 4.25), ("Few", 4, 9.0)):
        SeasonStanding.objects.create(
            season=season, user=a_person(name), games=games, wins=20,
            expected=20 - over, over_expectation=over,
        )  # fmt: skip
    assert rows(page(browser(), "/seasons/")) == [
        "1 Best +4.3 30 games: 20 won, 15.8 expected",
        "2 Low −2.5 40 games: 20 won, 22.5 expected",
    ]
    assert rows(page(browser(), f"/seasons/{season}/")) == rows(page(browser(), "/seasons/"))
    for unknown in ("1999-Q1", "2026-Q9", "zeppelin"):
        assert browser().get(f"/seasons/{unknown}/").status_code == 404


def test_boards_say_in_plain_words_what_their_numbers_are() -> None:
    SeasonStanding.objects.create(
        season=current_season(NOW), user=a_person(), games=40, wins=20, expected=16, over_expectation=4
    )  # fmt: skip
    said = words(page(browser(), "/seasons/"))
    assert "who wins more often than that leads." in said
    assert "+2: won two games more than expected." in said
    people = [rated(1600 - number) for number in range(4)]
    soup = page(browser(), "/leaderboard/")
    assert "what a rating is at least" in words(soup.select_one(".board-words"))
    # What stands behind a place is told for everybody, on the podium or below.
    assert rows(soup) == [
        f"{place} {user.username} {1571 - place} Best guess: {1601 - place} ± 30 80 ranked games, won: 40"
        for place, user in enumerate(people, start=1)
    ]


def test_boards_take_as_many_queries_for_many_as_for_one() -> None:
    reader = browser(rated(1600))
    season = current_season(NOW)

    def queries() -> list[int]:
        counted = []
        for path in ("/leaderboard/", "/seasons/", "/community/", "/calibration/"):
            with CaptureQueriesContext(connection) as asked:
                assert reader.get(path).status_code == 200
            counted.append(len(asked))
        return counted

    for each in (season, "2020-Q1"):
        SeasonStanding.objects.create(season=each, user=a_person(), games=30)
    random_games(2, a_crowd(10), seed=41)
    count_all()
    queries()
    before = queries()
    for number in range(8):
        for each in (season, f"202{number}-Q1"):
            SeasonStanding.objects.create(season=each, user=rated(1500 + number), games=30)
    random_games(6, a_crowd(10), seed=42)
    count_all()
    assert queries() == before


def test_calibration_draws_only_what_there_is_enough_of() -> None:
    rng = Random(1)
    tallies: dict[int, CalibrationTally] = {}
    for _game in range(2000):
        chance = rng.uniform(0.2, 0.8)
        each = calibration_bin(chance, 0.5, liberal_won=rng.random() < chance)
        tally = tallies.setdefault(each.number, CalibrationTally(size=7, number=each.number))
        for name in ("games", "liberal_wins", "predicted", "loss", "size_loss"):
            setattr(tally, name, getattr(tally, name) + getattr(each, name))
    CalibrationTally.objects.bulk_create(tallies.values())
    CalibrationTally.objects.create(size=8, number=3, games=99, liberal_wins=45)
    soup = page(browser(), "/calibration/")
    [seven] = soup.select("section:has(#size-7)")
    assert not soup.select("#size-8")
    [plot] = seven.select("svg.plot")
    points, bars = plot.select("circle"), plot.select(".chart-interval")
    assert len(points) == len(bars) == len(seven.select("table tbody tr"))
    for point, bar in zip(points, bars, strict=True):
        assert int(str(bar["y2"])) <= int(str(point["cy"])) <= int(str(bar["y1"]))
    text = words(soup)
    assert "8 players 99 of 100 games" in text[text.index("On the way") :]
    assert "5 players 0 of 100 games" in text
    assert "Still rough" not in text
    assert "Rebalanced board" not in text
    CalibrationTally.objects.create(
        board="rebalanced", size=7, number=100, games=12, liberal_wins=6
    )
    text = words(page(browser(), "/calibration/"))
    assert "7 players, Rebalanced board 12 of 100 games" in text
    CalibrationTally.objects.filter(size=8).update(games=100, predicted=46_000_000)
    text = words(page(browser(), "/calibration/"))
    assert "8 players Still rough" in text
    assert "Wilson's 95% interval" in text


def test_calibration_checks_the_model_of_who_was_winning_on_games_it_has_not_seen() -> None:
    soup = page(browser(), "/calibration/")
    (section,) = soup.select("#winning")
    rows = section.select("tbody tr")
    assert len(rows) == len(section.select("svg.plot circle")) == 10
    for row in rows:
        predicted = percents(words(row.th))[0]
        (won,) = percents(words(row.select_one(".statistics-percent")))
        low, high = percents(words(row.select_one(".statistics-interval")))
        assert low <= won <= high
        # Far from what happened would be a model that nobody should show.
        assert abs(predicted - won) <= 10


def percents(text: str) -> list[float]:
    """Return the numbers in a percentage, or in the interval behind one."""
    return [float(each) for each in re.findall(r"\d+(?:\.\d+)?", text)]


def test_community_counts_the_games_it_shows() -> None:
    games = random_games(15, a_crowd(12), seed=43)
    count_all()
    for kind in ("ranked", "casual", "bots"):
        soup = page(browser(), f"/community/?kind={kind}")
        of_size = {
            words(row.th): int(words(row.select("td")[1]))
            for row in soup.select("[aria-labelledby=group-size] tbody tr")
        }
        wanted = {"ranked": (True, False), "casual": (False, False), "bots": (False, True)}[kind]
        counted: dict[str, int] = {}
        for game, _played in games:
            if (game.is_ranked, game.has_bots) == wanted and not game.result.void:
                label = f"{game.player_count} players"
                counted[label] = counted.get(label, 0) + 1
        assert {label: count for label, count in of_size.items() if count} == counted
    nonsense = "/community/?kind=chess&size=99&band=x&month=2026-13-99"
    assert browser().get(nonsense).status_code == 200


def _lost_to_hitler(**games_of_kind: int) -> None:
    """Count so many games of each kind, all of which Hitler's election ended."""
    for kind, games in games_of_kind.items():
        for measure, successes in (("liberal_wins", 0), ("hitler_elected", games)):
            CommunityTally.objects.create(
                kind=kind, month="2026-11-01", size=7, band=0, measure=measure,
                successes=successes, instances=games,
            )  # fmt: skip


def test_community_keeps_its_figures_in_each_language_but_not_those_of_a_filter(
    settings: Settings,
) -> None:
    settings.HOME_KEPT_SECONDS = 60
    cache.clear()
    _lost_to_hitler(casual=2, bots=14)
    reader = browser()
    for _again in range(2):
        assert "With bots 14 games since the beginning" in words(page(reader, "/community/").main)
        assert "Z botami 14 gier" in words(page(browser(), "/pl/community/").main)
        casual = page(reader, "/community/?kind=casual")
        assert "Casual 2 games that the filter shows" in words(casual.main)
    CommunityTally.objects.all().delete()
    assert "14 games since the beginning" in words(page(reader, "/community/").main)


def test_community_begins_with_the_kind_that_most_games_are_of() -> None:
    _lost_to_hitler(ranked=1, casual=2, bots=14)
    soup = page(browser(), "/community/")
    assert words(soup.select_one("[name=kind] option[selected]")) == "With bots"
    cells = [words(cell) for cell in soup.select("[aria-labelledby=group-size] tbody td")]
    # Wins, games, four endings, minutes, rounds, chaos, vetoes, games that somebody left.
    assert cells[1:] == ["14", "–", "–", "–", "100%", "–", "–", "–", "–", "–"]
    assert "Hitler elected 100%" in words(soup.select_one(".endings"))
    casual = page(browser(), "/community/?kind=casual")
    assert "Casual 2 games that the filter shows" in words(casual.select_one("#figures"))


def test_community_of_one_month_counts_its_games_alone() -> None:
    random_games(6, a_crowd(12), seed=45)
    now = timezone.now()
    GameResult.objects.update(ended_at=now)
    old, *others = GameResult.objects.filter(void="").order_by("pk")
    GameResult.objects.filter(pk=old.pk).update(ended_at=now - timedelta(days=70))
    count_all()
    rows = dict.fromkeys(("ranked", "casual", "bots"), 0)
    for kind in rows:
        soup = page(browser(), f"/community/?kind={kind}")
        months = [str(each["value"]) for each in soup.select("[name=month] option")]
        assert len(months) == 3
        assert soup.select("#group-month")
        of_month = page(browser(), f"/community/?kind={kind}&month={months[-1]}")
        assert not of_month.select("#group-month")
        counts = of_month.select("[aria-labelledby=group-size] tbody tr")
        rows[kind] = sum(int(words(row.select("td")[1])) for row in counts)
    assert others
    assert rows == {kind: int(kind == old.kind) for kind in rows}


def test_running_games_change_no_board() -> None:
    random_games(10, crowd := a_crowd(10), seed=44)
    count_all()
    paths = ["/leaderboard/", "/seasons/", "/community/", "/calibration/"]
    paths += [f"/players/{crowd[0].username}/", f"/players/{crowd[0].username}/games/"]

    def seen() -> list[str]:
        told = []
        for path in paths:
            soup = page(browser(), path)
            for running in soup.select("#games-to-watch, #here-now"):
                running.decompose()
            told.append(words(soup.main))
        return told

    before = seen()
    game, users = a_game(7, seed=3, is_ranked=True)
    Game.objects.filter(pk=game.pk).update(is_ranked=True)
    game.seats.filter(number=0).update(user=crowd[0])
    play_at_random(game, Random(3), until=lambda table: len(table.log) > 40)
    count_all()
    assert seen() == before
    assert browser().get(f"/players/{users[1].username}/").status_code == 200


def test_a_season_long_gone_is_still_there() -> None:
    old = current_season(NOW - timedelta(days=400))
    SeasonStanding.objects.create(season=old, user=a_person("Old hand"), games=30)
    assert "Old hand" in rows(page(browser(), f"/seasons/{old}/"))[0]
    assert page(browser(), "/seasons/").select(f'a[href="/seasons/{old}/"]')


def test_community_says_in_words_who_wins_and_draws_each_share() -> None:
    for size, won, games in ((5, 30, 40), (7, 4, 40), (10, 1, 4)):
        for measure, successes in (("liberal_wins", won), ("five_liberal_policies", won)):
            CommunityTally.objects.create(
                kind="casual", month="2026-11-01", size=size, band=0, measure=measure,
                successes=successes, instances=games,
            )  # fmt: skip
    soup = page(browser(), "/community/?kind=casual")
    verdict = words(soup.select_one("#balance-heading"))
    assert verdict == "So far the fascists are ahead, which may be chance."
    assert words(soup.select_one(".balance-sides")) == "42% 58%"
    assert len(soup.select(".balance-sides[data-twentieths='8']")) == 1
    rows = soup.select("[aria-labelledby=group-size] .bar-row")
    assert [words(row) for row in rows] == ["5 players 75%", "7 players 10%", "10 players 1 of 4"]
    # Too few games have no share, so they have no bar.
    bars = [row.select_one(".fill-liberal") for row in rows]
    assert [bar and float(str(bar["width"])) for bar in bars] == [75.0, 10.0, None]
    told = [
        words(
            page(browser(), f"/community/?kind=casual&size={size}").select_one("#balance-heading")
        )
        for size in (5, 7)
    ]
    assert told == ["The liberals win more often.", "The fascists win more often."]


def test_leaderboard_shows_faces_and_the_form_of_everybody() -> None:
    people = a_crowd(10)
    random_games(12, people, seed=7)
    count_all()
    PlayerRating.objects.filter(user__in=people).update(games=80, last_ranked_at=timezone.now())
    shy = leaderboard_page(timezone.now(), 10)[5].user_id
    Preferences.objects.filter(user=shy).update(shows_games=False)
    soup = page(browser(), "/leaderboard/")
    shown = soup.select(".podium > li, .board tbody tr")
    assert len(shown) == 10
    for row, each in zip(shown, leaderboard_page(timezone.now(), 10), strict=True):
        newest = SeatResult.objects.filter(user=each.user_id, kind="ranked").order_by(
            "-ended_at", "-result_id"
        )[:5]
        form = [
            f"form-{outcome_of(seat).value}" for seat in reversed(newest.select_related("result"))
        ]
        # The results of whoever hides the list of games are part of that list.
        told = [] if each.user_id == shy else form
        assert form
        assert [str(mark["class"][-1]) for mark in row.select(".form-mark")] == told
        assert len(row.select(".emblem")) == 1
