"""The community's page tells one of its latest games: the one with most to tell."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import Party, Victory, Vote
from games.models import Game, GameResult, SeatResult, Void
from games.replays.story import most_telling
from games.selectors.recent_games import latest_and_longest
from games.values.game_kind import GameKind
from games.values.player import Ending, RecentGame
from games.views.player import BEGINNING
from tests.games.statistics.stored import a_crowd, random_games
from tests.games.visits import browser, page, words

JA, NEIN = Vote.JA, Vote.NEIN
PLAIN = RecentGame(
    game_id=1,
    code="plain",
    name="Plain",
    kind=GameKind.BOTS,
    ending=Ending(
        victory=Victory.FIVE_LIBERAL_POLICIES,
        round=6,
        president="Ana",
        chancellor="Bo",
        target="",
        votes=(JA, JA, JA, JA, NEIN),
        is_chaos=False,
    ),
    size=5,
    seconds=600,
    ended_at=timezone.now(),
    faces=("fish",) * 5,
)


def ends(game: RecentGame, **changed: object) -> RecentGame:
    return replace(game, ending=replace(game.ending, **changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "better",
    [
        ends(PLAIN, round=7),
        ends(PLAIN, votes=(JA, JA, JA, NEIN, NEIN)),
        ends(PLAIN, victory=Victory.HITLER_ELECTED),
        replace(PLAIN, kind=GameKind.CASUAL),
        replace(PLAIN, policies=(Party.FASCIST,) * 5),
    ],
)
def test_more_rounds_a_close_end_hitler_and_people_are_worth_more(better: RecentGame) -> None:
    assert most_telling([PLAIN, better]) is better


def test_a_game_in_which_somebody_is_not_named_is_not_told() -> None:
    hidden = replace(ends(PLAIN, round=30), faces=("fish", "", "fish", "fish", "fish"))
    assert most_telling([hidden, PLAIN]) is PLAIN
    assert most_telling([hidden]) is None


@pytest.mark.django_db
def test_the_community_tells_it_in_its_deciding_acts_with_their_place_in_the_replay() -> None:
    random_games(4, a_crowd(10), seed=43)
    GameResult.objects.update(void="", ended_at=timezone.now() - timedelta(hours=1))
    told = most_telling(latest_and_longest(timezone.now(), 12)[0])
    assert told is not None
    soup = page(browser(), "/community/")
    (story,) = soup.select(".story")
    assert words(story.select_one(".kicker")) == "Game of the week"
    winners = [words(each) for each in story.select(".winning-side > span")]
    assert winners == [name for seat, name in enumerate(told.names) if seat in told.winners]
    acts = story.select("li")
    assert 1 <= len(acts) <= 3
    for act in acts:
        (link,) = act.select("a")
        step = page(browser(), str(link["href"]))
        assert words(link) in words(step.select_one(".replay-place"))
    (start,) = story.select("a.button")
    assert start["href"] == f"/games/{told.code}/replay/0/"


@pytest.mark.django_db
def test_after_a_quiet_week_an_older_game_is_told_and_not_called_the_weeks() -> None:
    random_games(4, a_crowd(10), seed=43)
    GameResult.objects.update(void="", ended_at=timezone.now() - timedelta(days=8))
    (story,) = page(browser(), "/community/").select(".story")
    assert words(story.select_one(".kicker")) == "A game worth telling"


@pytest.mark.django_db
def test_the_week_has_its_longest_games_those_of_people_first() -> None:
    random_games(9, a_crowd(10), seed=43)
    now = timezone.now()
    GameResult.objects.update(void="", ended_at=now - timedelta(hours=1))
    (old, *_others) = GameResult.objects.order_by("-rounds")
    GameResult.objects.filter(pk=old.pk).update(ended_at=now - timedelta(days=8))
    found = latest_and_longest(now, 5)[1]
    order = sorted(
        GameResult.objects.exclude(pk=old.pk),
        key=lambda each: (each.kind == GameKind.BOTS, -each.rounds),
    )
    told = [(game.kind is GameKind.BOTS, -game.ending.round) for game in found]
    assert told == [(each.kind == GameKind.BOTS, -each.rounds) for each in order[:5]]
    assert all(game.game_id != old.pk for game in found)


@pytest.mark.django_db
def test_nothing_is_told_where_everybody_keeps_their_games_to_themselves() -> None:
    random_games(2, a_crowd(10), seed=43)
    GameResult.objects.update(void="")
    for user in User.objects.all():
        user.preferences.shows_games = False
        user.preferences.save()
    assert not page(browser(), "/community/").select(".story")


@pytest.fixture
def beginner(db: None) -> User:
    """Somebody with one finished game, at a private table."""
    (person, *others) = a_crowd(7)
    random_games(1, [person, *others], seed=5)
    GameResult.objects.update(void="")
    Game.objects.update(is_public=False)
    return SeatResult.objects.filter(user__isnull=False).order_by("seat")[0].user


def test_first_game_is_told_on_the_own_page_alone(beginner: User) -> None:
    (result,) = GameResult.objects.all()
    client = browser(beginner)
    soup = page(client, f"/players/{beginner.username}/")
    acts = soup.select(".story li")
    assert acts
    links = [str(act.select_one("a")["href"]) for act in acts]  # type: ignore[index]
    assert all(link.startswith(f"/games/{result.game.code}/replay/") for link in links)
    assert client.get(links[0]).status_code == 200
    assert not page(browser(), f"/players/{beginner.username}/").select(".story")


@pytest.mark.django_db
def test_own_game_is_not_told_before_the_first_and_after_some() -> None:
    people = a_crowd(10)
    assert not page(browser(people[0]), f"/players/{people[0].username}/").select(".story")
    random_games(12, people, seed=5)
    often = max(people, key=lambda person: person.results.count())
    assert often.results.count() > BEGINNING
    assert not page(browser(often), f"/players/{often.username}/").select(".story")


def test_annulled_game_is_not_told(beginner: User) -> None:
    GameResult.objects.update(void=Void.ANNULLED)
    assert not page(browser(beginner), f"/players/{beginner.username}/").select(".story")
