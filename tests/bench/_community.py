"""Measures pages of friends, clubs, nights and notices, home and search, as different people see them.

Runs in a process whose DATABASE_URL is an empty PostgreSQL.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any

import django
from django.conf import settings

from tests.bench._clubs import CLUBS, fill_clubs
from tests.bench._people import MEMBERS, ONLINE, SYLLABLES, fill_people
from tests.bench._times import Times

KEPT_SECONDS = 2
LOOKS = 100
NIGHT_PEOPLE = 40
NOTICES = 200
PAGE_MS, SEARCH_MS, BEAT_MS = 100, 50, 500
"""A beat comes once a minute, while nobody waits."""
MOST_QUERIES = 12


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to be measured, and how long it may take."""

    act: Callable[[], Any]
    goal_ms: float = PAGE_MS
    is_cold: bool = False
    """Whether nothing is cached before each look."""


def main() -> None:
    """Fill, measure, and say what takes too long or asks too much."""
    from django.core.management import call_command

    # As in production: public lists are read again every two seconds.
    settings.HOME_KEPT_SECONDS = KEPT_SECONDS
    began = perf_counter()
    call_command("migrate", verbosity=0)
    fill_people()
    fill_clubs()
    night = fill_evening()
    print(f"  filled in {perf_counter() - began:.0f} s, load {os.getloadavg()[0]:.1f}", flush=True)
    missed = [name for name, thing in things(night).items() if not is_kept(name, thing)]
    print(f"  load {os.getloadavg()[0]:.1f}; over its goal: {', '.join(missed) or 'nothing'}")


def fill_evening() -> str:
    """Announce a night, and write notices to the person with most friends; return the night's code."""
    from accounts.models import User
    from accounts.notice_models import Notice, NoticeKind
    from tests.games.nights.nights import a_night_with

    reader = User.objects.earliest("pk")
    Notice.objects.bulk_create(
        Notice(
            user=reader, kind=NoticeKind.FRIEND, sentence="friend_asks", facts={"name": f"N{number}"},
            path="/friends/", key=f"bench:{number}",
        )
        for number in range(NOTICES)
    )  # fmt: skip
    night, _people = a_night_with(NIGHT_PEOPLE, places=NIGHT_PEOPLE)
    return night.code


def things(night: str) -> dict[str, Thing]:
    """Return what is measured, by name."""
    from django.test import Client

    from accounts.models import User
    from accounts.people_search import find_members
    from accounts.presence import note_online, online_friends_of
    from tests.factories import a_person

    rng = Random(7)

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        client.get("/about/")
        return client

    most = User.objects.earliest("pk")
    members = list(User.objects.filter(pk__in=rng.sample(range(2, ONLINE), 20)))
    popular, newcomer, visitor = signed_in(most), signed_in(a_person()), Client()
    others = [signed_in(each) for each in members]
    beat = rng.sample(range(1, MEMBERS), 1000)

    def letters() -> str:
        return "".join(rng.choice(SYLLABLES) for _ in range(2))[: rng.randint(2, 4)]

    def page(clients: list[Client], *paths: Callable[[], str] | str) -> Callable[[], None]:
        def look() -> None:
            path = rng.choice(paths)
            path = path if isinstance(path, str) else path()
            assert rng.choice(clients).get(path).status_code == 200, path

        return look

    readers = {"visitor": visitor, "newcomer": newcomer, "500 friends": popular}
    return {
        **{
            f"home, {who}, {'cold' if is_cold else 'warm'}": Thing(
                page([each], "/"), is_cold=is_cold
            )
            for who, each in readers.items()
            for is_cold in (False, True)
        },
        "friends": Thing(page(others, "/friends/")),
        "friends, 500 of them": Thing(page([popular], "/friends/"), is_cold=True),
        "search by name, in the database": Thing(
            lambda: find_members(letters(), searcher=members[0]), SEARCH_MS
        ),
        "search by name, the page": Thing(
            page(others, lambda: f"/friends/search/?name={letters()}")
        ),
        "list of clubs, any page": Thing(
            page(others, lambda: f"/clubs/?page={rng.randint(1, CLUBS // 24)}")
        ),
        "search of clubs": Thing(
            page(others, lambda: f"/clubs/?q=club+{rng.randrange(256):02x}&language=pl")
        ),
        "club of 2,000": Thing(page([popular], "/clubs/club-1/")),
        "its members, any page": Thing(
            page([popular], lambda: f"/clubs/club-1/members/?page={rng.randint(1, 40)}")
        ),
        "its news and games": Thing(
            page(
                [popular],
                lambda: f"/clubs/club-1/news/?page={rng.randint(1, 30)}",
                lambda: f"/clubs/club-1/games/?page={rng.randint(1, 80)}",
            )
        ),
        f"night of {NIGHT_PEOPLE}": Thing(page([popular], f"/nights/{night}/")),
        f"{NOTICES} notices": Thing(page([popular], "/accounts/notices/")),
        "profile": Thing(page([popular], *(f"/players/{each.username}/" for each in members))),
        "beat of 1,000 people": Thing(lambda: note_online(beat), BEAT_MS),
        "whom to tell of one person": Thing(
            lambda: list(online_friends_of([rng.randint(1, MEMBERS)])), SEARCH_MS
        ),
    }


def is_kept(name: str, thing: Thing) -> bool:
    """Print the times and the most queries of one thing; return whether it keeps its goals."""
    from django.core.cache import cache
    from django.db import connection

    asked = most = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*arguments)

    thing.act()
    times = Times()
    with connection.execute_wrapper(count):
        for _look in range(LOOKS):
            if thing.is_cold:
                cache.clear()
            asked = 0
            began, used = perf_counter(), process_time()
            thing.act()
            times.add(1000 * (perf_counter() - began), 1000 * (process_time() - used))
            most = max(most, asked)
    print(f"  {name}: {times}, {most} queries at most (goal {thing.goal_ms:.0f} ms)", flush=True)
    return times.p95 <= thing.goal_ms and most <= MOST_QUERIES


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    main()
