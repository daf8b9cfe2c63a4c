"""Fills the database with finished games, mostly copies, and measures the pages.

Runs in a process whose DATABASE_URL is an empty, migrated PostgreSQL. Bots play a few hundred
games; each copy has other times and other people. Logs are copied for one game in ten.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter, process_time
from typing import Any

import django

GAMES = 100_000
PLAYED = 100
PEOPLE = 300
DEEP_GAMES = 50_000
DEEP_PAGES = 1000
LOOKS = 60
GOAL_MS = 100
COPIES = GAMES // PLAYED
"""Each spans as much time as the games played did."""
DAYS_OF_PLAY = 0.9


def main() -> None:
    """Fill and measure; exit with an error if a page takes too long."""
    began = perf_counter()
    fill()
    print(f"  filled in {perf_counter() - began:.0f} s", flush=True)
    measure()


def fill() -> None:
    """Play some games, copy them, and give everybody a rating and statistics."""
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from games.models import Game, GameEvent, GameResult, Seat, SeatResult

    call_command(
        "simulate_games", games=PLAYED, players=PEOPLE, months=DAYS_OF_PLAY / 30, verbosity=0,
        yes_fill_this_database=True,
    )  # fmt: skip
    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    step = max(ids)
    people = list(User.objects.order_by("pk").values_list("pk", flat=True))
    first, count = people[0], len(people)
    assert people == list(range(first, first + count))
    ranked = GameResult.objects.filter(number__isnull=False).count()
    moved = f"(user_id - {first} + copy * 7) % {count} + {first}"
    times = {"started_at", "finished_at", "ended_at", "deadline_at"}
    with connection.cursor() as cursor:

        def copy(model: Any, where: str = "TRUE", **changes: str) -> None:
            columns = [field.column for field in model._meta.concrete_fields]
            columns = [name for name in columns if name != "id" or model is Game]
            chosen = [
                changes.get(name)
                or (f"{name} - copy * interval '{DAYS_OF_PLAY} days'" if name in times else name)
                for name in columns
            ]
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
                f" SELECT {', '.join(chosen)} FROM {model._meta.db_table},"
                f" generate_series(1, {COPIES - 1}) AS copy"
                f" WHERE {where}"
            )

        of_game = f"game_id + copy * {step}"
        copy(
            Game,
            id=f"id + copy * {step}",
            code="substr(md5(code || copy), 1, 12)",
            lobby_id="NULL::bigint",
        )
        copy(Seat, game_id=of_game, user_id=moved)
        copy(GameResult, game_id=of_game, number=f"number + copy * {ranked}")
        copy(SeatResult, result_id=f"result_id + copy * {step}", user_id=moved)
        copy(GameEvent, where="copy % 10 = 0", game_id=of_game)
        deep = User.objects.create(username="Deep history")
        cursor.execute(
            "UPDATE games_seatresult SET user_id = %s WHERE seat = 0 AND result_id IN"
            " (SELECT game_id FROM games_gameresult ORDER BY md5(game_id::text) LIMIT %s)",
            [deep.pk, DEEP_GAMES],
        )
        cursor.execute(
            "UPDATE games_seat AS seat SET user_id = result.user_id FROM games_seatresult AS result"
            " WHERE result.result_id = seat.game_id AND result.seat = seat.number"
        )
        _give_ratings(cursor)
        _give_statistics(cursor)
        cursor.execute("ANALYZE")


def _give_ratings(cursor: Any) -> None:
    """Write everybody's standing, with made-up numbers."""
    from games.statistics.rating import pack, start_beliefs

    cursor.execute(
        "INSERT INTO games_playerrating (user_id, state, rating, uncertainty, liberal,"
        " liberal_uncertainty, fascist, fascist_uncertainty, games, wins, last_ranked_at)"
        " SELECT user_id, %s, 1400 + user_id %% 300, 30, 1500, 40, 1500, 40, count(*),"
        " count(*) FILTER (WHERE won), max(ended_at) FROM games_seatresult WHERE kind = 'ranked'"
        " GROUP BY user_id ON CONFLICT (user_id) DO UPDATE SET rating = excluded.rating,"
        " games = excluded.games, wins = excluded.wins, last_ranked_at = excluded.last_ranked_at",
        [pack(start_beliefs())],
    )


