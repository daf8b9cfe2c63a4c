"""Run in a process of its own by clubs.py: fills a database with clubs, and times their pages."""

import os
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any

import django

from tests.bench._pages import database_ms

PEOPLE = 100_000
CLUBS = 3_000
LARGEST = 2_000
GAMES = 2_000
"""Ranked games of the largest club, of seven members each."""
LOOKS = 40
GOAL_MS = 100


def main() -> None:
    """Fill and measure."""
    began = perf_counter()
    fill()
    print(f"  filled in {perf_counter() - began:.0f} s", flush=True)
    measure()


def fill() -> None:
    """Write people, clubs and memberships, and for the largest club news and ranked games."""
    from django.db import connection

    from games.models import Game
    from tests.factories import a_game, a_person

    person = a_person("Person 0", is_guest=False)
    game, _users = a_game(0, 5, is_public=True)
    Game.objects.filter(pk=game.pk).update(status="finished")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, username_key, username_skeleton, guest_name, is_guest, emblem,"
            " password, is_superuser, is_staff, is_active, email, date_joined, about)"
            " SELECT 'Person ' || n, 'person ' || n, 'person' || n, '', false, 'owl teal solid', '', false, false,"
            f" true, '', now(), '' FROM generate_series(1, {PEOPLE - 1}) AS n"
        )
        columns = ", ".join(
            f'"{field.column}"'
            for field in type(person.preferences)._meta.concrete_fields
            if field.column not in {"id", "user_id"}
        )
        cursor.execute(
            f"INSERT INTO accounts_preferences (user_id, {columns}) SELECT accounts_user.id, {columns}"
            " FROM accounts_user, accounts_preferences WHERE accounts_user.username_key LIKE 'person %%'"
            " AND accounts_user.id <> accounts_preferences.user_id AND accounts_preferences.user_id = %s",
            [person.pk],
        )
        cursor.execute(
            "INSERT INTO clubs_club (name, name_key, name_skeleton, slug, emblem, about, languages, entry, founded_at,"
            " size, active, counted_at) SELECT 'Club ' || md5(n::text), 'club ' || md5(n::text), md5(n::text),"
            " 'club-' || n, 'owl teal solid', repeat('We play. ', 20),"
            " CASE n % 3 WHEN 0 THEN ' en ' WHEN 1 THEN ' en pl ' ELSE ' nl ' END, 'open', now(),"
            f" CASE n WHEN 1 THEN {LARGEST} ELSE 33 END, n % 30, now() FROM generate_series(1, {CLUBS}) AS n"
        )
        cursor.execute(
            "INSERT INTO clubs_membership (club_id, user_id, role, joined_at, played_at, streak, best_streak)"
            " SELECT club.id, person.id, CASE WHEN row_number() OVER (PARTITION BY club.id ORDER BY person.id) = 1"
            " THEN 1 ELSE 3 END, now() - interval '400 days', now() - (person.id % 60) * interval '1 day', 0,"
            " person.id % 9 FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM clubs_club) AS club"
            " JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts_user WHERE NOT is_guest) AS person"
            f" ON (club.n = 1 AND person.n <= {LARGEST}) OR (club.n > 1 AND person.n / 33 = club.n)"
        )
        cursor.execute(
            "INSERT INTO clubs_clubnews (club_id, author_id, title, text, created_at) SELECT club_id, user_id, 'News',"
            " repeat('We play. ', 100), now() - n * interval '1 day' FROM clubs_membership,"
            " generate_series(1, 300) AS n WHERE role = 1 AND club_id = (SELECT min(id) FROM clubs_club)"
        )
        _games(cursor, game.pk)
        cursor.execute("ANALYZE")


