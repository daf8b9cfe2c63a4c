"""The only writer of statistics: counts each finished game once, and takes it out if it is annulled.

The end of a game only notes that counting is due. `settle` replaces what a game has added by what
it ought to add, in one transaction. So it may run twice, in two processes, or be killed at any
point.
"""

import logging
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Model, Q
from django.utils import timezone

from games.models import (
    CalibrationTally,
    CommunityTally,
    CountedGame,
    EarnedHonour,
    HeadToHead,
    PlayerStreak,
    PlayerTally,
)
from games.selectors.among import among
from games.selectors.honours import people_of_counted_games, wins_counted
from games.selectors.statistics import (
    results_in_order,
    uncounted_games,
)
from games.selectors.tally_columns import TALLY_COLUMNS
from games.services.accuracy import write_accuracies
from games.services.add_to_tallies import add_up
from games.services.beside import read_ahead, thread_beside
from games.services.followed import Followed, StreakRow, WinsFollowed
from games.services.games_to_count import GamesToCount, games_to_count
from games.services.honours import Change, StreaksSoFar, award
from games.services.many_rows import add_missing_rows, parts_of, replace_rows
from games.services.people_met import PeopleMet, add_all_pairs
from games.statistics import NO_GAMES, PlayerKey, Streak, outcomes_on
from games.values.game_kind import GameKind

logger = logging.getLogger(__name__)

# One sweep of the clock must not take long; the rest follows in the next one.
NEW_A_SWEEP = 20
KNOWN_A_SWEEP = 200
NEW_AT_ONCE = 10
"""Games counted for the first time in one transaction: one by one they would take half as long again."""
# On SQLite whoever writes waits for one batch of a rebuild: about a second.
A_BATCH = 1000
AFTER_FAILURE = timedelta(hours=1)
_STREAK = ("user_id", "kind", "current", "longest_won", "longest_lost", "last_end_at")
_REBUILDS = (7_360, 1)
"""The number of a lock of PostgreSQL that the one rebuild holds that counts; any number that nobody else takes."""
_PATIENCE = "1s"
"""How long a rebuild waits for those who read the sums that it deletes."""
_NEVER = datetime.min.replace(tzinfo=UTC)

_TABLES = (
    PlayerTally, HeadToHead, PlayerStreak, EarnedHonour, CommunityTally, CalibrationTally,
)  # fmt: skip


def mark_result_due(game_id: int) -> None:
    """Note that a game's result is new or has changed, for the clock to count.

    Call it inside the transaction that writes the result: both are committed, or neither.
    """
    mark_results_due([game_id])


def mark_results_due(game_ids: Iterable[int]) -> None:
    """The same for many games, after their ratings were computed again."""
    now = timezone.now()
    replace_rows(CountedGame, 1, ("game_id", "due_at"), ((game_id, now) for game_id in game_ids))


def count_due(now: datetime) -> int:
    """Count games that are due, a limited number in one sweep; return how many.

    It counts nothing while a rebuild runs, whose deletion and batches would hold up the clock, and with it all tables.
    """
    if _is_rebuilding():
        return 0
    due = CountedGame.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    new = list(due.filter(sheet__isnull=True).values_list("pk", flat=True)[:NEW_A_SWEEP])
    known = due.filter(sheet__isnull=False).values_list("pk", flat=True)[:KNOWN_A_SWEEP]
    return sum(_try(batch, now) for batch in (*parts_of(new, NEW_AT_ONCE), list(known)))


def _try(game_ids: list[int], now: datetime) -> int:
    """Settle these together, or one by one if that fails; a game that fails alone has to wait."""
    try:
        # Read first, so that the transaction is short.
        return settle(game_ids, read=games_to_count(game_ids)) if game_ids else 0
    except Exception:
        if len(game_ids) > 1:
            return sum(_try([game_id], now) for game_id in game_ids)
        # One game that cannot be counted must not stop the others; its content is never logged.
        logger.exception("Game %s could not be counted", game_ids[0])
        later = CountedGame.objects.filter(pk__in=game_ids, due_at__lte=now)
        later.update(due_at=now + AFTER_FAILURE)
        return 0


