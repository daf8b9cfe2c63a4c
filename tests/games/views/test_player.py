"""Players' pages: rating, statistics, and who may see what."""

import re
from collections import Counter, defaultdict

import pytest
from django.db import connection
from django.db.models import F, Sum
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account
from games.engine.vocabulary import Party
from games.models import HeadToHead, PlayerRating, SeatResult
from games.presenters.player.company import LEAST
from games.presenters.player.headlines import headline_of
from games.selectors.past_games import outcome_of
from games.selectors.shown_games import told_past_games
from games.selectors.statistics import numbers_by_kind
from games.statistics import Measure
from games.statistics.thresholds import ENOUGH_GAMES
from games.values.game_kind import GameKind
from tests.factories import a_person
from tests.games.statistics.games import a_finished_game
from tests.games.statistics.stored import count_all, random_games, store
from tests.games.visits import browser, page, player_path, words

pytestmark = pytest.mark.django_db


def test_page_is_found_by_its_name_whatever_the_capitals(crowd: list[User]) -> None:
    path = player_path(crowd[0])
    assert path.isascii()
    assert words(page(browser(), path).h1) == "Ľubica Ž"
    other = browser().get("/players/ľUBICA ž/")
    assert (other.status_code, other["Location"]) == (301, path)
    assert browser().get("/players/Nobody/").status_code == 404


def test_page_in_each_language_tells_where_the_others_are(crowd: list[User]) -> None:
    soup = page(browser(), "/pl" + player_path(crowd[1]))
    assert soup.html is not None
    assert soup.html["lang"] == "pl"
    found = {str(link["hreflang"]) for link in soup.select('link[rel="alternate"][hreflang]')}
    assert {"en", "es", "it", "pl", "nl"} < found
    tags = {str(tag["property"]): str(tag["content"]) for tag in soup.select("meta[property]")}
    assert tags["og:title"] == "Ana"
    assert tags["og:url"] == f"http://testserver/pl{player_path(crowd[1])}"


def test_page_shows_the_rating_as_it_is_stored(crowd: list[User]) -> None:
    row = PlayerRating.objects.order_by("-games").first()
    assert row is not None
    path = player_path(row.user) + "?tab=rating"
    soup = page(browser(), path)
    for place in ("#player-rating", "#standing"):
        assert f"{row.rating:.0f} ±" in words(soup.select_one(place))
        assert "provisional" in words(soup.select_one(place))
    told = words(soup.select_one("#player-rating"))
    doubt = words(soup.select_one(".standing-uncertainty")).removeprefix("± ")
    assert f"it may well be {doubt} points too high or too low." in told
    PlayerRating.objects.filter(pk=row.pk).update(games=30, peak=1777.0, peak_at=timezone.now())
    soup = page(browser(), path)
    assert "provisional" not in words(soup.select_one("#player-rating"))
    text = words(soup.select_one("#standing"))
    assert "provisional" not in text.split("What these numbers mean")[0]
    assert "1777" in text


def test_chart_and_its_table_say_the_same(crowd: list[User]) -> None:
    row = PlayerRating.objects.order_by("-games").first()
    assert row is not None
    assert row.games >= 2
    soup = page(browser(), player_path(row.user) + "?tab=rating")
    line = soup.select_one("#rating-chart .chart-line")
    assert line is not None
    rated = SeatResult.objects.filter(user=row.user, rating_after__isnull=False)
    newest_first = list(rated.order_by("-ended_at").values_list("rating_after", flat=True))
    assert len(str(line["points"]).split()) == len(newest_first) == row.games
    told = [words(cell) for cell in soup.select("#rating-chart tbody td:nth-child(2)")]
    assert told == [f"{rating:.0f}" for rating in newest_first]


def test_queries_do_not_grow_with_games(crowd: list[User]) -> None:
    user, client = crowd[4], browser(crowd[5])
    few = SeatResult.objects.filter(user=user).count()

    def queries() -> list[int]:
        counted = []
        for path in (player_path(user), player_path(user, "player_games")):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert client.get(path).status_code == 200
            counted.append(len(asked))
        return counted

    queries()
    before = queries()
    random_games(8, crowd, seed=33)
    count_all()
    assert SeatResult.objects.filter(user=user).count() > few
    assert queries() == before


