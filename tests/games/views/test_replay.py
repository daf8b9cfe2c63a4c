"""Replay pages: who may open them, what they show, and records of somebody's own."""

import codecs
import json
import re
from io import BytesIO
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games.engine.events import PolicyEnacted
from games.engine.record import parse_record
from games.engine.replay import replay
from games.forms.replay import LONGEST_IMPORT
from games.live.replay_picture import FASCIST, PAPER, can_write
from games.models import ChatMessage, Game, GameResult, Lobby, SeatResult
from games.phrases import VICTORY_NAMES
from tests.factories import a_lobby, a_person
from tests.games.recordings import NAMES, played_log, played_record, store_game
from tests.marked import MARKED, speak_marks, unmarked

pytestmark = pytest.mark.django_db


def address(game: Game, step: int | None = None) -> str:
    if step is None:
        return reverse("games:replay", args=[game.code])
    return reverse("games:replay_step", args=[game.code, step])


def soup_of(response: Any, status: int = 200) -> BeautifulSoup:
    assert response.status_code == status
    return BeautifulSoup(response.content.decode(), "html.parser")


def words(soup: BeautifulSoup, css: str) -> str:
    return " ".join(each.get_text(" ", strip=True) for each in soup.select(css))


def sent(data: str | dict[str, Any], **more: str) -> Any:
    text = data if isinstance(data, str) else json.dumps(data)
    return Client().post(reverse("games:replay_import"), {"text": text, **more})


# Who may look


PAGES = ("games:replay", "games:replay_step", "games:replay_card", "games:record")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("actions", [0, 20, 60])
def test_running_game_has_no_replay(name: str, actions: int) -> None:
    ana = a_person("Ana Replay")
    game = store_game(played_log(7, 3, actions=actions), (ana,))
    seated = Client()
    seated.force_login(ana)
    for client in (Client(), seated):
        args = [game.code, 0] if name == "games:replay_step" else [game.code]
        response = client.get(reverse(name, args=args))
        if name in ("games:replay", "games:replay_step"):
            assert response["Location"] == reverse("games:table", args=[game.code])
        else:
            assert response.status_code == 404


def test_running_game_behind_a_password_is_not_even_hinted_at() -> None:
    lobby = a_lobby(a_person(), status=Lobby.Status.STARTED, password="x")
    game = store_game(played_log(5, 2, actions=10), lobby=lobby)
    for name in ("games:replay", "games:record"):
        assert Client().get(reverse(name, args=[game.code])).status_code == 404


def test_there_is_no_replay_of_no_game() -> None:
    assert Client().get("/games/nosuchgame12/replay/").status_code == 404
    assert Client().get("/games/nosuchgame12/record.json").status_code == 404


# What they show


def test_every_phase_can_be_reached_by_its_links() -> None:
    game = store_game(played_log(5, 2))
    client = Client()
    url, seen = address(game, 0), []
    while url not in seen:
        seen.append(url)
        soup = soup_of(client.get(url))
        (link,) = soup.select("#replay-next")
        url = str(link["href"])
    assert len(seen) > 20
    told = words(soup_of(client.get(seen[-1])), "#replay-sentence")
    assert "win" in told
    assert client.get(address(game, 10_000)).status_code == 404


def test_summary_tells_roles_and_turning_points_with_links_to_them() -> None:
    log = played_log(7, 3)
    game = store_game(log)
    soup = soup_of(Client().get(address(game)))
    assert len(soup.select(".final-reveal-roles > li")) == 7
    assert len(soup.select(".turning-point")) > sum(isinstance(e, PolicyEnacted) for e in log)
    for link in soup.select(".turning-point-link"):
        assert Client().get(str(link["href"])).status_code == 200
    assert soup.select("svg.graph polyline")
    assert len(soup.select(".graph-table tbody tr")) == game.round


