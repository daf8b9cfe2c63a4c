"""Players' pages, lists of all finished games, and what somebody takes along."""

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Preferences, User
from accounts.services import close_account
from games.engine.record import parse_record
from games.engine.replay import replay
from games.models import Game, GameResult, PlayerRating, RatingNotice, SeatResult, Void
from games.player_values import Cursor, GameFilter, PastGame
from games.selectors.past_games import past_games
from games.services.rating import rate_ended
from games.services.statistics import count_due
from tests.factories import a_person
from tests.games.statistics.stored import random_games

pytestmark = pytest.mark.django_db
# What is streamed is read on another thread, by another connection.
on_threads = pytest.mark.django_db(transaction=True)


def count_all() -> None:
    rate_ended()
    while count_due(timezone.now()):
        pass


@pytest.fixture
def crowd() -> list[User]:
    """Ten people, the first of whom has a name that addresses have to write otherwise."""
    names = ["Ľubica Ž", "Ana", "Bo Derek", "O'Neill", *[f"Guest {n} here" for n in range(6)]]
    people = [a_person(name, is_guest=False) for name in names]
    random_games(10, people, seed=31)
    count_all()
    return people


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, path: str, status: int = 200) -> BeautifulSoup:
    response = client.get(path)
    assert response.status_code == status
    return BeautifulSoup(response.content, "html.parser")


def words(soup: Any) -> str:
    return " ".join(soup.get_text(" ").split())


def path_of(user: User, name: str = "player") -> str:
    with translation.override("en"):
        return reverse(f"games:{name}", args=[user.username])


def test_page_is_found_by_its_name_whatever_the_capitals(crowd: list[User]) -> None:
    path = path_of(crowd[0])
    assert path.isascii()
    assert words(page(Client(), path).h1) == "Ľubica Ž"
    other = Client().get("/players/ľUBICA ž/")
    assert (other.status_code, other["Location"]) == (301, path)
    assert Client().get("/players/Nobody/").status_code == 404


def test_page_in_each_language_tells_where_the_others_are(crowd: list[User]) -> None:
    soup = page(Client(), "/pl" + path_of(crowd[1]))
    assert soup.html is not None
    assert soup.html["lang"] == "pl"
    found = {str(link["hreflang"]) for link in soup.select('link[rel="alternate"][hreflang]')}
    assert {"en", "es", "it", "pl", "nl"} < found
    tags = {str(tag["property"]): str(tag["content"]) for tag in soup.select("meta[property]")}
    assert tags["og:title"] == "Ana"
    assert tags["og:url"] == f"http://testserver/pl{path_of(crowd[1])}"


def test_page_shows_the_rating_as_it_is_stored(crowd: list[User]) -> None:
    row = PlayerRating.objects.order_by("-games").first()
    assert row is not None
    text = words(page(Client(), path_of(row.user)).select_one("#standing"))
    assert f"{row.rating:.0f} ±" in text
    assert "provisional" in text
    PlayerRating.objects.filter(pk=row.pk).update(games=30, peak=1777.0, peak_at=timezone.now())
    text = words(page(Client(), path_of(row.user)).select_one("#standing"))
    assert "provisional" not in text.split("What these numbers mean")[0]
    assert "1777" in text


def test_chart_and_its_table_say_the_same(crowd: list[User]) -> None:
    row = PlayerRating.objects.order_by("-games").first()
    assert row is not None
    assert row.games >= 2
    soup = page(Client(), path_of(row.user))
    line = soup.select_one("#rating-chart .chart-line")
    assert line is not None
    rated = SeatResult.objects.filter(user=row.user, rating_after__isnull=False)
    newest_first = list(rated.order_by("-ended_at").values_list("rating_after", flat=True))
    assert len(str(line["points"]).split()) == len(newest_first) == row.games
    told = [words(cell) for cell in soup.select("#rating-chart tbody td:nth-child(2)")]
    assert told == [f"{rating:.0f}" for rating in newest_first]


def listed(
    user: User, wanted: GameFilter, rows: int, viewer: User | None = None
) -> list[PastGame]:
    """A whole list, page by page to its end; and back again, which must give the same."""
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
    # Two games that ended in the same moment stand next to each other all the same.
    first, second = SeatResult.objects.filter(user=user).order_by("ended_at")[:2]
    SeatResult.objects.filter(pk=second.pk).update(ended_at=first.ended_at)
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


def test_list_over_http_follows_filters_and_refuses_nonsense(crowd: list[User]) -> None:
    path = path_of(crowd[2], "player_games")
    everything = page(Client(), path).select(".past-game")
    ranked = page(Client(), f"{path}?kind=ranked&person={crowd[3].username}")
    assert 0 < len(ranked.select(".past-game")) < len(everything)
    assert "no player of this name" in words(page(Client(), f"{path}?person=Zeppelin"))
    for nonsense in (
        "?before=x-y",
        "?after=99999999999999999999-1",
        "?before=999999999999999999-1",
    ):
        assert Client().get(path + nonsense).status_code == 200
    assert page(Client(), f"{path}?since=yesterday&kind=chess").select(".errorlist")