def test_closed_account_is_gone_and_nameless_everywhere(crowd: list[User]) -> None:
    gone, name = crowd[3], crowd[3].username
    mate = next(
        row.user
        for row in SeatResult.objects.exclude(user=gone).select_related("user")
        if SeatResult.objects.filter(result=row.result, user=gone, team=row.team).exists()
    )
    assert name in words(page(browser(), player_path(mate, "player_games")))
    assert name in words(page(browser(), player_path(mate)))
    PlayerRating.objects.filter(user=gone).update(games=80, last_ranked_at=timezone.now())
    assert name in words(page(browser(), "/leaderboard/"))
    close_account(user=gone)
    assert browser().get(f"/players/{name}/").status_code == 404
    for each in ("player", "player_games"):
        assert browser().get(player_path(gone, each)).status_code == 410
    for path in (player_path(mate, "player_games"), player_path(mate)):
        text = words(page(browser(), path))
        assert name not in text
        assert gone.username not in text
        assert "deleted player" in text
    assert name not in words(page(browser(), "/leaderboard/"))
    assert gone.username not in words(page(browser(), "/leaderboard/"))


def test_reader_sees_how_they_fared_together(crowd: list[User]) -> None:
    path = player_path(crowd[1]) + "?tab=together"
    for client in (browser(), browser(crowd[1]), browser(a_person("Never met"))):
        soup = page(client, path)
        assert not soup.select("#shared-games, #tab-together")
        # A tab that there is nothing for is the first one.
        assert soup.select("#tab-games[aria-current]")
    text = words(page(browser(crowd[2]), path).select_one("#shared-games"))
    met = HeadToHead.objects.filter(user=crowd[1], other=crowd[2]).aggregate(
        games=Sum(F("same_games") + F("opposite_games"))
    )
    assert "and you" in text
    assert f"{met['games']} games together" in text


def test_first_screen_says_who_somebody_is(crowd: list[User]) -> None:
    soup = page(browser(), player_path(crowd[1]))
    head = soup.select_one(".player-head")
    assert head is not None
    assert [part.name for part in head.select(".player-who > *")] == ["svg", "div", "p"]
    played = SeatResult.objects.filter(user=crowd[1], kind="ranked")
    latest = played.order_by("-ended_at", "-result_id")[:10]
    assert 0 < len(latest) < crowd[1].results.count()
    form = [str(mark["class"][-1]) for mark in head.select(".form-mark")]
    assert form == [f"form-{outcome_of(seat).value}" for seat in reversed(latest)]
    # Each figure says over which games it was counted.
    assert words(head.select_one("#form-heading")) == f"Form: the last {len(latest)} ranked games"
    counted = played.exclude(result__void="annulled")
    voids = counted.filter(result__void="left_early", is_leaver=False).count()
    scopes = [words(each) for each in head.select(".player-scope")]
    ranked = f"{counted.count() - voids} ranked games"
    assert scopes == [ranked, "all games", ranked]
    rating = PlayerRating.objects.get(user=crowd[1])
    told = [words(each) for each in head.select(".player-side-rating strong")]
    assert told == [f"{rating.liberal:.0f}", f"{rating.fascist:.0f}"]
    # The curve says in words what it draws.
    assert f"now {rating.rating:.0f}" in str(head.select(".player-curve svg")[0]["aria-label"])
    # Right below: the last games.
    assert len(soup.select("#player-tab .past-game")) == 5


def test_unrated_player_is_told_by_games(db: None) -> None:
    people = [a_person(f"Unrated {number}", is_guest=False) for number in range(10)]
    [(game, _)] = random_games(1, people, seed=0)
    assert not game.is_ranked
    count_all()
    player = next(each for each in people if game.seats.filter(user=each).exists())
    head = page(browser(), player_path(player)).select_one("#player-rating")
    assert words(head) == "Games 1 No ranked games yet."
    soup = page(browser(), player_path(player))
    assert words(soup.select_one("#form-heading")) == "The last game"
    assert len(soup.select(".form-mark")) == 1


def test_page_tells_what_is_worth_telling(crowd: list[User]) -> None:
    numbers = numbers_by_kind(crowd[1].pk)[GameKind.RANKED]
    offices = (Measure.TRUSTED_PRESIDENT, Measure.TRUSTED_CHANCELLOR)
    elected = sum(numbers.total(each).successes for each in offices)
    assert elected > 1
    soup = page(browser(), player_path(crowd[1]))
    facts = {words(fact.dt): words(fact.dd) for fact in soup.select(".player-facts dl > div")}
    assert facts["Elected to office"] == f"{elected} times"
    if numbers.streak.longest_won > 1:
        assert facts["Longest winning streak"] == str(numbers.streak.longest_won)
    # Nothing is told of who has not played.
    new = a_person("Newcomer", is_guest=False)
    assert not page(browser(), player_path(new)).select(".player-facts")


def test_last_games_tell_how_they_went_and_name_everybody_beside_their_face(
    crowd: list[User],
) -> None:
    soup = page(browser(), player_path(crowd[1]))
    rows = soup.select("#player-tab .past-game")
    latest = crowd[1].results.order_by("-ended_at", "-result_id")[:5]
    _games, told = told_past_games(list(latest), None)
    for row, seat in zip(rows, latest, strict=True):
        game = told[seat.result.game.code]
        if row.select(".outcome-void"):
            assert not row.select(".past-game-story")
            continue
        assert words(row.select_one(".past-game-story > strong")) == headline_of(game)
        for side in Party:
            laid = row.select(f".mini-track > .side-{side.value}")
            assert len(laid) == game.policies.count(side)
    faces = soup.select(".past-game .face")
    assert faces
    assert all(words(face) and face.select("svg.emblem") for face in faces)
    assert not soup.select(".past-game .face .visually-hidden")