def test_ranked_game_shows_the_chances_before_it_and_what_it_did_to_ratings() -> None:
    ana = a_person("Ana Replay", is_guest=False)
    game = store_game(played_log(7, 3), (ana,))
    assert soup_of(Client().get(address(game))).select(".rating-changes, .graph-prediction") == []
    facts = {"kind": "ranked", "size": 7, "ended_at": timezone.now()}
    result = GameResult.objects.create(
        game=game, edition="retail", winner="fascist", victory="six_fascist_policies",
        seconds=60, rounds=game.round, prediction=0.538, **facts,
    )  # fmt: skip
    SeatResult.objects.create(
        result=result, user=ana, seat=0, role="liberal", team="liberal", won=False,
        predicted=0.538, rating_before=1500.4, rating_after=1487.6, **facts,
    )  # fmt: skip
    soup = soup_of(Client().get(address(game)))
    assert words(soup, ".rating-changes li") == (
        "Ana Replay Lost as a liberal with a chance to win of 54%. 1500 → 1488 (−12)"
    )
    assert "54" in words(soup, ".graph-key-prediction")
    assert soup_of(Client().get(address(game, 9))).select("line.graph-prediction")


def test_perspective_is_kept_from_step_to_step() -> None:
    game = store_game(played_log(7, 3))
    soup = soup_of(Client().get(address(game, 4) + "?view=3&by=event"))
    assert words(soup, "#replay-view option[selected]") == "As seen from seat 3: Cy"
    assert words(soup, "#replay-by option[selected]") == "Every single event"
    (link,) = soup.select("#replay-next")
    assert link["href"] == address(game, 5) + "?view=3&by=event"
    assert len(soup.select(".replay-role")) == 1
    assert len(soup_of(Client().get(address(game, 4))).select(".replay-role")) == 7
    assert soup_of(Client().get(address(game, 4) + "?view=spectator")).select(".replay-role") == []


def say(game: Game, number: int, **facts: Any) -> None:
    user = game.seats.get(number=0).user
    assert user is not None
    values = {"channel": "table", "seat": 0, "round": 1, "text": f"line {number}", **facts}
    ChatMessage.objects.create(
        game=game, number=number, created_at=timezone.now(), user=user, **values
    )


def test_talk_is_shown_up_to_the_step_and_to_those_who_heard_it() -> None:
    log = played_log(5, 2)
    game = store_game(log, (a_person("Ana Replay"),))
    say(game, 1, version=12)
    say(game, 2, version=40, channel="dead", text="from the dead")
    say(game, 3, version=len(log), text="good game")
    first = soup_of(Client().get(address(game, 0)))
    assert words(first, ".replay-talk") == ""
    later = [
        soup_of(Client().get(address(game, 20) + q)) for q in ("", "?view=1", "?view=spectator")
    ]
    assert ["from the dead" in words(each, ".replay-talk") for each in later] == [
        True,
        False,
        True,
    ]
    assert all("line 1" in words(each, ".replay-talk") for each in later)
    assert not any("good game" in words(each, ".replay-talk") for each in later)


