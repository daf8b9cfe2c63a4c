"""Which milestones somebody has reached."""

from collections.abc import Iterable, Iterator
from functools import cache

from django.db.models import Case, Q, QuerySet, When

from games.engine.ruleset import MOST_PLAYERS
from games.engine.vocabulary import Party, Role, Victory
from games.models import SeatResult, Void
from games.selectors.gathered import ANYBODY, Gathered, gathered
from games.values.game_kind import GameKind
from games.values.milestones import Milestone, MilestoneKind

_CONDITIONS = {
    MilestoneKind.GAME: Q(pk__isnull=False),
    MilestoneKind.WITHOUT_BOTS: ~Q(kind=GameKind.BOTS),
    MilestoneKind.LIBERAL: Q(won=True, team=Party.LIBERAL),
    MilestoneKind.FASCIST: Q(won=True, role=Role.FASCIST),
    MilestoneKind.HITLER: Q(won=True, role=Role.HITLER),
    MilestoneKind.ELECTED: Q(won=True, role=Role.HITLER, result__victory=Victory.HITLER_ELECTED),
    MilestoneKind.EXECUTED: Q(
        won=True, team=Party.LIBERAL, result__victory=Victory.HITLER_EXECUTED
    ),
    MilestoneKind.FULL_TABLE: Q(size=MOST_PLAYERS),
    MilestoneKind.RANKED: Q(kind=GameKind.RANKED),
}


_COUNTS = Q(is_leaver=False, result__void=Void.NO)
"""Games that somebody left or that do not count reach nothing."""
REACHED: dict[str, Case] = {
    kind.value: Case(When(condition & _COUNTS, then=True), default=False)
    for kind, condition in _CONDITIONS.items()
}
"""Columns of a seat result, one for each milestone: whether it happened in this game."""


def milestones_of(user_id: int, viewer_id: int | None) -> tuple[Milestone, ...]:
    """Return what this person has done, each with the first game in which it happened; one query."""
    rows = SeatResult.objects.filter(pk__in=_all_first_games().of(user_id)).annotate(**REACHED)
    in_order = rows.select_related("result__game").order_by("ended_at", "result_id")
    return milestones_in(in_order, knows_all=user_id == viewer_id)


@cache
def _all_first_games() -> Gathered:
    return gathered(first_games())


def first_games() -> Iterator[QuerySet[SeatResult]]:
    """Yield for each milestone the query for the seat result in which ANYBODY first reached it."""
    in_order = SeatResult.objects.filter(_COUNTS, user_id=ANYBODY).order_by(
        "ended_at", "result_id"
    )
    return (in_order.filter(each)[:1] for each in _CONDITIONS.values())


def milestones_in(rows: Iterable[SeatResult], *, knows_all: bool) -> tuple[Milestone, ...]:
    """Return the milestones reached in these seat results with REACHED and their games, the oldest first; no query.

    A game has its address only for those who may watch it again: for a reader who `knows_all`, each one.
    """
    first: dict[MilestoneKind, SeatResult] = {}
    for row in rows:
        for kind in MilestoneKind:
            if getattr(row, kind.value):
                first.setdefault(kind, row)
    return tuple(
        Milestone(
            kind=kind,
            ended_at=seat.ended_at,
            code=game.code if (game := seat.result.game).is_told_to_all or knows_all else "",
        )
        for kind in MilestoneKind
        if (seat := first.get(kind))
    )
