"""Fills the database with members and friendships, and measures what asks for them.

Runs in a process whose DATABASE_URL is an empty, migrated PostgreSQL.
"""

import os
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any

import django

MEMBERS = 100_000
FRIENDSHIPS = 1_000_000
ONLINE = 5_000
LOBBIES = 300
LOOKS = 100
MOST_FRIENDS = 500
PAGE_MS = 100
SEARCH_MS = 50
BEAT_MS = 500
"""Once a minute, while nobody waits."""
MOST_QUERIES = 12
SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "ra",
    "te",
    "su",
    "no",
    "vi",
    "da",
    "pe",
    "zo",
    "li",
    "an",
    "el",
    "or",
    "ma",
    "bu",
    "fi",
    "ge",
    "ho",
    "ja",
    "ne",
    "ri",
    "so",
    "tu",
    "wa",
    "ze",
]


def main() -> None:
    """Fill, measure, and say what takes too long."""
    began = perf_counter()
    fill()
    print(f"  filled in {perf_counter() - began:.0f} s", flush=True)
    print(f"  too slow: {', '.join(measure()) or 'nothing'}")


def fill() -> None:
    """Write members with names of syllables, friendships at random, one person with as many friends as allowed."""
    from django.db import connection

    from accounts.emblems import deal_emblem

    rng = Random(5)
    names = set[str]()
    while len(names) < MEMBERS:
        parts = [rng.choice(SYLLABLES) for _ in range(rng.randint(2, 5))]
        names.add("".join(parts).capitalize() + str(rng.randint(1, 999)))
    with connection.cursor() as cursor:
        with cursor.copy(
            "COPY accounts_user (password, is_superuser, username, email, is_staff, is_active,"
            " date_joined, username_key, username_skeleton, guest_name, is_guest, emblem, about) FROM STDIN"
        ) as copy:
            for name in names:
                copy.write_row(
                    ("!", False, name, "", False, True, "2026-01-01", name.lower(), name.lower(),
                     "", False, deal_emblem(), "")
                )  # fmt: skip
        cursor.execute(
            "INSERT INTO accounts_preferences (user_id, language, colour_scheme, reduced_motion,"
            " sounds, shows_games, shows_presence)"
            " SELECT id, '', 'auto', 'auto', true, true, id % 10 <> 0 FROM accounts_user"
        )
        cursor.execute(
            "CREATE TEMPORARY TABLE pairs AS SELECT DISTINCT least(one, two) AS one,"
            " greatest(one, two) AS two FROM (SELECT (random() * %s)::int + 1 AS one,"
            " (random() * %s)::int + 1 AS two FROM generate_series(1, %s)) AS drawn"
            " WHERE one <> two",
            [MEMBERS - 1, MEMBERS - 1, FRIENDSHIPS],
        )
        cursor.execute(
            "INSERT INTO pairs SELECT 1, id FROM accounts_user WHERE id > 1 ORDER BY id LIMIT %s"
            " ON CONFLICT DO NOTHING",
            [MOST_FRIENDS],
        )
        for one, two in (("one", "two"), ("two", "one")):
            cursor.execute(
                "INSERT INTO accounts_friendship (user_id, friend_id, since)"
                f" SELECT {one}, {two}, now() FROM pairs ON CONFLICT DO NOTHING"
            )
        cursor.execute(
            "INSERT INTO accounts_presence (user_id, until) SELECT id, now() + interval '1 hour'"
            " FROM accounts_user WHERE id <= %s",
            [ONLINE],
        )
        cursor.execute(
            "INSERT INTO accounts_friendrequest (user_id, asked_id, asked_at)"
            " SELECT id + 1, id, now() FROM accounts_user WHERE id < %s",
            [ONLINE],
        )
    _open_lobbies(rng)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _open_lobbies(rng: Random) -> None:
    """Open lobbies, public ones and others, in which people who are online sit."""
    from games.models import Lobby, LobbySeat

    people = iter(rng.sample(range(1, ONLINE + 1), LOBBIES * 4))
    for number in range(LOBBIES):
        seated = [next(people) for _ in range(4)]
        lobby = Lobby.objects.create(
            host_id=seated[0], name=f"Table {number}", is_public=number % 4 > 0
        )
        LobbySeat.objects.bulk_create(LobbySeat(lobby=lobby, user_id=pk) for pk in seated)


