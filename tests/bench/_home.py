"""Fills the database with open tables, running games, friends and game nights, and measures the home page of several readers.

Runs in a process whose DATABASE_URL is an empty, migrated PostgreSQL.
"""

import os
from random import Random
from time import perf_counter, process_time
from typing import Any

import django
from django.conf import settings

TABLES, GAMES, SLOW_GAMES = 200, 300, 12
FRIENDS, NIGHTS = 20, 3
KEPT_SECONDS = 2
LOOKS = 60
GOAL_MS, GOAL_QUERIES = 100, 12


def main() -> None:
    """Fill and measure; exit with an error if the page takes too long or asks too much."""
    # As in production: public lists are read again every two seconds.
    settings.HOME_KEPT_SECONDS = KEPT_SECONDS
    began = perf_counter()
    reader, stranger = fill(Random(16))
    friend = fill_evening(Random(17))
    print(f"  filled in {perf_counter() - began:.0f} s", flush=True)
    missed = [
        name
        for name, person, query in (
            ("visitor", None, ""),
            ("visitor who wants Polish", None, "?filter=1&spoken=pl"),
            ("member", stranger, ""),
            (f"member with {SLOW_GAMES} slow games", reader, ""),
            (f"member with a past, {FRIENDS} friends at tables and {NIGHTS} nights", friend, ""),
        )
        if not look(name, person, query)
    ]
    measure_list()
    assert not missed, missed


def fill(rng: Random) -> tuple[Any, Any]:
    """Open the tables and deal the games; return somebody with slow games, and somebody without any."""
    from games.models import LobbySeat, Seat
    from games.services.watching import note_watching
    from tests.factories import a_game, a_lobby, a_person
    from tests.games.lobbies import registered
    from tests.games.ratings import give_rating

    people = [give_rating(registered(), rng.gauss(1500, 200), games=0) for _ in range(TABLES)]
    languages = ["en", "pl", "en pl", "de", "es it nl"]
    for host in people:
        most = rng.choice([5, 7, 10])
        lobby = a_lobby(
            host,
            most_players=most,
            is_ranked=rng.random() < 0.4,
            languages=rng.choice(languages),
            pace=rng.choice(["quick", "relaxed", "talk"]),
        )
        others = rng.sample(people, rng.randrange(most))
        LobbySeat.objects.bulk_create(
            LobbySeat(lobby=lobby, user=each)
            for each in {host.pk: host, **{o.pk: o for o in others}}.values()
        )
    reader, stranger = a_person(is_guest=False), a_person(is_guest=False)
    for number in range(GAMES):
        game, _users = a_game(
            rng.choice([5, 7, 10]), pace="1d" if number < SLOW_GAMES else "relaxed"
        )
        note_watching(game.pk, rng.randrange(4))
        if number < SLOW_GAMES:
            Seat.objects.filter(game=game, number=0).update(user=reader)
            game.seating += 1
            game.save()
    return reader, stranger


def fill_evening(rng: Random) -> Any:
    """Announce nights, and seat friends in lobbies and games; return the member with these friends and a past."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.presence import note_online
    from games.models import Lobby, LobbySeat, Seat
    from tests.factories import a_game
    from tests.games.friends import befriend, members
    from tests.games.nights.nights import a_night_with
    from tests.games.statistics.stored import a_crowd, count_all, random_games

    reader, *friends = members(FRIENDS + 1)
    befriend(reader, *friends)
    note_online([reader.pk, *(friend.pk for friend in friends)])
    lobbies = list(Lobby.objects.filter(most_players=10)[: FRIENDS // 2])
    for friend, lobby in zip(friends, lobbies, strict=False):
        LobbySeat.objects.create(lobby=lobby, user=friend)
    for friend in friends[len(lobbies) :]:
        game, _users = a_game(rng.choice([5, 7, 10]), pace="relaxed")
        Seat.objects.filter(game=game, number=0).update(user=friend)
    for hours in range(NIGHTS):
        a_night_with(24, starts_at=timezone.now() + timedelta(hours=3 + hours))
    random_games(6, [reader, *a_crowd(9)], seed=63)
    count_all()
    return reader


def look(name: str, person: Any, query: str) -> bool:
    """Request the page many times; return whether it kept the goals."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client

    asked: list[str] = []

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(sql)
        return execute(sql, params, many, context)

    client = Client()
    if person is not None:
        client.force_login(person)
    response = client.get(f"/{query}")
    assert response.content.count(b'class="table-card') > 10
    cache.clear()
    with connection.execute_wrapper(count):
        client.get("/")
        of_first = len(asked)
        asked.clear()
        client.get("/")
    looks = []
    for _look in range(LOOKS):
        began, used = perf_counter(), process_time()
        response = client.get("/")
        looks.append((1000 * (perf_counter() - began), 1000 * (process_time() - used)))
        assert response.status_code == 200
    times, of_processor = (sorted(each) for each in zip(*looks, strict=True))
    p50, p95 = times[LOOKS // 2], times[int(LOOKS * 0.95)]
    print(
        f"  {name}: p50 {p50:.0f} p95 {p95:.0f} ms, own processor time p50 {of_processor[LOOKS // 2]:.0f} ms,"
        f" {len(asked)} queries ({of_first} for the first in {KEPT_SECONDS} s), {len(response.content)} bytes",
        flush=True,
    )
    return p95 <= GOAL_MS and len(asked) <= GOAL_QUERIES


def measure_list() -> None:
    """Print what the live list takes: read, drawn for one kind of viewer, and sent when one table changes."""
    from dataclasses import replace

    from games.live.open_tables import list_changes, render_list
    from games.selectors.home import read_home
    from games.values.table_filter import TableFilter

    began = perf_counter()
    home = read_home()
    read = 1000 * (perf_counter() - began)
    whole = TableFilter()
    began = perf_counter()
    regions = render_list(home.open_lobbies, home.games_for(None), (), whole, "nl")
    drawn = 1000 * (perf_counter() - began)
    shown = dict(regions)
    first, *others = home.open_lobbies
    changed = (replace(first, people=first.people + 1), *others)
    began = perf_counter()
    sent = list_changes(shown, render_list(changed, home.games_for(None), (), whole, "nl"))
    again = 1000 * (perf_counter() - began)
    size = sum(len(html.encode()) for html in sent)
    all_ = sum(len(html.encode()) for html in regions.values())
    print(
        f"  live list: read in {read:.0f} ms, drawn in {drawn:.0f} ms for the first viewer of a kind and in"
        f" {again:.1f} ms after one change; whole {all_} bytes, one changed table {size} bytes"
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    main()