def test_number_of_queries_does_not_grow(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    games = [
        store_game(played_log(5, 2), (a_person(),)),
        store_game(played_log(10, 5), (a_person(),)),
    ]
    for number in range(1, 30):
        say(games[1], number, version=number)
    client = Client()
    for game in games:
        client.get(address(game))
    for game in games:
        with django_assert_num_queries(4):
            client.get(address(game))
        with django_assert_num_queries(4):
            client.get(address(game, 20))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_pages_speak_every_language(language: str) -> None:
    game = store_game(played_log(7, 3))
    client = Client(headers={"Accept-Language": language})
    for url in (address(game), address(game, 30), address(game, 30) + "?view=2"):
        soup = soup_of(client.get(url))
        assert soup.html is not None
        assert soup.html["lang"] == language
        assert "%(" not in soup.get_text()
    with translation.override(language):
        assert soup_of(client.get(reverse("games:replay_import"))).html["lang"] == language  # type: ignore[index]


def test_htmx_gets_the_step_alone() -> None:
    game = store_game(played_log(5, 2))
    headers = {"HX-Request": "true", "HX-Target": "replay"}
    html = Client().get(address(game, 3), headers=headers).content.decode()
    assert html.lstrip().startswith('<div id="replay"')


# Sharing


def test_shared_link_has_a_card_that_is_a_picture_of_the_end() -> None:
    game = store_game(played_log(7, 3))
    Game.objects.filter(pk=game.pk).update(name="<Tom & Jo>")
    soup = soup_of(Client().get(address(game)))
    about = {str(m["property"]): str(m["content"]) for m in soup.select("meta[property^='og:']")}
    assert about["og:title"] == "<Tom & Jo>"
    assert about["og:description"] == "The fascists win: six Fascist policies are enacted."
    assert about["og:url"] == "http://testserver" + address(game)
    response = Client().get(about["og:image"])
    assert response["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(response.content)).convert("RGB")
    assert picture.size == (1200, 630)
    assert (about["og:image:type"], about["og:image:width"], about["og:image:height"]) == (
        "image/png", "1200", "630",
    )  # fmt: skip
    # Just inside the six spaces of the Fascist board, beside the letter: all are filled.
    assert {ink_at(picture, 608 + 84 * place, 380) for place in range(6)} == {FASCIST}
    # What is not there stays paper.
    assert ink_at(picture, 72 + 30 + 4 * 84, 372 + 30) == PAPER


def ink_at(picture: Image.Image, x: int, y: int) -> str:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*(int(part) for part in pixel))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_card_has_letters_for_what_it_says_in_every_language(language: str) -> None:
    with translation.override(language):
        said = "".join(str(text) for text in VICTORY_NAMES.values())
    assert can_write(said)
    assert can_write("Zażółć gęślą jaźń, ¿niño? È più là ëï")
    assert not can_write("金曜日")


def test_record_can_be_downloaded_and_replayed() -> None:
    game = store_game(played_log(7, 3))
    response = Client().get(reverse("games:record", args=[game.code]))
    assert response["Content-Disposition"] == f'attachment; filename="game-{game.code}.json"'
    record = json.loads(response.content)
    assert record["players"] == list(NAMES[:7])
    assert list(replay(parse_record(record)))[-1].state.victory is not None
    assert soup_of(sent(record)).select(".turning-point")


# A record of one's own


def test_imported_record_is_walked_through_by_its_form_and_kept_nowhere(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(0):
        soup = soup_of(sent(played_record(7, 3)))
    for _step in range(12):
        (form,) = soup.select("#replay-form")
        (text,) = form.select("textarea[name=text]")
        (button,) = soup.select("#replay-next") or soup.select("button.button-large[name=step]")
        assert button["form"] == "replay-form"
        with django_assert_num_queries(0):
            soup = soup_of(sent(text.get_text(), step=str(button["value"]), view="3", by="event"))
    (root,) = soup.select("#replay")
    assert root["data-step"] == "11"
    assert words(soup, "#replay-view option[selected]") == "As seen from seat 3: Cy"
    assert soup.select("#replay a[href*='/games/']") == []


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_uploaded_record_is_shown(mark: bytes) -> None:
    record = played_record(5, 2) | {"meta": {"note": "x" * 1000}}
    data = mark + json.dumps(record).encode()
    file = SimpleUploadedFile("game.json", data)
    soup = soup_of(Client().post(reverse("games:replay_import"), {"file": file}))
    assert soup.select(".final-reveal")
    assert "note" not in words(soup, "textarea[name=text]")


def test_record_that_breaks_a_rule_names_the_action() -> None:
    record = played_record(7, 3)
    record["actions"][2]["card"] = "L" if record["actions"][2]["card"] == "F" else "F"
    record["actions"][2]["by"] = (record["actions"][2]["by"] + 1) % 7
    soup = soup_of(sent(record), 400)
    assert "This record breaks off at action 2: This decision is for another player to make." in (
        words(soup, "main form")
    )
    assert soup.select("textarea[name=text]")


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "{", "[]", "null", "1e999", '{"format": "secret-hitler-record"}', "[" * 100_000,
        '{"a": 1, "a": 2}', "\x00", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)  # fmt: skip
def test_hostile_text_is_refused_in_plain_words(text: str) -> None:
    soup = soup_of(sent(text), 400)
    assert len(words(soup, "main form")) > 40
    assert "Traceback" not in words(soup, "main")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "</textarea><b>", "{{ 7 }}", "שלום"]
)
def test_names_in_a_record_stay_text(name: str) -> None:
    record = played_record(5, 2)
    record["players"][0] = name
    html = sent(record, step="3").content.decode()
    assert "<script>alert" not in html
    assert "<b>" not in html
    assert name in words(BeautifulSoup(html, "html.parser"), ".seat-name")


