"""The cache while Redis is away, and the health check then."""

import pytest
from django.conf import settings
from django.test import Client

from config.cache import SiteCache
from tests.backends import free_port


@pytest.fixture
def no_redis() -> str:
    """An address where no Redis is."""
    return f"redis://127.0.0.1:{free_port()}/0"


def test_cache_without_redis_counts_for_itself(no_redis: str) -> None:
    cache = SiteCache(no_redis, {})
    assert cache.get("limit", []) == []
    assert cache.add("lock", True, timeout=10)
    assert not cache.add("lock", True, timeout=10)
    cache.set("limit", [1, 2], timeout=10)
    assert cache.get("limit") == [1, 2]
    assert cache.get_many(["limit", "other"]) == {"limit": [1, 2]}
    assert cache.delete("lock")
    assert cache.get("lock") is None


@pytest.mark.redis
def test_cache_with_redis_is_shared(redis_url: str) -> None:
    one, other = SiteCache(redis_url, {}), SiteCache(redis_url, {})
    one.set("limit", [1], timeout=10)
    assert other.get("limit") == [1]
    assert other.get_many(["limit", "other"]) == {"limit": [1]}


@pytest.mark.django_db
def test_process_without_redis_is_ready_and_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, no_redis: str
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", no_redis)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.content) == (200, b"redis does not answer\n")