def _give_statistics(cursor: Any) -> None:
    """Write a row for every role and size of everybody, and for every pair of people."""
    from games.selectors.tally_columns import TALLY_COLUMNS

    numbers = ", ".join("90" if each.endswith("instances") else "40" for each in TALLY_COLUMNS)
    cursor.execute(
        f"INSERT INTO games_playertally (user_id, kind, role, size, {', '.join(TALLY_COLUMNS)})"
        f" SELECT id, kind, role, size, {numbers} FROM accounts_user,"
        " unnest(ARRAY['ranked', 'casual']) AS kind,"
        " unnest(ARRAY['liberal', 'fascist', 'hitler']) AS role, generate_series(5, 10) AS size"
        " ON CONFLICT DO NOTHING"
    )
    cursor.execute(
        "INSERT INTO games_headtohead (user_id, kind, other_id, same_games, same_wins,"
        " opposite_games, opposite_wins) SELECT one.id, 'ranked', two.id, 30, 14, 31, 16"
        " FROM accounts_user AS one, accounts_user AS two WHERE one.id <> two.id"
        " ON CONFLICT DO NOTHING"
    )


@contextmanager
def database_ms() -> Iterator[Callable[[], float]]:
    """Measure how long the database took inside the block."""
    from django.db import connection

    spent = 0.0

    def clock(execute: Any, *arguments: Any) -> Any:
        nonlocal spent
        began = perf_counter()
        try:
            return execute(*arguments)
        finally:
            spent += perf_counter() - began

    with connection.execute_wrapper(clock):
        yield lambda: 1000 * spent


def measure() -> None:
    """Print each page's times; return the pages that take too long."""
    from django.test import Client

    from accounts.models import User
    from games.models import GameEvent, GameResult, SeatResult
    from games.selectors.past_games import ROWS, past_games
    from games.values.player import Cursor, GameFilter

    print(f"  {GameResult.objects.count()} finished games,", end=" ")
    print(f"{SeatResult.objects.count()} seats, {GameEvent.objects.count()} events", flush=True)
    rng = Random(5)
    names = list(User.objects.values_list("username", flat=True))
    deep = User.objects.get(username="Deep history")
    row = SeatResult.objects.filter(user=deep).order_by("-ended_at", "-result_id")[
        DEEP_PAGES * ROWS
    ]
    cursor = Cursor(row.ended_at, row.result_id)
    assert len(past_games(deep.pk, GameFilter(), cursor).games) == ROWS
    at = round(row.ended_at.timestamp() * 1_000_000)
    codes = list(
        GameResult.objects.filter(game__events__seq=1, rounds__gte=6).values_list(
            "game__code", flat=True
        )[:2000]
    )
    deep_list = f"/players/{deep.username}/games/?before={at}-{row.result_id}"
    other = rng.choice(names)
    pages: dict[str, Callable[[], str]] = {
        "player": lambda: f"/players/{rng.choice(names)}/",
        "player with 50,000 games": lambda: f"/players/{deep.username}/",
        "leaderboard": lambda: f"/leaderboard/?page={rng.randint(1, 6)}",
        "season": lambda: "/seasons/",
        "community": lambda: "/community/",
        "games, 1,000 pages deep": lambda: deep_list,
        "the same, as Hitler and won": lambda: f"{deep_list}&role=hitler&result=won",
        "the same, with a player": lambda: f"{deep_list}&person={other}",
        "replay, a game's summary": lambda: f"/games/{rng.choice(codes)}/replay/",
        "replay, any step": lambda: f"/games/{rng.choice(codes)}/replay/{rng.randint(0, 25)}/",
    }
    client, slow = Client(), []
    for name, path in pages.items():
        client.get(path())
        looks = []
        for _look in range(LOOKS):
            wanted = path()
            with database_ms() as spent:
                began, used = perf_counter(), process_time()
                response = client.get(wanted)
                used = process_time() - used
                looks.append((1000 * (perf_counter() - began), spent(), 1000 * used))
            assert response.status_code == 200, wanted
        times, of_database, of_processor = (sorted(each) for each in zip(*looks, strict=True))
        p50, p95 = times[LOOKS // 2], times[int(LOOKS * 0.95)]
        print(
            f"  {name}: p50 {p50:.0f} p95 {p95:.0f} ms,"
            f" database p50 {of_database[LOOKS // 2]:.0f}"
            f" p95 {of_database[int(LOOKS * 0.95)]:.0f} ms,"
            f" own processor time p50 {of_processor[LOOKS // 2]:.0f}"
            f" p95 {of_processor[int(LOOKS * 0.95)]:.0f} ms",
            flush=True,
        )
        if p95 > GOAL_MS:
            slow.append(name)
    print(f"  over {GOAL_MS} ms: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    main()