@pytest.mark.parametrize("name", ["x" * 65, "a\nb", "\u202e" + "evil"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    record = played_record(5, 2)
    record["players"][0] = name
    said = words(soup_of(sent(record), 400), "main form")
    assert "The name of seat 0 is too long, or it cannot be shown." in said


def faulty_records() -> dict[str, str]:
    """A record or a text for each kind of fault, by what is wrong with it."""
    record = played_record(5, 2)
    first, *rest = record["actions"]

    def changed(**values: object) -> str:
        return json.dumps(record | values)

    return {
        "empty object": "{}",
        "no JSON": "{",
        "no number": '{"a": NaN}',
        "key twice": '{"a": 1, "a": 2}',
        "newer": changed(version=2),
        "edition": changed(edition="lost"),
        "role": changed(roles=["king"] * 5),
        "roles": changed(roles=["liberal"] * 5),
        "deck": changed(deck="LF"),
        "pile": changed(deck="LXF"),
        "players": changed(players=["Ana"]),
        "seat": changed(first_president=9),
        "winner": changed(result={"winner": "fascist", "reason": "hitler_executed"}),
        "another end": changed(result={"winner": "fascist", "reason": "six_fascist_policies"}),
        "no result": json.dumps({key: record[key] for key in record if key != "result"}),
        "unfinished": changed(actions=record["actions"][:-1]),
        "no action": changed(actions=[1, *rest]),
        "action": changed(actions=[{"type": "fly", "by": 0}, *rest]),
        "key": changed(actions=[first | {"why": 1}, *rest]),
        "target": changed(actions=[first | {"target": "Bo"}, *rest]),
        "rule": changed(actions=[first | {"target": first["by"]}, *rest]),
        "ballot": changed(actions=[first, {"type": "vote", "ballots": [[0, 1]]}, *rest[1:]]),
        "two ballots": changed(actions=[first, _voting_twice(rest[0]), *rest[1:]]),
    }


def _voting_twice(vote: dict[str, Any]) -> dict[str, Any]:
    return vote | {"ballots": [*vote["ballots"], vote["ballots"][0]]}


@pytest.mark.parametrize("fault", faulty_records())
def test_fault_of_a_record_is_told_in_the_reader_s_language(fault: str) -> None:
    with speak_marks():
        client = Client()
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = MARKED
        answer = client.post(reverse("games:replay_import"), {"text": faulty_records()[fault]})
    soup = soup_of(answer, 400)
    (said,) = soup.select("main form .errorlist")
    assert "⟦This record " in said.get_text()
    # Keys and values of the record are quoted as they stand there.
    assert unmarked(re.sub(r'"[^"]*"', "", str(said))) == []


def test_record_that_is_too_long_is_refused() -> None:
    file = SimpleUploadedFile("game.json", b" " * (LONGEST_IMPORT + 1))
    soup = soup_of(Client().post(reverse("games:replay_import"), {"file": file}), 400)
    assert f"{LONGEST_IMPORT // 1024} KiB" in words(soup, "main form")
    assert Client().post(
        reverse("games:replay_import"), {"text": "x" * (LONGEST_IMPORT + 1)}
    ).status_code in (400, 413)


@pytest.mark.parametrize("step", ["x", "-1", "99999", "²", "9" * 40])
def test_step_that_is_none_shows_the_summary(step: str) -> None:
    assert soup_of(sent(played_record(5, 2), step=step)).select(".turning-points")


def test_svg_numbers_are_the_same_in_every_language() -> None:
    game = store_game(played_log(7, 3))
    drawings = set()
    for language, _name in settings.LANGUAGES:
        soup = soup_of(Client(headers={"Accept-Language": language}).get(address(game)))
        drawings.add(re.sub(r"\s+", " ", str(soup.select("svg.graph")[0])))
    assert len(drawings) == 1
