"""All ratings again: after a game was annulled, after old games were imported, or as a check.

A rebuild computes in memory without a lock, writes differences, and swaps the standings in at the
end; meanwhile games are rated on the old ones. On PostgreSQL the command writes in a thread of its own, which
mostly waits for the database, while the next games are rated.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from time import monotonic

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.models import (
    GameKind,
    GameResult,
    PlayerRating,
    RatingState,
    SeasonStanding,
    SeatResult,
    SideBias,
    Void,
)
from games.services import rating_checkpoint
from games.services.many_rows import parts_of
from games.services.rating import rate_ended
from games.services.rating_chain import (
    STATE,
    Chain,
    Corrections,
    lock,
    rate,
    read,
    write_points,
    write_standings,
)
from games.services.rating_notices import tell_corrections
from games.services.season_tallies import SeasonTallies, SeasonTallyRow
from games.services.setbacks import Setbacks
from games.statistics.rating import pack

logger = logging.getLogger(__name__)

GAMES_A_CHUNK = 500
GAMES_A_CHECKPOINT = 100_000
GAMES_A_SLICE = 20
SLICE_SECONDS = 0.03


@transaction.atomic
def renumber() -> int:
    """Number all ranked results by their ends, after old games were imported; return how many.

    Call `rebuild` afterwards: until then the ratings do not fit the numbers.
    """
    RatingState.objects.get_or_create(pk=STATE)
    state = lock()
    assert state is not None
    ranked = GameResult.objects.filter(kind=GameKind.RANKED)
    ranked.update(number=None)
    results = list(ranked.order_by("ended_at", "pk").only("pk", "ended_at"))
    for number, result in enumerate(results, start=1):
        result.number = number
    GameResult.objects.bulk_update(results, ["number"], batch_size=500)
    state.ended = state.applied = len(results)
    state.last_ended_at = results[-1].ended_at if results else None
    state.save(update_fields=["ended", "applied", "last_ended_at"])
    rating_checkpoint.forget()
    return len(results)


class Rebuild:
    """Rates all ranked games from the first one, in steps; the site runs on meanwhile.

    With checkpoints it goes on where another one was killed. With a writer, the rows of one step are written there
    during the next one.
    """

    def __init__(self, *, has_checkpoints: bool = False, writer: Executor | None = None) -> None:
        state = RatingState.objects.filter(pk=STATE).first()
        self.wanted = state.wanted if state is not None else 0
        self.chain, self.number = Chain(), 0
        self.has_checkpoints = has_checkpoints
        if has_checkpoints:
            self.chain, self.number = rating_checkpoint.kept(self.wanted)
        self.kept = self.number
        """The game of the last checkpoint."""
        self.changed = 0
        """Seat results that had to be corrected."""
        self._writer = writer
        self._writing: Future[bool] | None = None
        """What the writer has not been known to have done."""

    def step(self, games: int = GAMES_A_CHUNK) -> bool:
        """Rate the next games in memory and correct their rows; False when it is time to finish.

        Only numbers that are rated already: rate_ended still writes later ones.
        """
        state = RatingState.objects.filter(pk=STATE).first()
        if state is None or self.number >= state.applied:
            return False
        self._take(min(self.number + games, state.applied))
        if not self._has_written():
            return False
        corrections = self.chain.take_corrections()
        if corrections.touched:
            if self._writer is not None:
                self._writing = self._writer.submit(self._write, corrections)
            elif not self._write(corrections):
                return False
        if self.has_checkpoints and self.number - self.kept >= GAMES_A_CHECKPOINT:
            # Whoever goes on from there corrects no earlier row.
            if not self._has_written():
                return False
            rating_checkpoint.keep(self.chain, self.number, self.wanted)
            self.kept = self.number
        return True

    def _has_written(self) -> bool:
        """Wait for the writer; False if it could not write, as a game was annulled. Raises what it raised."""
        writing, self._writing = self._writing, None
        return writing is None or writing.result()

    def _write(self, corrections: Corrections) -> bool:
        """Correct rows; False if a game was annulled since they were read, so that nothing may be written."""
        with transaction.atomic():
            state = lock()
            if state is None or state.wanted != self.wanted:
                return False
            write_points(corrections)
        return True

    def _take(self, until: int) -> None:
        for game, seats in read(self.number, until):
            rate(self.chain, game, seats)
        self.number = until
        self.changed += len(self.chain.corrections.seats)

    def finish(self) -> bool:
        """Replace the standings; False if a game was annulled meanwhile."""
        if not self._has_written():
            return False
        with transaction.atomic():
            state = lock()
            if state is None:
                return True
            if state.wanted != self.wanted:
                return False
            self._take(state.applied)
            write_points(self.chain.take_corrections())
            self._tell(state)
            # Not a list of everybody who was rated: PostgreSQL would go through it for each rating.
            rated = SeatResult.objects.filter(user=OuterRef("pk"), is_rated=True)
            PlayerRating.objects.filter(~Exists(rated)).delete()
            SideBias.objects.all().delete()
            write_standings(self.chain, _corrected_seasons(self.chain.seasons))
            state.weights = pack([self.chain.model.weights])
            state.made = self.wanted
            state.save(update_fields=["weights", "made"])
            rating_checkpoint.forget()
        return True

    def _tell(self, state: RatingState) -> None:
        """Tell of the games annulled since the last correction."""
        # Each game that is annulled asks for one.
        asked = self.wanted - state.made
        results = GameResult.objects.filter(void=Void.ANNULLED).select_related("game")
        annulled = list(results.order_by("-annulled_at")[:asked])
        if not annulled:
            return
        before = dict(PlayerRating.objects.values_list("pk", "rating"))
        after = {
            user_id: player.points.rating
            for user_id, player in self.chain.players.items()
            if player.points is not None
        }
        tell_corrections(annulled, before, after)


def _corrected_seasons(seasons: SeasonTallies) -> Iterator[SeasonTallyRow]:
    """Yield the standings that differ from their rows, or have none, and delete the rows of nobody.

    Those who end a game wait meanwhile, and after a correction most of the rows are as they were.
    """
    known = []
    for season, rows in groupby(seasons.rows(), itemgetter(0)):
        known.append(season)
        in_season = SeasonStanding.objects.filter(season=season)
        columns = in_season.values_list("user_id", "games", "wins", "expected", "over_expectation")
        stored = {person: tally for person, *tally in columns.iterator()}
        for row in rows:
            _season, person, games, wins, expected = row
            if stored.pop(person, None) != [games, wins, expected, wins - expected]:
                yield row
        for people in parts_of(stored, GAMES_A_CHUNK):
            in_season.filter(user_id__in=people).delete()
    SeasonStanding.objects.exclude(season__in=known).delete()


def rebuild() -> Rebuild:
    """Rate all ranked games again, and correct rows that differ; after a kill it goes on from its last checkpoint."""
    rate_ended()
    with _writer_beside() as writer:
        while True:
            anew = Rebuild(has_checkpoints=True, writer=writer)
            while anew.step():
                pass
            if anew.finish():
                return anew


@contextmanager
def _writer_beside() -> Iterator[Executor | None]:
    """A thread with a connection of its own; None where it would not help.

    SQLite has one writer at a time, and a transaction that is under way hides its rows from other connections.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield None
        return
    with ThreadPoolExecutor(1, "ratings") as writer:
        try:
            yield writer
        finally:
            # Named here, `connection.close` would be that of this thread.
            writer.submit(_give_connection_back)


def _give_connection_back() -> None:
    connection.close()


_under_way: Rebuild | None = None
setbacks: Setbacks[str] = Setbacks(logger, "%s could not be brought up to date")


def keep_up(now: datetime | None = None) -> None:
    """Rate games that no process rated, and continue a correction for a moment; called by the clock."""
    global _under_way
    now = now or timezone.now()
    if setbacks.waiting(now):
        return
    # Play goes on while ratings wait.
    with setbacks.guarding("Ratings", now):
        # A failed rebuild starts again, and comes to the same numbers.
        under_way, _under_way = _under_way, None
        _under_way = _go_on(under_way)


def _go_on(under_way: Rebuild | None) -> Rebuild | None:
    """Return the rebuild that remains after this moment's work, or None."""
    rate_ended()
    state = RatingState.objects.filter(pk=STATE).first()
    if state is None or state.wanted == state.made:
        return None
    if under_way is None or under_way.wanted != state.wanted:
        under_way = Rebuild()
    end = monotonic() + SLICE_SECONDS
    while under_way.step(GAMES_A_SLICE):
        if monotonic() > end:
            return under_way
    under_way.finish()
    return None
