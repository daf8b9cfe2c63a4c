"""Pages of what the table could know: of finished games and imported records, never of a running game."""

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine import fold
from games.engine.vocabulary import Role
from games.models import ChatMessage, Claim, Game, Lobby
from tests.factories import a_lobby, a_person
from tests.games.recordings import played_log, played_record, store_game
from tests.games.visits import soup_of, words_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
IMPORT = "learning:could_know_import"


def address(game: Game) -> str:
    return reverse("learning:could_know", args=[game.code])


def seen(game: Game, **query: Any) -> BeautifulSoup:
    return soup_of(Client().get(address(game), query))


def numbers(soup: BeautifulSoup) -> list[list[str]]:
    """The percents of each player, round by round."""
    grid = soup.select(".could-know-grid")[0]
    return [[cell.get_text() for cell in row.select("td")] for row in grid.select("tbody tr")]


@pytest.mark.parametrize("actions", [0, 20, 60])
def test_of_a_running_game_nothing_is_reckoned(actions: int) -> None:
    ana = a_person("Ana Replay")
    game = store_game(played_log(7, 3, actions=actions), (ana,))
    seated = Client()
    seated.force_login(ana)
    for client in (Client(), seated):
        for headers in ({}, {"HX-Request": "true"}):
            response = client.get(address(game), {"eyes": "0"}, headers=headers)
            assert response["Location"] == reverse("games:table", args=[game.code])


def test_game_that_a_visitor_may_not_watch_is_not_there() -> None:
    lobby = a_lobby(a_person(), status=Lobby.Status.STARTED, password="x")
    game = store_game(played_log(5, 2, actions=10), lobby=lobby)
    assert Client().get(address(game)).status_code == 404


def test_rows_are_the_players_and_columns_the_rounds_of_the_replay() -> None:
    log = played_log(7, 3)
    game = store_game(log)
    soup = seen(game)
    rounds = fold(log).round

    rows = numbers(soup)
    assert len(rows) == 7
    assert {len(row) for row in rows} == {rounds + 1}
    assert [row[0] for row in rows] == ["43"] * 7
    links = soup.select(".could-know-grid")[0].select("thead a")
    assert len(links) == rounds
    replayed = soup_of(Client().get(str(links[2]["href"])))
    assert replayed.select_one("#replay")["data-round"] == "3"  # type: ignore[index]


def test_step_one_comes_from_is_marked_and_led_back_to() -> None:
    game = store_game(played_log(7, 3))
    replay = reverse("games:replay_step", args=[game.code, 20])
    round_ = soup_of(Client().get(replay)).select_one("#replay")["data-round"]  # type: ignore[index]
    soup = seen(game, step="20", eyes="2")

    assert {cell["data-round"] for cell in soup.select("[data-now]")} == {round_}
    assert soup.select(f"main a.button[href='{replay}?view=3']")


def test_everybody_knows_at_least_the_own_party() -> None:
    log = played_log(7, 3)
    game = store_game(log)
    for seat, role in enumerate(fold(log).roles):
        soup = seen(game, eyes=str(seat))
        (own,) = soup.select(".could-know-grid")[0].select(".could-know-own td:nth-of-type(1)")
        assert own.get_text() == ("0" if role is Role.LIBERAL else "100")
        assert words_in(soup, "[aria-current=true] > bdi") in words_in(soup, "#could-know-heading")


@pytest.mark.parametrize("eyes", ["", "7", "-1", "x", "٣", "999999"])
def test_eyes_that_nobody_has_are_the_tables(eyes: str) -> None:
    game = store_game(played_log(7, 3))
    assert numbers(seen(game, eyes=eyes, step="99999")) == numbers(seen(game))


def test_claims_count_and_an_imported_record_gives_the_same() -> None:
    log = played_log(7, 3)
    game = store_game(log, (a_person("Ana Replay"),))
    record = next(each for each in fold(log).past_rounds if each.enacted)
    silent = numbers(seen(game))
    line = ChatMessage.objects.create(
        game=game, number=1, channel="table", seat=record.president, round=record.round,
        version=len(log), created_at=timezone.now(),
    )  # fmt: skip
    Claim.objects.create(message=line, round=record.round, kind="drew", content="LLL")

    told = numbers(seen(game))
    kept = Client().get(reverse("games:record", args=[game.code])).content.decode()
    imported = soup_of(Client().post(reverse(IMPORT), {"text": kept}))

    assert told != silent
    assert numbers(imported) == told


def test_imported_record_travels_with_the_eyes_and_back_to_its_replay() -> None:
    sent = {"text": json.dumps(played_record(7, 3)), "here": "9"}
    soup = soup_of(Client().post(reverse(IMPORT), sent))
    (form,) = soup.select("#replay-form")
    kept = {"text": words_in(soup, "#replay-form textarea")}
    (eyes,) = soup.select(".could-know-eyes button[value='2']")
    assert (eyes["form"], eyes["formaction"]) == ("replay-form", reverse(IMPORT))

    soup = soup_of(Client().post(str(eyes["formaction"]), {**kept, "here": "9", "eyes": "2"}))
    assert words_in(soup, "#could-know-heading") == "What Cy could know"
    (back,) = soup.select("p > button[name=step]")
    replayed = soup_of(Client().post(str(form["action"]), {**kept, "step": back["value"]}))
    assert replayed.select_one("#replay")["data-step"] == "9"  # type: ignore[index]


def test_record_with_nonsense_claims_or_without_an_end_is_shown() -> None:
    record = played_record(10, 4, actions=70)
    claims = [[1, "drew", 0, "LLL", None], [99, "peeked", 3, "LLL", None], ["x"], 7]
    record["meta"] = {"claims": claims * 200, "stood_in": [[1, 2, 3]]}
    soup = soup_of(Client().post(reverse(IMPORT), {"text": json.dumps(record)}))
    assert len(numbers(soup)) == 10


def test_what_is_no_record_is_refused_in_words() -> None:
    soup = soup_of(Client().post(reverse(IMPORT), {"text": "{}"}), 400)
    assert soup.select("textarea[name=text]")
    assert Client().get(reverse(IMPORT))["Location"] == reverse("games:replay_import")


def test_beside_a_replay_it_is_a_part_that_changes_the_step() -> None:
    game = store_game(played_log(7, 3))
    replay = soup_of(
        Client().get(reverse("games:replay_step", args=[game.code, 20]), {"view": "3"})
    )
    (place,) = replay.select("[id^=replay-could-know]")
    response = Client().get(str(place["hx-get"]), headers={"HX-Request": "true"})
    part = soup_of(response)

    assert "HX-Request" in response["Vary"]
    assert not part.select("html")
    assert words_in(part, "#could-know-heading") == "What Cy could know"
    assert {each["hx-target"] for each in part.select("thead")} == {"#replay"}
