"""Set-up of a test run: Hypothesis profiles, missing programs, shared servers."""

import os
import secrets
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from tests import backends
from tests.chromium import SharedChromium, nothing_to_complain_of
from tests.once import begin_migrated, postgres_data

# Ordinary runs try a few cases; `make test-long` (LONG=1) the full number.
LONG = os.environ.get("LONG", "") == "1" or os.environ.get("HYPOTHESIS_PROFILE", "") == "long"
settings.register_profile(
    "ordinary", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if LONG else "ordinary")

REQUIRE_ALL = os.environ.get("REQUIRE_ALL", "") == "1"
# The first run of `make test`: tests of the database and the channel layer only, on PostgreSQL and
# Redis.
ONLY_DATABASE = os.environ.get("TEST_ONLY_DATABASE", "") == "1"
# `.ci/run` tries on PostgreSQL alone what takes no locks: it has no time for both databases.
ONCE = os.environ.get("EACH_ONCE", "") == "1"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}
OTHER_SERVERS = ("browser", "redis", "postgres", "caddy")
# Their tests take longest. One that came last would hold up a run whose other core is done.
LONGEST = (
    "test_every_page.py", "test_over_http.py", "test_five_browsers.py", "test_killed_server.py",
    "test_tv.py", "test_text_only.py", "test_every_language.py", "test_still_page.py", "test_keyboard.py",
    "test_compose.py", "test_walking_in.py", "test_redis_away.py", "test_phones.py",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Close connections after use, handle Ctrl+C, and make the folder that a run shares."""
    # A connection kept open by the shared thread would reach into the next test.
    django_settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
    # A shell that starts tests in the background ignores Ctrl+C, and the servers they start
    # inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The first process of a run makes it, and hands it to its workers.
    if "TEST_RUN_FOLDER" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="site-tests-")
        os.environ["TEST_RUN_FOLDER"] = folder.name
        config.add_cleanup(folder.cleanup)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out long tests on an ordinary run, begin with the longest, skip those whose programs are missing."""
    kept = [item for item in items if _belongs_to_this_run(item)]
    left_out = [item for item in items if not _belongs_to_this_run(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        for marker, sentence in backends.missing().items():
            if item.get_closest_marker(marker) and not REQUIRE_ALL:
                item.add_marker(pytest.mark.skip(reason=f"not run here: {sentence}"))


def _belongs_to_this_run(item: pytest.Item) -> bool:
    if item.get_closest_marker("long") and not LONG:
        return False
    if ONLY_DATABASE:
        return _is_for_both(item)
    return not (ONCE and _is_for_both(item) and not _commits(item))


def _is_for_both(item: pytest.Item) -> bool:
    """Whether a test is tried on PostgreSQL and Redis, and on SQLite in one process."""
    if any(item.get_closest_marker(marker) for marker in (*OTHER_SERVERS, "any_database")):
        return False
    touches = item.get_closest_marker("django_db") is not None
    return touches or bool(DATABASE_FIXTURES & _fixtures(item))


def _commits(item: pytest.Item) -> bool:
    """Whether a test writes for good, as those with threads, locks or sockets do."""
    marker = item.get_closest_marker("django_db")
    is_transaction = marker is not None and bool(marker.kwargs.get("transaction"))
    return is_transaction or bool({"transactional_db", "live_server"} & _fixtures(item))


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """With REQUIRE_ALL=1 a test whose server is missing fails."""
    for marker, sentence in backends.missing().items():
        if REQUIRE_ALL and item.get_closest_marker(marker):
            pytest.fail(f"REQUIRE_ALL=1, and missing: {sentence}", pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was not run; silence would look like success."""
    if os.environ.get("TEST_SUMMARY_ELSEWHERE") != "1":
        for sentence in backends.missing().values():
            terminalreporter.write_line(f"Not run here: {sentence}", yellow=True)
    if not LONG and not ONLY_DATABASE:
        terminalreporter.write_line("Left to `make test-long`: the long tests")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; for tests marked `browser`."""
    found = backends.chromium()
    assert found is not None
    return found


SHARED_CHROMIUM = SharedChromium()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Keep the browser only for a test that follows at once."""
    names = getattr(nextitem, "fixturenames", ())
    SHARED_CHROMIUM.is_wanted_next = "browser" in names


def pytest_sessionfinish() -> None:
    """End what a run that was broken off has kept."""
    SHARED_CHROMIUM.close()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A running Chromium; for tests marked `browser`."""
    with SHARED_CHROMIUM.for_a_module(chromium) as shared:
        yield shared


@pytest.fixture(autouse=True)
def complaints() -> Iterator[list[str]]:
    """The complaints of all pages: none, unless the test takes them out."""
    with nothing_to_complain_of() as heard:
        yield heard


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of this run; for tests marked `redis`."""
    with backends.redis_server() as address:
        yield address


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL of this run."""
    with backends.postgres_server(data_from=postgres_data()) as address:
        yield address


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """An empty database there; for tests marked `postgres`."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Let the test database begin with our tables: to migrate takes longer than most modules of tests."""
    begin_migrated(django_settings.DATABASES["default"])


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Whether the test database is there before Django asks for it: a file is, a copy of a template is not."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database; at its end no thread may still hold a connection to it."""
    # Needs the apps, which this module is read before.
    from tests.emptied import empty_tables

    TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]
    yield
    if connection.vendor == "sqlite":
        connection.close()
        file = Path(connection.settings_dict["TEST"]["NAME"])
        for each in file.parent.glob(f"{file.name}*"):
            each.unlink()
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _no_knowledge_of_earlier_games() -> None:
    """Clear caches: a rolled-back database gives the same ids to other rows."""
    from accounts.word_lists import forget_words
    from games.selectors.table_cache import forget_all

    forget_all()
    forget_words()


@pytest.fixture(autouse=True)
def _source_language() -> None:
    """Begin each test in English, whatever the one before has activated."""
    translation.activate(django_settings.LANGUAGE_CODE)
