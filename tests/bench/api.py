"""A month of 100,000 finished games, streamed by the real site: its rate, and the memory of the process as it goes on.

The games are simulated ones, copied until there are enough. MONTH_GAMES=1000 for fewer.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

from tests.once import migrate
from tests.running_site import manage, running_site, site_environment

GAMES = int(os.environ.get("MONTH_GAMES", "100000"))
MODELS = 100
"""So many simulated games are copied."""
MONTH = "2026-10"
# By table: the columns that name the game. Rows of these tables are copied with every game.
TABLES = {
    "games_game": ("id",),
    "games_gameresult": ("game_id",),
    "games_seat": ("game_id",),
    "games_seatresult": ("result_id",),
    "games_gameevent": ("game_id",),
}
MEGABYTE = 1024 * 1024


def main() -> None:
    """Fill a database, serve it, and read the month once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, games=GAMES, models=MODELS)
        size = (folder / "site.sqlite3").stat().st_size
        print(f"  {GAMES} games, {size / 1e9:.1f} GB")
        with running_site(folder) as site:
            stream(f"{site.url}/api/v1/months/{MONTH}/games", site.process.pid)


def fill(folder: Path, *, games: int, models: int) -> None:
    """Simulate some games in a new database, and copy these models until there are enough."""
    environment = site_environment(folder)
    migrate(environment)
    made = manage(
        "simulate_games", "--games", str(models), "--players", "30", "--months", "1",
        "--yes-fill-this-database", environment=environment,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    database = sqlite3.connect(folder / "site.sqlite3")
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database.execute("UPDATE games_game SET is_public = 1, is_locked = 0, lobby_id = NULL")
    for copy in range(1, games // models):
        for table, keys in TABLES.items():
            copy_rows(database, table, keys, copy, models)
        if copy % 50 == 0:
            database.commit()
    # Spread over the month, in the order of their numbers.
    step = 30 * 86_400 / games
    database.execute(
        "UPDATE games_gameresult SET ended_at ="
        f" strftime('%Y-%m-%d %H:%M:%S', '{MONTH}-01', (game_id * {step}) || ' seconds')"
    )
    database.commit()
    database.close()


def copy_rows(
    database: sqlite3.Connection, table: str, keys: tuple[str, ...], copy: int, models: int
) -> None:
    """Copy the rows of the simulated games in this table, with numbers of their own."""
    first, rows = copy * models, copy * 1_000_000
    values = []
    columns = [column for _id, column, *_rest in database.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        if column in keys:
            values.append(f"{column} + {first}")
        elif column == "id":
            values.append(f"id + {rows}")
        elif column == "code":
            values.append(f"printf('%012d', id + {first})")
        elif column == "number" and table == "games_gameresult":
            values.append("NULL")
        else:
            values.append(column)
    database.execute(
        f"INSERT INTO {table} ({', '.join(columns)})"
        f" SELECT {', '.join(values)} FROM {table} WHERE {keys[0]} <= {models}"
    )


def stream(address: str, process: int) -> None:
    """Read the month, and print rate and memory at each tenth."""
    began, lines, read = perf_counter(), 0, 0
    before = memory(process)
    print(f"  before: {before:.0f} MB")
    with urlopen(address) as answer:
        for line in answer:
            lines += 1
            read += len(line)
            if lines % max(1, GAMES // 10) == 0:
                seconds = perf_counter() - began
                print(
                    f"  {lines:>7} games: {lines / seconds:5.0f} a second,"
                    f" {read / seconds / MEGABYTE:4.1f} MB a second, memory {memory(process):.0f} MB",
                    flush=True,
                )
    assert lines == GAMES, lines


def memory(process: int) -> float:
    """Return the resident memory of a process and its children in MB."""
    return sum(resident(each) for each in family(process)) / 1024


def family(process: int) -> Iterator[int]:
    """Yield a process and everything that it has started."""
    yield process
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    for child in children:
        yield from family(int(child))


def resident(process: int) -> int:
    """Return the resident memory of one process in KB; none of one that has just ended."""
    status = Path(f"/proc/{process}/status").read_text()
    found = (int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return next(found, 0)
