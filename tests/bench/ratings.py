"""Ratings: the arithmetic of 100,000 games, a whole rebuild from their rows, and one ended game.

The rows are in a temporary test database (TEST_DATABASE_URL chooses which). Measured in processor
time of this process, and in wall-clock time where a server works as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from time import monotonic, process_time

from django.db import connection

from accounts.models import User
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Edition, Party, Role
from games.models import Game, GameResult, RatingState, SeatResult
from games.services.rating import rate_ended
from games.services.rating_chain import STATE
from games.services.rating_rebuild import rebuild
from games.statistics.rating import Model, rate_game, shares, start_beliefs, summary

GAMES = 100_000
SIZE = 7
PEOPLE = 2000
LONGEST_SECONDS = 120.0
ENDED_GAMES = 50
LONGEST_ENDED_MS = 50.0
CHUNK = 2000


def arithmetic() -> float:
    """Return the seconds to rate so many seven-player games, with everybody's summary each time."""
    rng = Random(5)
    model, people = Model(), [start_beliefs() for _ in range(PEOPLE)]
    liberal = [True] * 4 + [False] * 3
    began = process_time()
    for _game in range(GAMES):
        table = rng.sample(people, SIZE)
        rate_game(model, Edition.RETAIL, table, liberal, liberals_won=rng.random() < 0.48)
        portions = shares(model.weights)
        for beliefs in table:
            summary(portions, beliefs)
    return process_time() - began


@contextmanager
def empty_database() -> Iterator[None]:
    """A test database, migrated and empty."""
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def fill(rng: Random, games: int) -> None:
    """Write ended, unrated ranked games: rows of results only, as no log is read here."""
    User.objects.bulk_create(
        User(username=name, username_key=name, username_skeleton=name, password="!")
        for name in (f"bench{number}" for number in range(PEOPLE))
    )
    people = list(User.objects.values_list("pk", flat=True))
    roles = list(standard_ruleset(SIZE).roles)
    start = datetime(2020, 1, 1, tzinfo=UTC)
    for first in range(0, games, CHUNK):
        numbers = range(first + 1, first + CHUNK + 1)
        rows = Game.objects.bulk_create(
            Game(
                name="Bench",
                edition="retail",
                player_count=SIZE,
                status="finished",
                is_ranked=True,
            )
            for _number in numbers
        )
        results, seats = [], []
        for game, number in zip(rows, numbers, strict=True):
            winner = rng.choice(list(Party))
            result = GameResult(
                game=game, number=number, kind="ranked", edition="retail", size=SIZE,
                winner=winner.value, victory="liberal_policies", seconds=900, rounds=9,
                ended_at=start + timedelta(minutes=20 * number),
            )  # fmt: skip
            results.append(result)
            rng.shuffle(roles)
            for seat, user_id in enumerate(rng.sample(people, SIZE)):
                seats.append(_seat(result, seat, user_id, roles[seat], winner))
        GameResult.objects.bulk_create(results)
        SeatResult.objects.bulk_create(seats, batch_size=2000)
    RatingState.objects.create(pk=STATE, ended=games, applied=games)
    with connection.cursor() as cursor:
        # A real database has done so long before it holds that many games.
        cursor.execute("ANALYZE")


def _seat(result: GameResult, seat: int, user_id: int, role: Role, winner: Party) -> SeatResult:
    return SeatResult(
        result=result, seat=seat, user_id=user_id, role=role.value, team=role.party.value,
        won=role.party is winner, is_rated=True, kind="ranked", size=SIZE, ended_at=result.ended_at,
    )  # fmt: skip


def main() -> None:
    """Measure and print."""
    seconds = arithmetic()
    print(f"  arithmetic of {GAMES} games of {SIZE}: {seconds:.1f} s of one core")
    with empty_database():
        began = monotonic()
        fill(Random(6), GAMES)
        print(f"  ({connection.vendor}; {GAMES} results written in {monotonic() - began:.0f} s)")
        for name in ("from nothing, all rows written", "again, nothing to set right"):
            began, worked = monotonic(), process_time()
            changed = rebuild().changed
            worked = process_time() - worked
            verdict = "enough" if worked <= LONGEST_SECONDS else "TOO SLOW"
            print(
                f"  rebuild {name}: {worked:.0f} s of one core, {monotonic() - began:.0f} s on the"
                f" clock, {changed} rows (at most {LONGEST_SECONDS:.0f}: {verdict})"
            )
        # Rating the last games again costs what rating a newly ended one does.
        times = []
        for number in range(GAMES - ENDED_GAMES, GAMES):
            RatingState.objects.update(applied=number, ended=number + 1)
            began = monotonic()
            rate_ended()
            times.append((monotonic() - began) * 1000)
        verdict = "enough" if median(times) <= LONGEST_ENDED_MS else "TOO SLOW"
        print(
            f"  one ended game among them: median {median(times):.1f} ms, slowest"
            f" {max(times):.1f} ms (at most {LONGEST_ENDED_MS:.0f}: {verdict})"
        )


if __name__ == "__main__":
    main()