def settle(
    game_ids: Collection[int], followed: Followed | None = None, read: GamesToCount | None = None
) -> int:
    """Count these games if they are due, take them out, or count them differently; return how many.

    While a rebuild runs in another process it counts nothing. `followed`: what a rebuild that counts alone knows already.
    `read`: these games as they were read before; they are read again if one has become due anew since.
    """
    if not game_ids:
        return 0
    with transaction.atomic():
        _let_no_rebuild_begin()
        if _is_rebuilding():
            return 0
        rows = CountedGame.objects.select_for_update().filter(among("game_id", game_ids))
        due = dict(rows.filter(due_at__isnull=False).order_by("pk").values_list("pk", "due_at"))
        if read is None or read.due != due:
            read = games_to_count(list(due))
        _apply(read, followed)
    return len(due)


def rebuild(
    progress: Callable[[int], None] = lambda _counted: None, *, from_sheets: bool = False
) -> int:
    """Delete all statistics and count every finished game from its event log; return how many.

    `from_sheets`: add up what each game's sheet says, and read only the logs of games without one.

    The site may run meanwhile: each game that ends is counted once, on PostgreSQL when this is done. A rebuild that is
    killed leaves games due: `go_on` counts them, and so does the clock.
    """
    with _rebuilding():
        with transaction.atomic():
            _wait_for_everybody_who_counts()
            anew = {"is_added": False, "are_pairs_added": False, "due_at": timezone.now()}
            CountedGame.objects.update(**anew if from_sheets else anew | {"sheet": None})
            _note_the_uncounted()
            # Last, because until the transaction ends nobody may read them.
            _empty_sums()
        _forget_deleted_rows()
        return go_on(progress)


def go_on(progress: Callable[[int], None] = lambda _counted: None) -> int:
    """Count the games that a rebuild has left, because it was stopped; return how many."""
    left = CountedGame.objects.filter(
        Q(sheet__isnull=True) | Q(is_added=False), due_at__isnull=False
    )
    # In the order of their ends, so that streaks only grow.
    in_order = left.order_by("game__finished_at", "pk").values_list("pk", flat=True)
    counted = 0
    with _rebuilding():
        followed = None
        if connection.vendor == "postgresql":
            with transaction.atomic():
                # Who begins to count later sees that a rebuild runs. Not held for longer: whoever deletes people waits, too.
                _wait_for_everybody_who_counts()
            with transaction.atomic():
                add_all_pairs()
            followed = Followed(
                met=PeopleMet(people_of_counted_games()), wins=WinsFollowed(wins_counted())
            )
        game_ids = array("q", in_order.iterator())
        batches = (game_ids[at : at + A_BATCH] for at in range(0, len(game_ids), A_BATCH))
        with thread_beside("reader") as reader:
            for batch, read in read_ahead(batches, games_to_count, reader):
                counted += settle(batch, followed, read)
                progress(counted)
    return counted


def _empty_sums() -> None:
    """Delete all sums; on PostgreSQL without a look at each row, unless somebody reads them for long, such as a backup."""
    if connection.vendor == "postgresql":
        with suppress(OperationalError), transaction.atomic(), connection.cursor() as cursor:
            # Whoever wants to read meanwhile waits as well.
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [_PATIENCE])
            cursor.execute(f"TRUNCATE {_names(_TABLES)}")
            return
    for table in _TABLES:
        table.objects.all().delete()


def _forget_deleted_rows() -> None:
    """Clear PostgreSQL's tables and indexes of the rows just deleted and replaced, which every look into an index would pass.

    It would do so by itself, but only after a large rebuild has counted very many games; and until it knows that all games
    are due it looks for those of a batch among all of them. Inside a transaction it cannot, and nothing is done.
    """
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM ANALYZE {_names((*_TABLES, CountedGame))}")


def _names(models: Iterable[type[Model]]) -> str:
    return ", ".join(connection.ops.quote_name(each._meta.db_table) for each in models)  # noqa: SLF001


def _note_the_uncounted() -> None:
    now = timezone.now()
    CountedGame.objects.bulk_create(
        [CountedGame(game_id=game_id, due_at=now) for game_id in uncounted_games()],
        batch_size=500,
        ignore_conflicts=True,
    )


