"""All ratings again: after a game was annulled, after old games were imported, or as a check.

A rebuild computes in memory without a lock, writes differences, and swaps the standings in at the
end; meanwhile games are rated on the old ones.
"""

import logging
from datetime import datetime
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.models import (
    GameKind,
    GameResult,
    PlayerRating,
    RatingNotice,
    RatingState,
    SeasonStanding,
    SeatResult,
    SideBias,
    Void,
)
from games.services.rating import RATING_NOTICES, rate_ended
from games.services.rating_chain import (
    STATE,
    Chain,
    lock,
    rate,
    read,
    write_points,
    write_standings,
)
from games.services.setbacks import Setbacks
from games.statistics.rating import (
    AVERAGE,
    pack,
)

logger = logging.getLogger(__name__)

GAMES_A_CHUNK = 500
GAMES_A_SLICE = 20
SLICE_SECONDS = 0.03
POINTS_TO_TELL = 1.0
"""A person who did not play in an annulled game is notified of a change of at least so many points."""


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
    return len(results)


class Rebuild:
    """Rates all ranked games from the first one, in steps; the site runs on meanwhile."""

    def __init__(self) -> None:
        self.chain = Chain()
        self.number = 0
        state = RatingState.objects.filter(pk=STATE).first()
        self.wanted = state.wanted if state is not None else 0
        self.changed = 0
        """Seat results that had to be corrected."""

    def step(self, games: int = GAMES_A_CHUNK) -> bool:
        """Rate the next games in memory and correct their rows; False when it is time to finish.

        Only numbers that are rated already: rate_ended still writes later ones.
        """
        state = RatingState.objects.filter(pk=STATE).first()
        if state is None or self.number >= state.applied:
            return False
        self._take(min(self.number + games, state.applied))
        if self.chain.seats_changed or self.chain.games_changed:
            with transaction.atomic():
                locked = lock()
                if locked is None or locked.wanted != self.wanted:
                    # A game was annulled since it was read, so nothing may be written.
                    return False
                write_points(self.chain)
        return True

    def _take(self, until: int) -> None:
        for game, seats in read(self.number, until):
            rate(self.chain, game, seats)
        self.number = until
        self.changed += len(self.chain.seats_changed)

    def finish(self) -> bool:
        """Replace the standings; False if a game was annulled meanwhile."""
        with transaction.atomic():
            state = lock()
            if state is None:
                return True
            if state.wanted != self.wanted:
                return False
            self._take(state.applied)
            write_points(self.chain)
            self._tell(state)
            PlayerRating.objects.exclude(pk__in=_subquery_of_rated()).delete()
            SeasonStanding.objects.all().delete()
            SideBias.objects.all().delete()
            write_standings(self.chain)
            state.weights = pack([self.chain.model.weights])
            state.made = self.wanted
            state.save(update_fields=["weights", "made"])
        return True

    def _tell(self, state: RatingState) -> None:
        """Write notices to the people of annulled games, and to those whose rating changed with them."""
        if state.made == self.wanted:
            return
        old = dict(PlayerRating.objects.values_list("pk", "rating"))
        new = {
            user_id: player.points.rating
            for user_id, player in self.chain.players.items()
            if player.points is not None
        }
        waiting = list(RatingNotice.objects.filter(took_part=True, rating_after=None))
        for notice in waiting:
            notice.rating_before = old.get(notice.user_id, AVERAGE)
            notice.rating_after = new.get(notice.user_id, AVERAGE)
        RatingNotice.objects.bulk_update(
            waiting, ["rating_before", "rating_after"], batch_size=200
        )
        told = {notice.user_id for notice in waiting}
        annulled = GameResult.objects.filter(void=Void.ANNULLED).order_by("-annulled_at").first()
        if annulled is None:
            return
        others = [
            RatingNotice(
                user_id=user_id,
                game_id=annulled.pk,
                took_part=False,
                rating_before=before,
                rating_after=new[user_id],
            )
            for user_id, before in old.items()
            if user_id not in told
            and user_id in new
            and abs(new[user_id] - before) >= POINTS_TO_TELL
        ]
        RatingNotice.objects.bulk_create(others, ignore_conflicts=True, batch_size=500)
        # The home page says which game it was, and how the rating has changed.
        notify(
            users=told | {notice.user_id for notice in others},
            kind=NoticeKind.RATING,
            sentence="rating_corrected",
            facts={},
            path=settings.LOGIN_REDIRECT_URL,
            key=f"{RATING_NOTICES}{annulled.pk}",
        )


def _subquery_of_rated() -> Any:
    return SeatResult.objects.filter(is_rated=True).values("user_id")


def rebuild() -> Rebuild:
    """Rate all ranked games again, and correct rows that differ."""
    rate_ended()
    while True:
        anew = Rebuild()
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
