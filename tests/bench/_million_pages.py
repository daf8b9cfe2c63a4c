"""The pages that are measured at a million games: their addresses, a reader's cookies, and how many queries each asks.

Runs beside the site, in its environment, and prints JSON.
"""

import json
import os
import sys
from collections.abc import Callable
from random import Random

import django

from tests.bench._million import CLUB_SIZE, DEEP, PEOPLE

LOOKS = 60
DEEP_PAGES = 1000


def main() -> None:
    """Print, for each page, addresses to look at and the most queries of one look, and the reader's cookies."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from tests.sockets import cookies_of

    reader = User.objects.get(pk=11)
    client = Client()
    client.force_login(reader)
    pages = {}
    for name, path in paths(Random(7)).items():
        addresses = [path() for _look in range(LOOKS)]
        queries = []
        for place, address in enumerate(addresses[:10]):
            # The first look reads what is else kept for a while.
            if not place:
                cache.clear()
            with CaptureQueriesContext(connection) as asked:
                status = client.get(address).status_code
            assert status == 200, (address, status)
            queries.append(len(asked))
            if "SLOW" in os.environ:
                _tell_slow(asked.captured_queries)
        pages[name] = {"addresses": addresses, "cold": queries[0], "queries": max(queries[1:])}
    print(json.dumps({"cookies": cookies_of(reader), "pages": pages}))


def _tell_slow(queries: list[dict[str, str]]) -> None:
    """Print what took the database longer than SLOW milliseconds."""
    for query in queries:
        if float(query["time"]) * 1000 > float(os.environ["SLOW"]):
            print(query["time"], query["sql"], "\n", file=sys.stderr)


def paths(rng: Random) -> dict[str, Callable[[], str]]:
    """Return what makes an address of each page."""
    from accounts.models import User
    from games.models import GameResult, SeatResult
    from games.selectors.past_games import ROWS

    names = list(
        User.objects.filter(pk__in=rng.sample(range(1, PEOPLE), 300)).values_list(
            "username", flat=True
        )
    )
    often = list(User.objects.filter(pk__lte=100).values_list("username", flat=True))
    deep = User.objects.get(username=DEEP)
    played = SeatResult.objects.filter(user=deep).order_by("-ended_at", "-result_id")
    row = played[min(DEEP_PAGES, played.count() // ROWS - 2) * ROWS]
    before = f"?before={round(row.ended_at.timestamp() * 1_000_000)}-{row.result_id}"
    deep_list = f"/players/{deep.username}/games/{before}"
    last = GameResult.objects.latest("pk").pk
    drawn = rng.sample(range(1, last + 1), 300)
    wanted = GameResult.objects.filter(pk__in=drawn, rounds__gte=6)
    codes = list(wanted.values_list("game__code", flat=True))
    clubs = max(1, PEOPLE // CLUB_SIZE // 10)
    letters = "abcdefghijklmnop"
    return {
        "player": lambda: f"/players/{rng.choice(names)}/",
        "player who plays often": lambda: f"/players/{rng.choice(often)}/",
        "player with the most games": lambda: f"/players/{deep.username}/",
        "its statistics": lambda: f"/players/{deep.username}/?tab=statistics",
        "its rating": lambda: f"/players/{deep.username}/?tab=rating",
        "leaderboard": lambda: f"/leaderboard/?page={rng.randint(1, 6)}",
        "season": lambda: f"/seasons/?page={rng.randint(1, 6)}",
        "community": lambda: "/community/",
        "community, filtered": lambda: f"/community/?size={rng.randint(5, 10)}&kind=ranked",
        "history, 1,000 pages deep": lambda: deep_list,
        "the same, as Hitler and won": lambda: f"{deep_list}&role=hitler&result=won",
        "the same, with a player": lambda: f"{deep_list}&person={rng.choice(often)}",
        "summary of a game, story": lambda: f"/games/{rng.choice(codes)}/replay/",
        "step of a replay": lambda: f"/games/{rng.choice(codes)}/replay/{rng.randint(0, 20)}/",
        "home": lambda: "/",
        "search by name": lambda: (
            f"/friends/search/?name={rng.choice(letters)}{rng.choice(letters)}"
        ),
        "list of clubs": lambda: f"/clubs/?page={rng.randint(1, 5)}",
        "club": lambda: f"/clubs/club-{rng.randint(1, clubs)}/",
        "games of a club": lambda: (
            f"/clubs/club-{rng.randint(1, clubs)}/games/?page={rng.randint(1, 5)}"
        ),
        "notices": lambda: "/accounts/notices/",
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")
    django.setup()
    main()