def _apply(games: GamesToCount, followed: Followed | None) -> None:
    """Change all sums by these games."""
    for game_id, found in games.accuracies.items():
        write_accuracies(game_id, found)
    # For many rows bulk_update takes far longer.
    CountedGame.objects.bulk_create(
        games.changed,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["sheet", "due_at", "is_added", "are_pairs_added"],
    )
    as_before = CountedGame.objects.filter(among("game_id", games.same))
    as_before.update(due_at=None, is_added=True, are_pairs_added=True)
    sums, changes = games.sums, games.changes
    add_up(PlayerTally, ("user", "kind", "role", "size"), TALLY_COLUMNS, sums.players)
    add_up(
        HeadToHead,
        ("user", "other", "kind"),
        ("same_games", "same_wins", "opposite_games", "opposite_wins"),
        sums.pairs,
    )
    streaks = _extend_streaks(changes, followed)
    add_up(
        CommunityTally,
        ("kind", "month", "size", "band", "measure"),
        ("successes", "instances"),
        sums.community,
    )
    add_up(
        CalibrationTally,
        ("board", "size", "number"),
        ("games", "liberal_wins", "predicted", "loss", "size_loss"),
        sums.bins,
    )
    if followed is not None:
        followed.met.take(change.after for change in changes if change.before is None)
        followed.wins.add(sums.players)
    award(changes, streaks, followed)


def _extend_streaks(changes: Sequence[Change], followed: Followed | None) -> StreaksSoFar:
    """Extend the streaks by new games; after a removal compute them again. Return what honours need of them."""
    extended: dict[PlayerKey, Streak] = {}
    last_ends: dict[int, datetime] = {}
    longest_of: dict[int, int] = defaultdict(int)
    added: dict[PlayerKey, list[tuple[datetime, bool]]] = defaultdict(list)
    upset: set[PlayerKey] = set()
    for change in changes:
        before, after = outcomes_on(change.before), outcomes_on(change.after)
        for player, outcome in before.items():
            if after.get(player) != outcome:
                added[player].append(after.get(player, (_NEVER, False)))
                upset.add(player)
        for player, outcome in after.items():
            if player not in before:
                added[player].append(outcome)
    players = sorted(added)
    people = {person for person, _kind in players}
    if followed is not None:
        # Nobody else counts meanwhile, so rows need not be there to be locked.
        stored = followed.streaks.of(sorted(people), _stored_streaks)
        missing = added.keys() - {row[:2] for row in stored}
        stored += [(*player, 0, 0, 0, None) for player in sorted(missing)]
    else:
        add_missing_rows(PlayerStreak, _STREAK[:-1], [(*player, 0, 0, 0) for player in players])
        stored = _stored_streaks(people, is_locked=True)
    rows: list[StreakRow] = []
    for person, kind, current, longest_won, longest_lost, counted_until in stored:
        player, longest = (person, kind), longest_won
        if player in added:
            streak = Streak(current=current, longest_won=longest_won, longest_lost=longest_lost)
            ends = sorted(added[player])
            if player in upset or (counted_until is not None and ends[0][0] <= counted_until):
                streak, ends = NO_GAMES, results_in_order(*player)
            else:
                extended[player] = streak
            streak = streak.after(won for _at, won in ends)
            last_end = ends[-1][0] if ends else None
            longest = streak.longest_won
            rows.append((*player, streak.current, longest, streak.longest_lost, last_end))
        if kind != GameKind.BOTS:
            longest_of[person] = max(longest_of[person], longest)
            if counted_until is not None:
                last_ends[person] = max(last_ends.get(person, counted_until), counted_until)
    replace_rows(PlayerStreak, 2, _STREAK, rows)
    if followed is not None:
        followed.streaks.keep(rows)
    return StreaksSoFar(extended=extended, last_ends=last_ends, longest_won=longest_of)


def _stored_streaks(people: Collection[int], *, is_locked: bool = False) -> list[StreakRow]:
    rows = PlayerStreak.objects.filter(among("user_id", people)).order_by("user_id", "kind")
    if is_locked:
        rows = rows.select_for_update()
    return list(rows.values_list(*_STREAK))


# Rebuilding beside a running site


@contextmanager
def _rebuilding() -> Iterator[None]:
    """Let `_is_rebuilding` tell of it, as long as this process lives; wait for another rebuild to end.

    On SQLite it does not, where whoever writes waits for every other writer.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", _REBUILDS)
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", _REBUILDS)


def _is_rebuilding() -> bool:
    """Whether a rebuild runs now, in another process."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND granted AND pid <> pg_backend_pid())",
            _REBUILDS,
        )
        row = cursor.fetchone()
    return bool(row and row[0])


def _let_no_rebuild_begin() -> None:
    """Take the lock that counting shares and a rebuild needs for itself.

    SQLite has one writer at a time anyway.
    """
    _lock_sums("ROW EXCLUSIVE")


def _wait_for_everybody_who_counts() -> None:
    _lock_sums("EXCLUSIVE")


def _lock_sums(mode: str) -> None:
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(PlayerTally._meta.db_table)  # noqa: SLF001
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN {mode} MODE")
