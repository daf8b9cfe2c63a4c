"""Every answer of the interface: problems in the caller's language, limits, ETag, gzip, other sites."""

import gzip
import zlib
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from games.api.answering import answered
from tests.factories import a_game, a_person
from tests.games.api.callers import V1, a_token, assert_problem, get

pytestmark = pytest.mark.django_db


def test_problems_speak_the_callers_language() -> None:
    english, polish = get("/nothing"), get("/nothing", Accept_Language="pl-PL,pl;q=0.9")
    assert_problem(english, 404, "not_found")
    assert_problem(polish, 404, "not_found")
    assert polish.headers["Content-Language"] == "pl"
    assert english.json()["title"] != polish.json()["title"]


def test_language_of_the_account_counts_if_the_request_names_none() -> None:
    person = a_person(is_guest=False)
    person.preferences.language = "nl"
    person.preferences.save()
    assert get("/nothing", a_token(person)).headers["Content-Language"] == "nl"
    assert (
        get("/nothing", a_token(person), Accept_Language="es").headers["Content-Language"] == "es"
    )


def test_wrong_values_methods_and_tokens_are_problems() -> None:
    wrong = get("/leaderboard?page=no")
    assert_problem(wrong, 422, "malformed")
    assert wrong.json()["errors"][0]["at"] == ["query", "page"]
    assert_problem(get("/players/%00"), 400, "malformed")
    posted = Client().post(f"{V1}/leaderboard")
    assert_problem(posted, 405, "wrong_method")
    assert "GET" in posted.headers["Allow"]
    refused = get("/tables", "made-up")
    assert_problem(refused, 401, "invalid_token")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_answer_has_an_etag_and_is_not_sent_twice() -> None:
    answer = get("/clubs")
    again = get("/clubs", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_long_answers_are_compressed() -> None:
    game, _users = a_game(5)
    plain = get(f"/games/{game.code}")
    packed = get(f"/games/{game.code}", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content


@override_settings(API_REQUESTS_OF_AN_ADDRESS=2, API_REQUESTS_OF_A_TOKEN=3)
def test_every_answer_says_how_much_is_left_and_then_asks_to_wait() -> None:
    cache.clear()
    assert get("/clubs").headers["RateLimit-Policy"] == '"address";q=2;w=60'
    assert get("/nothing").headers["RateLimit"].startswith('"address";r=0;t=')
    refused = get("/clubs")
    assert_problem(refused, 429, "too_many_requests")
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert get("/clubs", a_token(a_person())).headers["RateLimit"].startswith('"token";r=2;t=')


def test_other_sites_may_read_without_cookies() -> None:
    answer = get("/clubs", Origin="https://example.org")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = Client().options(f"{V1}/clubs", headers={"Origin": "https://example.org"})
    assert asked.status_code == 204
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]


def test_failure_of_ours_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.meetings.find_clubs", lambda *_: 1 / 0)
    answer = Client(raise_request_exception=False).get(f"{V1}/clubs")
    assert_problem(answer, 500, "failed")


def test_wrong_codes_are_counted_as_on_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[object] = []
    monkeypatch.setattr("games.api.answering.count_wrong_code", counted.append)
    assert_problem(get("/games/nowhere"), 404, "game_not_found")
    assert len(counted) == 1


@pytest.mark.parametrize("path", ["/leaderboard", "/tables", "/months/2026-11/games"])
def test_whatever_can_be_read_answers_head_without_a_body(path: str) -> None:
    asked, read = Client().head(f"{V1}{path}"), get(path)
    assert asked.status_code == 200
    assert asked.headers["Content-Type"] == read.headers["Content-Type"]
    assert asked.content == b""
    assert "HEAD" in Client().delete(f"{V1}{path}").headers["Allow"]


def test_head_of_a_stream_ends() -> None:
    game, _users = a_game(5)
    asked = Client().head(f"{V1}/games/{game.code}/stream")
    assert (asked.status_code, asked.streaming) == (200, False)
    assert asked.headers["Content-Type"] == "application/x-ndjson"


async def test_a_long_answer_is_compressed_as_one_whole() -> None:
    async def parts() -> AsyncIterator[bytes]:
        for number in range(3):
            yield b"%d\n" % number

    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    whole = answered(lambda _request: StreamingHttpResponse(parts()))
    request.user = AnonymousUser()
    answer = await sync_to_async(whole)(request)
    assert isinstance(answer, StreamingHttpResponse)
    packed = b"".join([part async for part in aiter(answer)])
    # As httpx reads it: what follows the first member is lost.
    assert zlib.decompressobj(wbits=31).decompress(packed) == b"0\n1\n2\n"
