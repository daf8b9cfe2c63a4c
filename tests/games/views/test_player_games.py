"""The list of all finished games of a player: every game once, filtered, and hidden on request."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import Game, GameResult, PlayerTally, SeatResult, Void
from games.selectors.past_games import past_games
from games.services.statistics import count_due
from games.values.player import Cursor, GameFilter, PastGame
from tests.games.visits import browser, page, player_path, words

pytestmark = pytest.mark.django_db


def listed(
    user: User, wanted: GameFilter, rows: int, viewer: User | None = None
) -> list[PastGame]:
    """Read a whole list page by page, and backwards, which must give the same."""
    games: list[PastGame] = []
    pages = []
    cursor: Cursor | None = None
    while True:
        part = past_games(
            user.pk, wanted, cursor, viewer_id=viewer.pk if viewer else None, rows=rows
        )
        games += part.games
        pages.append(part.games)
        cursor = part.older
        if cursor is None:
            break
    for earlier in reversed(pages[:-1]):
        assert part.newer is not None
        part = past_games(
            user.pk, wanted, part.newer, viewer_id=viewer.pk if viewer else None, rows=rows
        )
        assert part.games == earlier
    assert part.newer is None
    return games


def a_filter(user: User, other: User) -> list[tuple[GameFilter, Callable[[SeatResult], bool]]]:
    day = SeatResult.objects.filter(user=user).order_by("ended_at")[4].ended_at.date()
    with_other = set(SeatResult.objects.filter(user=other).values_list("result_id", flat=True))
    return [
        (GameFilter(), lambda row: True),
        (GameFilter(kind="ranked"), lambda row: row.kind == "ranked"),
        (GameFilter(role="liberal"), lambda row: row.role == "liberal"),
        (GameFilter(won=False), lambda row: not row.won and row.result.void == Void.NO),
        (GameFilter(won=True), lambda row: row.won and row.result.void == Void.NO),
        (GameFilter(size=7), lambda row: row.size == 7),
        (GameFilter(since=day), lambda row: row.ended_at.date() >= day),
        (GameFilter(until=day), lambda row: row.ended_at.date() <= day),
        (GameFilter(with_id=other.pk), lambda row: row.result_id in with_other),
    ]


@pytest.mark.parametrize("rows", [1, 2, 5, 100])
def test_list_has_every_game_once_newest_first(crowd: list[User], rows: int) -> None:
    user, other = crowd[2], crowd[3]
    # Two games that ended at the same moment are both there.
    first, second = SeatResult.objects.filter(user=user).order_by("ended_at")[:2]
    SeatResult.objects.filter(result=second.result_id).update(ended_at=first.ended_at)
    mine = SeatResult.objects.filter(user=user).select_related("result__game")
    mine = mine.exclude(is_leaver=True, won=False, result__void=Void.LEFT_EARLY)
    in_order = list(mine.order_by("-ended_at", "-result_id"))
    hit = 0
    for wanted, belongs in a_filter(user, other):
        expected = [row.result.game.code for row in in_order if belongs(row)]
        hit += 0 < len(expected) < len(in_order)
        found = [game.code for game in listed(user, wanted, rows) if game.outcome != "left"]
        missing = {row.result.game.code for row in in_order if row.is_leaver}
        assert found == [code for code in expected if code not in missing], wanted
    assert hit >= 5


@pytest.mark.parametrize("has_fewer", [True, False])
def test_games_with_a_player_are_the_same_along_either_list(
    crowd: list[User], has_fewer: bool
) -> None:
    user, other = crowd[2], crowd[3]
    longer, shorter = (other, user) if has_fewer else (user, other)
    # The tallies say who has fewer games, and so along whose list they are read.
    count_due(timezone.now())
    assert PlayerTally.objects.filter(user=longer).exists()
    PlayerTally.objects.filter(user=shorter).delete()
    with_other = set(SeatResult.objects.filter(user=other).values_list("result_id", flat=True))
    rows = SeatResult.objects.filter(user=user, result__in=with_other, result__void=Void.NO)
    rows = rows.filter(is_leaver=False).order_by("-ended_at", "-result_id")
    found = 0
    for chosen in (
        {"won": True},
        {"won": False},
        {"role": "liberal"},
        {"kind": "ranked", "size": 7},
    ):
        wanted = GameFilter(with_id=other.pk, **chosen)
        expected = list(rows.filter(**chosen).values_list("result__game__code", flat=True))
        games = [game for game in listed(user, wanted, 2) if game.outcome in ("won", "lost")]
        assert [game.code for game in games] == expected
        found += len(expected)
    assert found > 5


def test_each_game_names_everybody_else_who_played_on_either_side(crowd: list[User]) -> None:
    user = crowd[2]
    both = 0
    for game in listed(user, GameFilter(), 100, viewer=user):
        seats = SeatResult.objects.filter(result__game__code=game.code)
        own = seats.get(user=user)
        for people, side in ((game.mates, True), (game.opponents, False)):
            named = sorted(person.address for person in people)
            others = [each for each in seats.exclude(user=user) if (each.team == own.team) is side]
            assert named == sorted(each.user.username for each in others if each.user)
        both += bool(game.mates and game.opponents)
    assert both
    told = words(page(browser(user), player_path(user, "player_games")))
    assert "Against:" in told


def test_row_tells_role_ending_and_everybody_by_name(crowd: list[User]) -> None:
    soup = page(browser(), player_path(crowd[1], "player_games"))
    seats = SeatResult.objects.filter(user=crowd[1], result__void="").select_related(
        "result__game"
    )
    endings = {
        "five_liberal_policies": "Five Liberal policies",
        "six_fascist_policies": "Six Fascist policies",
        "hitler_elected": "Hitler elected",
        "hitler_executed": "Hitler executed",
    }
    told = 0
    for seat in seats:
        link = soup.select_one(f"a[href='/games/{seat.result.game.code}/replay/']")
        row = link and link.find_parent(class_="past-game")
        if row is None:
            continue
        told += 1
        assert row.select(f".past-game-card.role-{seat.role}")
        assert words(row.select_one(".past-game-what")).endswith(endings[seat.result.victory])
        others = SeatResult.objects.filter(result=seat.result).exclude(user=crowd[1])
        names = sorted(each.user.display_name for each in others.select_related("user"))
        assert sorted(words(face) for face in row.select("a.face")) == names
    assert told


def test_list_over_http_follows_filters_and_refuses_nonsense(crowd: list[User]) -> None:
    path = player_path(crowd[2], "player_games")
    everything = page(browser(), path).select(".past-game")
    ranked = page(browser(), f"{path}?kind=ranked&person={crowd[3].username}")
    assert 0 < len(ranked.select(".past-game")) < len(everything)
    assert "no player of this name" in words(page(browser(), f"{path}?person=Zeppelin"))
    for nonsense in (
        "?before=x-y",
        "?after=99999999999999999999-1",
        "?before=999999999999999999-1",
    ):
        assert browser().get(path + nonsense).status_code == 200
    assert page(browser(), f"{path}?since=yesterday&kind=chess").select(".errorlist")


def test_a_list_may_end_with_the_last_day_there_is(crowd: list[User]) -> None:
    path = player_path(crowd[1], "player_games")
    with_bounds = page(browser(), f"{path}?since=0001-01-01&until=9999-12-31")
    assert with_bounds.select("a[href*='/replay/']")
    assert len(with_bounds.select("li")) == len(page(browser(), path).select("li"))


def test_void_games_are_told_so(crowd: list[User]) -> None:
    row = SeatResult.objects.filter(user=crowd[1], kind="ranked", is_leaver=False).first()
    assert row is not None
    GameResult.objects.filter(pk=row.result_id).update(
        void=Void.ANNULLED, ended_at=timezone.now() - timedelta(days=1)
    )
    shown = listed(crowd[1], GameFilter(), 100)
    assert [game.outcome for game in shown if game.code == row.result.game.code] == ["void"]


def test_hidden_list_is_shown_to_its_owner_alone(crowd: list[User]) -> None:
    shy = crowd[6]
    assert page(browser(), player_path(shy)).select(".past-game")
    Preferences.objects.filter(user=shy).update(shows_games=False)
    for client in (browser(), browser(crowd[1])):
        for name in ("player", "player_games"):
            soup = page(client, player_path(shy, name))
            assert not soup.select(".past-game, a[href$='/replay/']")
            assert not [
                name for name in (crowd[2].username, crowd[3].username) if name in words(soup)
            ]
            assert "keeps the list of games" in words(soup)
    assert page(browser(shy), player_path(shy, "player_games")).select(".past-game")
    # The rating and the numbers stay.
    assert page(browser(), player_path(shy) + "?tab=statistics").select(
        "#statistics .statistics-measure"
    )


def test_hiding_the_list_is_a_preference_of_people_with_an_account(crowd: list[User]) -> None:
    client = browser(crowd[6])
    chosen = {"language": "en", "colour_scheme": "auto", "reduced_motion": "auto"}
    client.post("/accounts/preferences/", chosen)
    assert not Preferences.objects.get(user=crowd[6]).shows_games
    client.post("/accounts/preferences/", chosen | {"shows_games": "on"})
    assert Preferences.objects.get(user=crowd[6]).shows_games
    assert not page(browser(), "/accounts/preferences/").select("[name=shows_games]")


def test_address_of_a_private_table_is_for_who_sat_there(crowd: list[User]) -> None:
    row = SeatResult.objects.filter(user=crowd[1]).order_by("-ended_at").first()
    assert row is not None
    code = row.result.game.code
    path = player_path(crowd[1], "player_games")
    assert code in browser().get(path).content.decode()
    Game.objects.filter(pk=row.result_id).update(is_public=False, name="Our secret table")
    for text in (
        browser().get(path).content.decode(),
        browser().get(player_path(crowd[1])).content.decode(),
    ):
        assert code not in text
        assert "Our secret table" not in text
    assert code in browser(crowd[1]).get(path).content.decode()
