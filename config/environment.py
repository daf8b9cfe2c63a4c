"""Settings from the environment, each one checked: a wrong value is refused.

A refusal ends the start with one line that names the variable. It is a SystemExit, so it looks the
same under manage.py, an ASGI server and the tests. Knows no setting by name: config.settings says
which variables exist.
"""

import os
import re
import warnings
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "on", "true", "yes"})
_FALSE = frozenset({"0", "off", "false", "no", ""})
_env = environ.Env()


def refuse(name: str, problem: str) -> NoReturn:
    """Raise SystemExit: the environment variable `name` cannot be used."""
    raise SystemExit(f"error: environment variable {name} {problem}")


def text(name: str, default: str | None = None) -> str:
    """Return the variable as it is; required unless there is a default."""
    # django-environ would take a value that begins with a dollar for the name of another variable.
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        refuse(name, "is missing")
    return default


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return one of a few words."""
    value = text(name, default)
    if value not in allowed:
        refuse(name, f"must be one of {', '.join(allowed)}, not {value!r}")
    return value


def push_key(name: str) -> str:
    """Return a private key as `manage.py push_keys` writes it; empty for none."""
    value = text(name, "")
    if value and not re.fullmatch(r"[A-Za-z0-9_-]{43}", value):
        refuse(name, "is no key that `manage.py push_keys` has written")
    return value


def flag(name: str, *, default: bool) -> bool:
    """Return on or off as a boolean; a misspelt value is refused, not taken for off."""
    value = text(name, "on" if default else "off").lower()
    if value not in _TRUE | _FALSE:
        refuse(name, f"must be on or off, not {value!r}")
    return value in _TRUE


def whole_number(name: str, *, default: int, minimum: int = 0) -> int:
    """Return a whole number not below the minimum."""
    value = text(name, str(default))
    if not re.fullmatch(r"\d{1,9}", value) or int(value) < minimum:
        refuse(name, f"must be a whole number of at least {minimum}, not {value!r}")
    return int(value)


def seconds(name: str, *, default: float) -> float:
    """Return a span of time in seconds, above 0."""
    value = text(name, str(default))
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value) or float(value) <= 0:
        refuse(name, f"must be a number of seconds above 0, not {value!r}")
    return float(value)


def seconds_range(name: str, *, default: tuple[float, float]) -> tuple[float, float]:
    """Return two spans of time in seconds, the shorter first, such as `1.2,2.8`."""
    value = text(name, f"{default[0]},{default[1]}")
    parts = [part.strip() for part in value.split(",")]
    if len(parts) != 2 or not all(re.fullmatch(r"\d{1,6}(\.\d{1,6})?", part) for part in parts):
        refuse(name, f"must be two numbers of seconds such as 1.2,2.8, not {value!r}")
    shortest, longest = (float(part) for part in parts)
    if shortest > longest:
        refuse(name, f"must name the shorter time first, not {value!r}")
    return shortest, longest


def words(name: str, default: str | None = None) -> list[str]:
    """Return a list separated by commas; without a default it must not be empty."""
    found = [word.strip() for word in text(name, default).split(",") if word.strip()]
    if not found and default is None:
        refuse(name, "is empty")
    return found


def origins(name: str) -> list[str]:
    """Return origins such as `https://play.example.org`, separated by commas; the list may be empty."""
    found = words(name, "")
    for each in found:
        if not _is_origin(each):
            refuse(name, f"must hold origins such as https://play.example.org, not {each!r}")
    return found


def origin(name: str, default: str) -> str:
    """Return one origin such as `https://play.example.org`."""
    value = text(name, default)
    if not _is_origin(value):
        refuse(name, f"must be an origin such as https://play.example.org, not {value!r}")
    return value


def _is_origin(value: str) -> bool:
    parts = urlsplit(value)
    rest = parts.path or parts.query or parts.fragment
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and not rest


def database(name: str, password_name: str, default_file: Path) -> dict[str, Any]:
    """Return Django's settings for a sqlite:/// or postgres:// address; a local file by default.

    A second variable may hold the password as it is: in an address many characters must be
    escaped.
    """
    value = text(name, f"sqlite:///{default_file}")
    # The message leaves the value out: it may hold a password.
    problem = (
        "must be an address such as sqlite:////path/to/file or postgres://user@host/name"
        f" (a password goes into {password_name})"
    )
    if urlsplit(value).scheme not in {"sqlite", "postgres", "postgresql"}:
        refuse(name, problem)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = dict(_env.db_url_config(value))
    except (ImproperlyConfigured, UserWarning, ValueError):
        refuse(name, problem)
    if not found.get("NAME"):
        refuse(name, problem)
    # Blanks at its ends belong to the password.
    if password := os.environ.get(password_name, ""):
        found["PASSWORD"] = password
    return found


def redis_address(name: str) -> str:
    """Return a redis:// address, or an empty text for a site in one process."""
    value = text(name, "")
    if not value:
        return value
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"redis", "rediss", "unix"} and (parts.hostname or parts.path)
        _ = parts.port
    except ValueError:
        usable = None
    if not usable:
        refuse(name, "must be an address such as redis://127.0.0.1:6379/0")
    return value


def email(name: str, default: str | None = None) -> dict[str, Any]:
    """Return Django's settings for an address such as smtp+tls://user:password@host:587."""
    value = text(name, default)
    try:
        return dict(_env.email_url_config(value))
    except (ImproperlyConfigured, ValueError):
        refuse(name, "must be an address such as smtp+tls://user:password@host:587")


def email_sender(name: str, default: str | None = None) -> str:
    """Return the sender of mails: `a@example.org` or `Name <a@example.org>`."""
    value = text(name, default)
    if not re.fullmatch(r"[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+", value):
        refuse(name, f"must be an e-mail address, not {value!r}")
    return value