def test_impossible_name_has_no_player(crowd: list[User]) -> None:
    address = reverse("games:player", args=[crowd[0].username])
    page(browser(), f"{address}?person=%00")


def test_first_screen_of_a_newcomer_says_the_way_and_of_others_where_everybody_begins() -> None:
    new = a_person("Newcomer", is_guest=False)
    own = page(browser(new), player_path(new))
    rating = words(own.select_one("#player-rating"))
    assert rating.startswith("Rating 1500")
    assert "You are 10 ranked games away" in rating
    assert "0 of 10 ranked games" in rating
    assert own.select('.player-way rect[width="0"]')
    assert len(own.select(".player-form .form-void")) == 10
    head = page(browser(), player_path(new)).select_one(".player-head")
    assert "Everybody begins with 1500." in words(head)
    assert head is not None
    assert not head.select(".player-way, .player-form, .player-company")


def test_head_shows_team_mate_rival_and_whom_somebody_plays_with_most(crowd: list[User]) -> None:
    soup = page(browser(), player_path(crowd[1]))
    friend, rival, *others = soup.select(".player-company li")
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for row in HeadToHead.objects.filter(user=crowd[1]).select_related("other"):
        for field in ("same_wins", "same_games", "opposite_wins", "opposite_games"):
            met[field][row.other.username] += getattr(row, field)
    name, enemy = (words(each.select_one("bdi")) for each in (friend, rival))
    won, played = met["same_wins"], met["same_games"]
    assert won[name] == max(won.values()) >= LEAST
    assert words(friend) == f"Best team-mate {name} {won[name]} of {played[name]} games won"
    against, all_against = met["opposite_wins"], met["opposite_games"]
    assert enemy != name
    assert all_against[enemy] == max(all_against[each] for each in played if each != name)
    said = words(soup.select_one(".player-words"))
    assert f"Most wins together with {name}." in said
    lost = all_against[enemy] - against[enemy]
    assert f"Against {enemy} it stands {against[enemy]} to {lost}." in said
    games = [int(words(each.select_one(".soft")).split()[0]) for each in others]
    left = [played[each] + all_against[each] for each in played if each not in (name, enemy)]
    assert games == sorted(left, reverse=True)[:3]
    assert crowd[1].username not in [words(each) for each in soup.select(".player-company bdi")]


def test_who_hides_the_list_of_games_is_in_nobodys_company_and_has_none(crowd: list[User]) -> None:
    shy = User.objects.get(username=words(
        page(browser(), player_path(crowd[1])).select_one(".player-company bdi")
    ))  # fmt: skip
    shy.preferences.shows_games = False
    shy.preferences.save()
    named = page(browser(), player_path(crowd[1])).select(".player-company bdi")
    assert named
    assert shy.username not in [words(each) for each in named]
    assert not page(browser(), player_path(shy)).select(".player-company")


def test_accuracy_is_told_by_side_once_there_are_enough_games(crowd: list[User]) -> None:
    person = crowd[0]
    results = SeatResult.objects.filter(user=person, kind=GameKind.CASUAL.value)
    results.update(team=Party.LIBERAL.value, accuracy=None)
    address = player_path(person) + f"?tab=statistics&kind={GameKind.CASUAL.value}"
    assert not page(browser(), address).select("section[aria-labelledby=accuracy-heading]")
    five = crowd[:5]
    for seed in range(ENOUGH_GAMES):
        store(a_finished_game(seed, people=[each.pk for each in five]), five)
    results.update(team=Party.LIBERAL.value)
    results.update(accuracy=None)
    weighed = list(results.values_list("pk", flat=True)[:ENOUGH_GAMES])
    results.filter(pk__in=weighed[1:]).update(accuracy=72.0)
    assert accuracy_by_side(address) == ["too few to say 9 games", "too few to say 0 games"]
    results.filter(pk=weighed[0]).update(accuracy=62.0)
    liberal, fascist = accuracy_by_side(address)
    assert re.fullmatch(r"71 (\d+)–(\d+) 10 games", liberal)
    assert fascist == "too few to say 0 games"


def accuracy_by_side(address: str) -> list[str]:
    """Return what a player's page says of their choices as a liberal and as a fascist."""
    (section,) = page(browser(), address).select("section[aria-labelledby=accuracy-heading]")
    return [words(each) for each in section.select(".statistics-facts dd")]