def test_queries_do_not_grow_with_games(crowd: list[User]) -> None:
    user, client = crowd[4], signed_in(crowd[5])
    few = SeatResult.objects.filter(user=user).count()

    def queries() -> list[int]:
        counted = []
        for path in (path_of(user), path_of(user, "player_games")):
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


def test_who_hides_the_list_shows_it_to_nobody_else(crowd: list[User]) -> None:
    shy = crowd[6]
    assert page(Client(), path_of(shy)).select(".past-game")
    Preferences.objects.filter(user=shy).update(shows_games=False)
    for client in (Client(), signed_in(crowd[1])):
        for name in ("player", "player_games"):
            soup = page(client, path_of(shy, name))
            assert not soup.select(".past-game, a[href$='/replay/']")
            assert not [
                name for name in (crowd[2].username, crowd[3].username) if name in words(soup)
            ]
            assert "keeps the list of games" in words(soup)
    assert page(signed_in(shy), path_of(shy, "player_games")).select(".past-game")
    # The rating and the numbers stay.
    assert page(Client(), path_of(shy)).select("#statistics .statistics-measure")


def test_hiding_the_list_is_a_preference_of_people_with_an_account(crowd: list[User]) -> None:
    client = signed_in(crowd[6])
    chosen = {"language": "en", "colour_scheme": "auto", "reduced_motion": "auto"}
    client.post("/accounts/preferences/", chosen)
    assert not Preferences.objects.get(user=crowd[6]).shows_games
    client.post("/accounts/preferences/", chosen | {"shows_games": "on"})
    assert Preferences.objects.get(user=crowd[6]).shows_games
    assert not page(Client(), "/accounts/preferences/").select("[name=shows_games]")


def test_address_of_a_private_table_is_for_who_sat_there(crowd: list[User]) -> None:
    row = SeatResult.objects.filter(user=crowd[1]).order_by("-ended_at").first()
    assert row is not None
    code = row.result.game.code
    path = path_of(crowd[1], "player_games")
    assert code in Client().get(path).content.decode()
    Game.objects.filter(pk=row.result_id).update(is_public=False, name="Our secret table")
    for text in (
        Client().get(path).content.decode(),
        Client().get(path_of(crowd[1])).content.decode(),
    ):
        assert code not in text
        assert "Our secret table" not in text
    assert code in signed_in(crowd[1]).get(path).content.decode()


def test_closed_account_is_gone_and_nameless_everywhere(crowd: list[User]) -> None:
    gone, name = crowd[3], crowd[3].username
    mate = next(
        row.user
        for row in SeatResult.objects.exclude(user=gone).select_related("user")
        if SeatResult.objects.filter(result=row.result, user=gone, team=row.team).exists()
    )
    assert name in words(page(Client(), path_of(mate, "player_games")))
    assert name in words(page(Client(), path_of(mate)))
    PlayerRating.objects.filter(user=gone).update(games=80, last_ranked_at=timezone.now())
    assert name in words(page(Client(), "/leaderboard/"))
    close_account(user=gone)
    assert Client().get(f"/players/{name}/").status_code == 404
    for each in ("player", "player_games"):
        assert Client().get(path_of(gone, each)).status_code == 410
    for path in (path_of(mate, "player_games"), path_of(mate)):
        text = words(page(Client(), path))
        assert name not in text
        assert gone.username not in text
        assert "deleted player" in text
    assert name not in words(page(Client(), "/leaderboard/"))
    assert gone.username not in words(page(Client(), "/leaderboard/"))


def test_reader_sees_how_they_fared_together(crowd: list[User]) -> None:
    assert not page(Client(), path_of(crowd[1])).select("#met")
    assert not page(signed_in(crowd[1]), path_of(crowd[1])).select("#met")
    assert "and you" in words(page(signed_in(crowd[2]), path_of(crowd[1])).select_one("#met"))


def test_annulled_game_is_told_to_its_people_on_their_own_page(crowd: list[User]) -> None:
    game = Game.objects.filter(is_ranked=True).first()
    assert game is not None
    RatingNotice.objects.create(
        user=crowd[1], game=game, took_part=True, rating_before=1510, rating_after=1522
    )
    told = page(signed_in(crowd[1]), path_of(crowd[1]))
    assert "was 1510 and is 1522" in words(told)
    assert "was 1510" not in words(page(Client(), path_of(crowd[1])))