def _games(cursor: Any, game_id: int) -> None:
    from games.models import Game

    columns = [str(field.column) for field in Game._meta.concrete_fields]
    changed = {
        "id": f"id + n * 10 + {10**6}",
        "code": "substr(md5(code || n), 1, 12)",
        "lobby_id": "NULL::bigint",
    }
    chosen = ", ".join(changed.get(name, name) for name in columns)
    cursor.execute(
        f"INSERT INTO games_game ({', '.join(columns)}) SELECT {chosen} FROM games_game,"
        f" generate_series(1, {GAMES}) AS n WHERE id = %s",
        [game_id],
    )
    copies = f"FROM games_game WHERE id > {10**6}"
    cursor.execute(
        "INSERT INTO games_gameresult (game_id, number, kind, edition, size, winner, victory, ended_at, seconds, rounds,"
        " void) SELECT id, row_number() OVER (ORDER BY id), 'ranked', 'retail', 5 + id / 10 % 6, 'liberal',"
        f" 'five_liberal_policies', now() - (id % 300000) * interval '1 minute', 900, 7, '' {copies}"
    )
    cursor.execute(
        "INSERT INTO games_seatresult (result_id, user_id, seat, role, team, won, is_leaver, is_rated, kind, size, ended_at,"
        " predicted) SELECT game_id, member.user_id, seat, 'liberal', 'liberal', (game_id / 10 + seat) % 2 = 0, false,"
        " true, 'ranked', 7, ended_at, 0.5 FROM games_gameresult, generate_series(0, 6) AS seat JOIN"
        " (SELECT user_id, row_number() OVER (ORDER BY id) AS n FROM clubs_membership WHERE club_id ="
        " (SELECT min(id) FROM clubs_club)) AS member ON true"
        f" WHERE member.n = (game_id / 10 * 7 + seat * 31) % {LARGEST} + 1"
    )
    cursor.execute(
        "INSERT INTO clubs_clubgame (club_id, result_id, kind, ended_at) SELECT (SELECT min(id) FROM clubs_club),"
        " game_id, kind, ended_at FROM games_gameresult"
    )


def measure() -> None:
    """Print each page's times, and the pages that take too long."""
    from django.test import Client

    from accounts.models import User
    from games.clubs.models import Club, ClubGame, Membership
    from games.models import SeatResult

    print(
        f"  {User.objects.count()} people, {Club.objects.count()} clubs, {Membership.objects.count()} memberships,"
        f" {ClubGame.objects.count()} games of one club with {SeatResult.objects.count()} seats",
        flush=True,
    )
    rng = Random(5)
    pages: dict[str, Callable[[], str]] = {
        "the list": lambda: "/clubs/",
        "the list, any page": lambda: f"/clubs/?page={rng.randint(1, CLUBS // 24)}",
        "search by name": lambda: f"/clubs/?q=club+{rng.randrange(16):x}{rng.randrange(16):x}",
        "search by name and language": lambda: f"/clubs/?q=club+{rng.randrange(16):x}&language=pl",
        "a club of 2,000": lambda: "/clubs/club-1/",
        "its members, any page": lambda: f"/clubs/club-1/members/?page={rng.randint(1, 40)}",
        "its news, any page": lambda: f"/clubs/club-1/news/?page={rng.randint(1, 30)}",
        "its games, any page": lambda: f"/clubs/club-1/games/?page={rng.randint(1, 80)}",
        "a club of 33": lambda: f"/clubs/club-{rng.randint(2, CLUBS)}/",
    }
    client, slow = Client(), []
    client.force_login(Membership.objects.filter(club__slug="club-1", role=1)[0].user)
    for name, path in pages.items():
        client.get(path())
        looks = []
        for _look in range(LOOKS):
            wanted = path()
            with database_ms() as spent:
                began, used = perf_counter(), process_time()
                answer = client.get(wanted)
                used = process_time() - used
                looks.append((1000 * (perf_counter() - began), spent(), 1000 * used))
            assert answer.status_code == 200, wanted
        times, of_database, of_processor = (sorted(each) for each in zip(*looks, strict=True))
        half, nearly_all = LOOKS // 2, int(LOOKS * 0.95)
        p95 = times[nearly_all]
        print(
            f"  {name}: p50 {times[half]:.0f} p95 {p95:.0f} ms, database p50 {of_database[half]:.0f}"
            f" p95 {of_database[nearly_all]:.0f} ms, own processor time p50 {of_processor[half]:.0f}"
            f" p95 {of_processor[nearly_all]:.0f} ms",
            flush=True,
        )
        if p95 > GOAL_MS:
            slow.append(name)
    print(f"  over {GOAL_MS} ms: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    main()