def measure() -> list[str]:
    """Print the times of each thing; return those that take too long."""
    from django.db import connection
    from django.test import Client

    from accounts.friend_models import Friendship
    from accounts.models import User
    from accounts.people_search import find_members
    from accounts.presence import note_online, online_friends_of

    print(f"  {User.objects.count()} members, {Friendship.objects.count()} rows of friendships")
    rng = Random(7)
    browsers: dict[int, Client] = {}
    for pk in [1, *rng.sample(range(2, ONLINE), 20)]:
        browsers[pk] = Client()
        browsers[pk].force_login(User.objects.get(pk=pk))
        browsers[pk].get("/about/")
    most, others = browsers[1], list(browsers.values())[1:]
    searcher = User.objects.get(pk=2)

    def page(client: Callable[[], Client], path: Callable[[], str]) -> Callable[[], Any]:
        def look() -> None:
            assert client().get(path()).status_code == 200

        return look

    def letters() -> str:
        return "".join(rng.choice(SYLLABLES) for _ in range(2))[: rng.randint(2, 4)]

    beat = rng.sample(range(1, MEMBERS), 1000)
    things: dict[str, tuple[Callable[[], Any], float, int]] = {
        "friends": (page(lambda: rng.choice(others), lambda: "/friends/"), PAGE_MS, MOST_QUERIES),
        "friends, 500 of them": (page(lambda: most, lambda: "/friends/"), PAGE_MS, MOST_QUERIES),
        "search, in the database": (
            lambda: find_members(letters(), searcher=searcher), SEARCH_MS, MOST_QUERIES,
        ),
        "search, the whole page": (
            page(lambda: rng.choice(others), lambda: f"/friends/search/?name={letters()}"),
            PAGE_MS, MOST_QUERIES,
        ),
        "a beat of 1,000 people": (lambda: note_online(beat), BEAT_MS, MOST_QUERIES),
        "whom to tell of one person": (
            lambda: list(online_friends_of([rng.randint(1, MEMBERS)])), SEARCH_MS, 1,
        ),
    }  # fmt: skip
    slow = []
    for name, (act, goal, most_queries) in things.items():
        act()
        queries = 0

        def count(execute: Any, *arguments: Any) -> Any:
            nonlocal queries
            queries += 1
            return execute(*arguments)

        with connection.execute_wrapper(count):
            act()
        looks, own = list[float](), list[float]()
        for _look in range(LOOKS):
            began, used = perf_counter(), process_time()
            act()
            looks.append(1000 * (perf_counter() - began))
            own.append(1000 * (process_time() - used))
        looks.sort()
        own.sort()
        p50, p95 = looks[LOOKS // 2], looks[int(LOOKS * 0.95)]
        print(
            f"  {name}: p50 {p50:.1f} p95 {p95:.1f} ms, own processor time p50 {own[LOOKS // 2]:.1f} ms,"
            f" {queries} queries (goal {goal:.0f} ms)",
            flush=True,
        )
        if p95 > goal or queries > most_queries:
            slow.append(name)
    with connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN SELECT id FROM accounts_user WHERE username_key LIKE 'kalo%'"
            " AND NOT is_guest AND closed_at IS NULL"
        )
        plan = " ".join(row[0] for row in cursor.fetchall())
    is_indexed = "accounts_member_names" in plan
    print(f"  the search uses the index of names: {is_indexed}")
    return slow if is_indexed else [*slow, "search without its index"]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    main()
