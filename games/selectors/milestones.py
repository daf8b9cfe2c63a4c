"""Which milestones somebody has reached."""

from django.db.models import Case, Q, Subquery, When

from games.engine.ruleset import MOST_PLAYERS
from games.engine.vocabulary import Party, Role, Victory
from games.models import SeatResult
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


def milestones_of(user_id: int, viewer_id: int | None) -> tuple[Milestone, ...]:
    """Return what this person has done, each with the first game in which it happened; one query.

    Games that this person left or that do not count reach nothing. A game has its address only for those
    who may watch it again.
    """
    played = SeatResult.objects.filter(user_id=user_id, is_leaver=False, result__void="")
    in_order = played.order_by("ended_at", "result_id")
    is_first = Q(
        *(Q(pk=Subquery(in_order.filter(each).values("pk")[:1])) for each in _CONDITIONS.values()),
        _connector=Q.OR,
    )
    reached = {
        kind.value: Case(When(condition, then=True), default=False)
        for kind, condition in _CONDITIONS.items()
    }
    first: dict[MilestoneKind, SeatResult] = {}
    for row in in_order.filter(is_first).annotate(**reached).select_related("result__game"):
        for kind in MilestoneKind:
            if getattr(row, kind.value):
                first.setdefault(kind, row)
    return tuple(
        Milestone(
            kind=kind,
            ended_at=seat.ended_at,
            code=game.code
            if (game := seat.result.game).is_told_to_all or user_id == viewer_id
            else "",
        )
        for kind in MilestoneKind
        if (seat := first.get(kind))
    )
