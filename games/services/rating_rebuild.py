"""All ratings again: after a game was annulled, after old games were imported, or as a check.

A rebuild computes in memory without a lock, writes differences, and swaps the standings in at the
end; meanwhile games are rated on the old ones. On PostgreSQL the command reads and writes in threads of their own, which
mostly wait for the database, while games are rated.
"""

import logging
from concurrent.futures import Executor, Future
from datetime import datetime
from functools import partial
from time import monotonic
from typing import TypeAlias

from django.db import transaction
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
from games.services.beside import thread_beside
from games.services.rating import rate_ended
from games.services.rating_chain import (
    STATE,
    Chain,
    GameToRate,
    SeatToRate,
    lock,
    rate,
    read,
    write_points,
    write_standings,
)
from games.services.rating_corrections import CorrectionsToWrite
from games.services.rating_notices import tell_corrections
from games.services.season_standings import season_corrections
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


_Games: TypeAlias = list[tuple[GameToRate, list[SeatToRate]]]


class Rebuild:
    """Rates all ranked games from the first one, in steps; the site runs on meanwhile.

    With checkpoints it goes on where another one was killed. With a writer, rows are written there while the next games
    are rated; with a reader, the games of the next step are read there.
    """

    def __init__(
        self,
        *,
        has_checkpoints: bool = False,
        writer: Executor | None = None,
        reader: Executor | None = None,
    ) -> None:
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
        self._to_write = CorrectionsToWrite(
            self.wanted, at_once=not has_checkpoints, thread=writer
        )
        self._written: dict[str, bytes] = {}
        """The standings of seasons that were written already, as they were packed."""
        self._reader = reader
        self._ahead: tuple[int, int, Future[_Games]] | None = None
        """The games after a number until another one, which are being read."""

    def step(self, games: int = GAMES_A_CHUNK) -> bool:
        """Rate the next games in memory and correct their rows, at the latest with those of some steps more.

        Return False when it is time to finish. Only numbers that are rated already: rate_ended still writes later ones.
        """
        state = RatingState.objects.filter(pk=STATE).first()
        if state is None or self.number >= state.applied:
            return False
        until = min(self.number + games, state.applied)
        self._take(until, min(until + games, state.applied))
        is_to_keep = self.has_checkpoints and self.number - self.kept >= GAMES_A_CHECKPOINT
        if (is_to_keep or self._to_write.is_enough()) and not self._to_write.write():
            return False
        if self.has_checkpoints and not self._write_past_seasons():
            return False
        if is_to_keep:
            # Whoever goes on from there corrects no earlier row, so all of those come first.
            rows = rating_checkpoint.rows_to_keep(self.chain, self.number, self.wanted)
            self._to_write.call_after(partial(rating_checkpoint.keep, rows))
            self.kept = self.number
        return True

    def _write_past_seasons(self) -> bool:
        """Write the seasons that are over, while the next one is rated; False if a game was annulled."""
        for season, packed in self.chain.seasons.past().items():
            if self._written.get(season) is not packed:
                if not self._to_write.write_season(season, packed):
                    return False
                self._written[season] = packed
        return True

    def _take(self, until: int, next_until: int) -> None:
        """Rate the games with the next numbers; those until `next_until` will be asked for after them."""
        for game, seats in self._read(until, next_until):
            corrections = self.chain.corrections = self._to_write.of_next_game()
            before = len(corrections.seats)
            rate(self.chain, game, seats)
            self.changed += len(corrections.seats) - before
        self.number = until

    def _read(self, until: int, next_until: int) -> _Games:
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[:2] == (self.number, until):
            games = ahead[2].result()
        else:
            games = list(read(self.number, until))
        if self._reader is not None and next_until > until:
            reading = self._reader.submit(lambda: list(read(until, next_until)))
            self._ahead = until, next_until, reading
        return games

    def finish(self) -> bool:
        """Replace the standings; False if a game was annulled meanwhile."""
        if not self._to_write.write() or not self._to_write.is_written():
            return False
        with transaction.atomic():
            state = lock()
            if state is None:
                return True
            if state.wanted != self.wanted:
                return False
            self._take(state.applied, state.applied)
            for corrections in self._to_write.take():
                write_points(corrections)
            self._tell(state)
            # Not a list of everybody who was rated: PostgreSQL would go through it for each rating.
            rated = SeatResult.objects.filter(user=OuterRef("pk"), is_rated=True)
            PlayerRating.objects.filter(~Exists(rated)).delete()
            SideBias.objects.all().delete()
            write_standings(self.chain)
            self._correct_seasons()
            state.weights = pack([self.chain.model.weights])
            state.made = self.wanted
            state.save(update_fields=["weights", "made"])
            rating_checkpoint.forget()
        return True

    def _correct_seasons(self) -> None:
        seasons = self.chain.seasons.packed()
        for season, packed in seasons.items():
            if self._written.get(season) != packed:
                for correct in season_corrections(season, packed):
                    correct()
        SeasonStanding.objects.exclude(season__in=seasons).delete()

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


def rebuild() -> Rebuild:
    """Rate all ranked games again, and correct rows that differ; after a kill it goes on from its last checkpoint."""
    rate_ended()
    with thread_beside("writer") as writer, thread_beside("reader") as reader:
        while True:
            anew = Rebuild(has_checkpoints=True, writer=writer, reader=reader)
            while anew.step():
                pass
            if anew.finish():
                return anew


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
