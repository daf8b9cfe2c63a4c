"""Milestones: stamps of what somebody has done, each with its first game."""

from datetime import timedelta

import pytest
from bs4 import BeautifulSoup, Tag
from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import Party, Role, Victory
from games.models import Game, GameResult, SeatResult, Void
from games.values.game_kind import GameKind
from tests.factories import a_person
from tests.games.statistics.stored import a_crowd, random_games
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def stamps(soup: BeautifulSoup) -> dict[str, Tag]:
    return {
        words(each.select_one(".symbol + span")): each for each in soup.select(".milestones > li")
    }


def done(soup: BeautifulSoup) -> list[str]:
    return [name for name, each in stamps(soup).items() if each.select("time")]


@pytest.fixture
def person() -> User:
    """Somebody with three games: lost as a liberal, left as a liberal who won, and won as Hitler by election."""
    random_games(3, a_crowd(10), seed=61)
    person = a_person()
    games = list(GameResult.objects.order_by("pk"))
    told = [
        (games[0], Role.LIBERAL, False, False),
        (games[1], Role.LIBERAL, True, True),
        (games[2], Role.HITLER, True, False),
    ]
    for age, (result, role, won, left) in zip((3, 2, 1), told, strict=True):
        SeatResult.objects.filter(result=result, seat=0).delete()
        SeatResult.objects.create(
            result=result, user=person, seat=0, role=role, won=won and not left, is_leaver=left,
            team=Party.LIBERAL if role is Role.LIBERAL else Party.FASCIST,
            kind=GameKind.CASUAL, size=7, ended_at=NOW - timedelta(days=age),
        )  # fmt: skip
    GameResult.objects.update(void="", victory=Victory.HITLER_ELECTED)
    Game.objects.update(is_public=True)
    return person


def test_a_milestone_is_stamped_with_its_first_game(person: User) -> None:
    soup = page(browser(), f"/players/{person.username}/")
    assert done(soup) == ["First game", "Without bots", "Won as Hitler", "Elected as Hitler"]
    assert "still to come" in words(stamps(soup)["Hitler caught"])
    won = SeatResult.objects.get(user=person, won=True).result.game
    (link,) = stamps(soup)["Won as Hitler"].select("a")
    assert link["href"] == f"/games/{won.code}/replay/"


def test_a_game_that_does_not_count_reaches_no_milestone(person: User) -> None:
    GameResult.objects.update(void=Void.ANNULLED)
    assert done(page(browser(), f"/players/{person.username}/")) == []


def test_a_private_game_is_stamped_but_leads_others_nowhere(person: User) -> None:
    Game.objects.update(is_public=False)
    address = f"/players/{person.username}/"
    assert not page(browser(), address).select(".milestones a")
    assert len(page(browser(person), address).select(".milestones a")) == 4


def test_who_hides_the_list_of_games_shows_no_milestones(person: User) -> None:
    person.preferences.shows_games = False
    person.preferences.save()
    address = f"/players/{person.username}/"
    assert not page(browser(), address).select(".milestones")
    assert page(browser(person), address).select(".milestones")


def test_the_community_shows_a_beginner_what_is_still_to_come(person: User) -> None:
    assert not page(browser(), "/community/").select(".milestones")
    assert done(page(browser(person), "/community/")) == [
        "First game",
        "Without bots",
        "Won as Hitler",
        "Elected as Hitler",
    ]
