"""A missing or wrong value ends the start with one line that names the variable."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment
from tests.backends import postgres_server

ROOT = Path(__file__).resolve().parent.parent.parent
COMPLETE = {
    "SECRET_KEY": "aB3-only-for-this-test-0123456789-abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "play.example.org",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "DEFAULT_FROM_EMAIL": "Secret Hitler <site@play.example.org>",
    "DATABASE_URL": "sqlite:////tmp/never-opened.sqlite3",
}
WRONG = [
    ("prod", "SECRET_KEY", None),
    ("prod", "SECRET_KEY", "short"),
    ("prod", "SECRET_KEY", "a" * 60),
    ("prod", "ALLOWED_HOSTS", None),
    ("prod", "ALLOWED_HOSTS", " , "),
    ("prod", "ALLOWED_HOSTS", "*"),
    ("prod", "CSRF_TRUSTED_ORIGINS", "play.example.org"),
    ("prod", "SITE_URL", "play.example.org"),
    ("prod", "SITE_URL", "https://play.example.org/club"),
    ("prod", "EMAIL_URL", None),
    ("prod", "EMAIL_URL", "mail.example.org"),
    ("prod", "EMAIL_URL", "carrier-pigeon://loft"),
    ("prod", "DEFAULT_FROM_EMAIL", None),
    ("prod", "DEFAULT_FROM_EMAIL", "nobody"),
    ("prod", "TRUSTED_PROXY_COUNT", "one"),
    ("dev", "DATABASE_URL", "rubbish"),
    ("dev", "DATABASE_URL", "mongodb://host/name"),
    ("dev", "DATABASE_URL", "postgres://user:secret@host:port/name"),
    ("dev", "DATABASE_URL", "postgres://user@host/"),
    ("dev", "DATABASE_URL", "sqlite:////proc/no-such-folder/site.sqlite3"),
    ("dev", "SQLITE_SYNCHRONOUS", "OFF"),
    ("dev", "REDIS_URL", "localhost:6379"),
    ("dev", "REDIS_URL", "redis://localhost:port"),
    ("dev", "BOT_PAUSE_SECONDS", "2"),
    ("dev", "BOT_PAUSE_SECONDS", "3,1"),
    ("dev", "CLOCK_INTERVAL_SECONDS", "0"),
    ("dev", "LOG_LEVEL", "LOUD"),
]


PASSWORDS = [
    "a/b",
    "a?b",
    "a%41b",
    "a@b",
    "a#b",
    " a b ",
    "a\"b'c`d",
    "$a$b${c}",
    "a\\b:c;d&e",
    "äß€",
]


def check(settings: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start Django with only these variables in the environment."""
    given = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": f"config.settings.{settings}"}
    return subprocess.run(
        [sys.executable, "manage.py", *(arguments or ["check"])],
        cwd=ROOT, env=given | variables, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_production_starts_with_what_it_asks_for() -> None:
    result = check("prod", **COMPLETE)
    assert (result.returncode, result.stderr) == (0, "")


def test_development_starts_with_nothing() -> None:
    assert check("dev").returncode == 0


@pytest.mark.parametrize(("settings", "name", "value"), WRONG)
def test_wrong_value_is_one_line_that_names_the_variable(
    settings: str, name: str, value: str | None
) -> None:
    given = dict(COMPLETE) if settings == "prod" else {}
    given.pop(name, None)
    if value is not None:
        given[name] = value
    result = check(settings, **given)
    lines = result.stderr.splitlines()
    assert result.returncode == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"error: environment variable {name} ")
    assert result.stdout == ""


@pytest.mark.parametrize("password", PASSWORDS)
def test_password_of_the_database_is_taken_as_it_is(
    password: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://site@db:5432/site")
    monkeypatch.setenv("DATABASE_PASSWORD", password)
    found = environment.database("DATABASE_URL", "DATABASE_PASSWORD", tmp_path)
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("site", password, "db")


@pytest.mark.postgres
def test_any_password_opens_the_database() -> None:
    password = "".join(PASSWORDS).strip()
    connect = (
        "import psycopg; from django.db import connection as c\n"
        "psycopg.connect(**c.get_connection_params()).close()"
    )
    with postgres_server(password) as address:
        given = {"DATABASE_URL": address, "DATABASE_PASSWORD": password}
        assert check("dev", "shell", "-c", connect, **given).stderr == ""
        given["DATABASE_PASSWORD"] = "another"
        refused = check("dev", "shell", "-c", connect, **given).stderr
        assert "password authentication failed" in refused


def test_value_that_begins_with_a_dollar_is_no_other_variable() -> None:
    key = "$" + COMPLETE["SECRET_KEY"]
    assert check("prod", **COMPLETE | {"SECRET_KEY": key}).stderr == ""


def test_refusal_does_not_show_a_password() -> None:
    result = check("dev", DATABASE_URL="postgres://user:hunter2@host:port/name")
    assert "hunter2" not in result.stdout + result.stderr


def test_asgi_entry_point_refuses_alike() -> None:
    given = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings.prod"}
    result = subprocess.run(
        [sys.executable, "-c", "import config.asgi"],
        cwd=ROOT, env=given, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (
        1,
        "error: environment variable SECRET_KEY is missing\n",
    )


def test_new_folder_of_data_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert check("dev", DATABASE_URL=f"sqlite:///{folder}/site.sqlite3").returncode == 0
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