def test_annulled_game_is_told_at_home_until_it_is_read(crowd: list[User]) -> None:
    game = Game.objects.filter(is_ranked=True).first()
    assert game is not None
    for user, after in ((crowd[1], 1522), (crowd[2], 1533)):
        RatingNotice.objects.create(
            user=user, game=game, took_part=True, rating_before=1510, rating_after=after
        )
    reader = signed_in(crowd[1])
    notices = page(reader, "/").select_one("#rating-notices")
    assert "was 1510 and is 1522" in words(notices)
    assert "1533" not in words(notices)
    assert not page(Client(), "/").select("#rating-notices")
    assert not page(signed_in(crowd[3]), "/").select("#rating-notices")

    assert notices is not None
    action = str(notices["action"])
    shown = [str(field["value"]) for field in notices.select("[name=notice]")]
    everybodys = [*RatingNotice.objects.values_list("pk", flat=True), "9" * 30, "²", ""]
    assert signed_in(crowd[3]).post(action, {"notice": everybodys}).status_code == 302
    assert page(reader, "/").select("#rating-notices")
    assert reader.get(action).status_code == 302
    assert page(reader, "/").select("#rating-notices")
    assert reader.post(action, {"notice": shown}, follow=True).status_code == 200
    assert not page(reader, "/").select("#rating-notices")
    assert not page(reader, path_of(crowd[1])).select("#rating-notices")
    assert page(signed_in(crowd[2]), "/").select("#rating-notices")


def test_a_list_may_end_with_the_last_day_there_is(crowd: list[User]) -> None:
    path = path_of(crowd[1], "player_games")
    with_bounds = page(Client(), f"{path}?since=0001-01-01&until=9999-12-31")
    assert with_bounds.select("a[href*='/replay/']")
    assert len(with_bounds.select("li")) == len(page(Client(), path).select("li"))


# What somebody takes along


async def download(user: User, name: str) -> tuple[Any, str]:
    client = AsyncClient()
    await client.aforce_login(user)
    response: Any = await client.get(reverse(f"games:{name}"))
    parts = [part async for part in response.streaming_content]
    return response, b"".join(parts).decode()


@on_threads
async def test_records_are_whole_games_that_play_again(crowd: list[User]) -> None:
    response, text = await download(crowd[0], "export_records")
    assert response["Content-Disposition"] == 'attachment; filename="games.jsonl"'
    records = [json.loads(line) for line in text.splitlines()]
    codes = [
        code
        async for code in SeatResult.objects.filter(user=crowd[0])
        .order_by("ended_at", "result_id")
        .values_list("result__game__code", flat=True)
    ]
    assert [record["meta"]["id"] for record in records] == codes
    for record in records:
        assert "Ľubica Ž" in record["players"]
        assert list(replay(parse_record(record)))


@on_threads
async def test_table_has_a_line_for_each_game(crowd: list[User]) -> None:
    first = await SeatResult.objects.filter(user=crowd[0]).order_by("ended_at").afirst()
    assert first is not None
    await Game.objects.filter(pk=first.result_id).aupdate(name='=HYPERLINK("x")')
    _response, text = await download(crowd[0], "export_csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == await SeatResult.objects.filter(user=crowd[0]).acount()
    # Names are people's own; a spreadsheet must not run them.
    assert rows[0]["name"] == '\'=HYPERLINK("x")'
    assert {row["outcome"] for row in rows} <= {"won", "lost", "left", "void"}


@on_threads
async def test_batches_join_without_a_gap(
    crowd: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    _response, at_once = await download(crowd[0], "export_csv")
    monkeypatch.setattr("games.selectors.export.A_BATCH", 2)
    _response, in_parts = await download(crowd[0], "export_csv")
    assert in_parts == at_once


def test_export_is_for_people_who_are_signed_in() -> None:
    assert Client().get("/export/games.csv").status_code == 302


def test_void_games_are_told_so(crowd: list[User]) -> None:
    row = SeatResult.objects.filter(user=crowd[1], kind="ranked", is_leaver=False).first()
    assert row is not None
    GameResult.objects.filter(pk=row.result_id).update(
        void=Void.ANNULLED, ended_at=timezone.now() - timedelta(days=1)
    )
    shown = listed(crowd[1], GameFilter(), 100)
    assert [game.outcome for game in shown if game.code == row.result.game.code] == ["void"]


def test_head_to_head_with_anybody_is_asked_for_by_name(crowd: list[User]) -> None:
    first, other, *_more = crowd
    address = reverse("games:player", args=[first.username])
    stranger = a_person("Nobody met", is_guest=False)

    def names(asked: str) -> list[str]:
        shown = page(Client(), f"{address}?kind=casual&person={asked}")
        table = shown.select(
            "#statistics table:has(caption:-soup-contains('Head to head')) tbody th"
        )
        return [each.get_text(strip=True) for each in table]

    assert names(other.username.lower()) == [other.username]
    assert names(stranger.username) == []
    assert names("no such person") == []
    Preferences.objects.filter(user=first).update(shows_games=False)
    assert names(other.username) == []


def test_impossible_name_is_nobody(crowd: list[User]) -> None:
    address = reverse("games:player", args=[crowd[0].username])
    page(Client(), f"{address}?person=%00")
