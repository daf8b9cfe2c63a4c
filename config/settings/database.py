"""Where the data is, and how SQLite and PostgreSQL are used."""

import secrets
from pathlib import Path
from typing import Any

from config import environment
from config.settings.folders import BASE_DIR

# SQLite: readers and the one writer do not wait for each other (WAL), a transaction takes the write
# lock when it starts, so it cannot fail half way (IMMEDIATE), and waits for it up to ten seconds.
# synchronous=NORMAL: a commit is in the operating system's hands before it is acknowledged, so
# killing the process (SIGKILL) loses nothing; only a power cut may take the last moments, never the
# file's health. FULL also survives the power cut and costs one disk flush per action.
# PostgreSQL: psycopg's pool, because every HTTP request runs on a thread of its own; persistent
# connections are bound to threads and would be opened anew for each request.
DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database(
        "DATABASE_URL", "DATABASE_PASSWORD", BASE_DIR / "var" / "db.sqlite3"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    SQLITE_SYNCHRONOUS = environment.choice("SQLITE_SYNCHRONOUS", ("NORMAL", "FULL"), "NORMAL")
    try:
        # A new folder is readable by its owner only, like a backup: it holds sessions and password
        # hashes.
        Path(DATABASES["default"]["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        environment.refuse("DATABASE_URL", f"names a folder that cannot be made: {error}")
    DATABASES["default"] |= {
        # The thread that serves live tables keeps its connection; config.asgi closes those of
        # requests.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": (
                f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS};"
                "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
            ),
        },
    }
else:
    # A connection that died with the database is replaced before it is used.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # PostgreSQL would compile the queries about somebody who has played for years, which takes longer than it saves.
        "options": "-c jit=off",
        **DATABASES["default"].get("OPTIONS", {}),
        # Identifies the process, see games.transport.capacity.
        "application_name": f"site-{secrets.token_hex(8)}",
        "pool": {
            "min_size": 1,
            "max_size": environment.whole_number("DATABASE_POOL_SIZE", default=12, minimum=2),
            # Long enough for a restart of the database; a longer absence is reported soon.
            "timeout": 3,
            # After that the next caller tries again. By default the pool's tries get rarer, so it
            # would still be waiting when the database is back.
            "reconnect_timeout": 2,
        },
    }
