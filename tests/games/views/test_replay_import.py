"""Downloaded and imported records: shown like a game of ours, or refused in plain words."""

import codecs
import json
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.forms.replay import LONGEST_IMPORT
from games.records.record import parse_record
from games.records.replay import replay
from tests.games.recordings import NAMES, played_log, played_record, store_game
from tests.games.visits import soup_of, words_in
from tests.marked import MARKED, speak_marks, unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def sent(data: str | dict[str, Any], **more: str) -> Any:
    text = data if isinstance(data, str) else json.dumps(data)
    return Client().post(reverse("games:replay_import"), {"text": text, **more})


def test_record_can_be_downloaded_and_replayed() -> None:
    game = store_game(played_log(7, 3))
    response = Client().get(reverse("games:record", args=[game.code]))
    assert response["Content-Disposition"] == f'attachment; filename="game-{game.code}.json"'
    record = json.loads(response.content)
    assert record["players"] == list(NAMES[:7])
    assert list(replay(parse_record(record)))[-1].state.victory is not None
    assert soup_of(sent(record)).select(".turning-point")


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
    assert words_in(soup, "#replay-view option[selected]") == "As seen from seat 3: Cy"
    assert soup.select("#replay a[href*='/games/']") == []


def test_imported_record_tells_who_was_winning() -> None:
    soup = soup_of(sent(played_record(7, 3)))
    (section,) = soup.select("section[aria-labelledby=winning-heading]")
    # After the last act one side has won.
    assert section.select("table tr")[-1].get_text(" ", strip=True).endswith(("0%", "100%"))
    assert len(section.select(".turning-point")) == 5
    assert not section.select("a[href*='/games/']")


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_uploaded_record_is_shown(mark: bytes) -> None:
    record = played_record(5, 2) | {"meta": {"note": "x" * 1000}}
    data = mark + json.dumps(record).encode()
    file = SimpleUploadedFile("game.json", data)
    soup = soup_of(Client().post(reverse("games:replay_import"), {"file": file}))
    assert soup.select(".final-reveal")
    assert "note" not in words_in(soup, "textarea[name=text]")


def test_record_that_breaks_a_rule_names_the_action() -> None:
    record = played_record(7, 3)
    number, action = next(
        (number, each) for number, each in enumerate(record["actions"]) if "card" in each
    )
    action["card"] = "L" if action["card"] == "F" else "F"
    action["by"] = (action["by"] + 1) % 7
    soup = soup_of(sent(record), 400)
    said = (
        f"This record breaks off at action {number}: This decision is for another player to make."
    )
    assert said in words_in(soup, "main form")
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
    assert len(words_in(soup, "main form")) > 40
    assert "Traceback" not in words_in(soup, "main")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "</textarea><b>", "{{ 7 }}", "שלום"]
)
def test_names_in_a_record_stay_text(name: str) -> None:
    record = played_record(5, 2)
    record["players"][0] = name
    html = sent(record, step="3").content.decode()
    assert "<script>alert" not in html
    assert "<b>" not in html
    assert name in words_in(BeautifulSoup(html, "html.parser"), ".seat-name")


@pytest.mark.parametrize("name", ["x" * 65, "a\nb", "\u202e" + "evil"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    record = played_record(5, 2)
    record["players"][0] = name
    said = words_in(soup_of(sent(record), 400), "main form")
    assert "The name of seat 0 is too long, or it cannot be shown." in said


def faulty_records() -> dict[str, str]:
    """Return a record or a text for each kind of fault, by fault."""
    record = played_record(5, 2)
    first, *rest = record["actions"]

    def changed(**values: object) -> str:
        return json.dumps(record | values)

    return {
        "empty object": "{}",
        "no JSON": "{",
        "no number": '{"a": NaN}',
        "key twice": '{"a": 1, "a": 2}',
        "newer": changed(version=3),
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
    assert f"{LONGEST_IMPORT // 1024} KiB" in words_in(soup, "main form")
    assert Client().post(
        reverse("games:replay_import"), {"text": "x" * (LONGEST_IMPORT + 1)}
    ).status_code in (400, 413)


@pytest.mark.parametrize("step", ["x", "-1", "99999", "²", "9" * 40])
def test_step_that_is_none_shows_the_summary(step: str) -> None:
    assert soup_of(sent(played_record(5, 2), step=step)).select(".turning-points")
