"""Limits of the interface: every request counts, also those at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.test import RequestFactory, override_settings

from games.api.limits import count_request
from games.api.problems import Problem
from tests.games.api.callers import get


@override_settings(API_REQUESTS_OF_A_TOKEN=100)
def test_requests_at_the_same_moment_are_all_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # All of them in one window.
    monkeypatch.setattr("games.api.limits.time", lambda: 1_800_000_001.0)
    request = RequestFactory().get("/")

    def ask(_time: int) -> bool:
        try:
            count_request(request, token_id=7001)
        except Problem:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        answered = list(pool.map(ask, range(130)))
    assert answered.count(True) == 100


@override_settings(API_REQUESTS_OF_A_TOKEN=3)
def test_headers_say_what_is_left_and_the_next_window_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_800_000_030.0
    monkeypatch.setattr("games.api.limits.time", lambda: now)
    request = RequestFactory().get("/")
    told = [count_request(request, token_id=7002)["RateLimit"] for _time in range(3)]
    assert told == [f'"token";r={left};t=30' for left in (2, 1, 0)]
    with pytest.raises(Problem):
        count_request(request, token_id=7002)
    now += 30
    assert count_request(request, token_id=7002)["RateLimit"] == '"token";r=2;t=60'


@override_settings(API_REQUESTS_OF_AN_ADDRESS=2)
@pytest.mark.django_db
def test_requests_with_wrong_tokens_count_for_their_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.api.limits.time", lambda: 1_800_000_090.0)
    cache.clear()
    tried = [get("/leaderboard", f"shapi_{number}") for number in range(3)]
    assert [each.status_code for each in tried] == [401, 401, 429]
    assert tried[0].headers["RateLimit"] == '"address";r=1;t=30'
    assert tried[2].headers["Retry-After"] == "30"
