"""Which milestones somebody has reached."""

from django.db.models import Min, Q

from games.engine.ruleset import MOST_PLAYERS
from games.engine.vocabulary import Party, Role, Victory
from games.models import SeatResult
from games.values.game_kind import GameKind
from games.values.milestones import Milestone, MilestoneKind

_CONDITIONS = {
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
    """Return what this person has done, each with the first game in which it happened; two queries.

    Games that this person left or that do not count reach nothing. A game has its address only for those
    who may watch it again.
    """
    played = SeatResult.objects.filter(user_id=user_id, is_leaver=False, result__void="")
    moments = played.aggregate(
        **{MilestoneKind.GAME: Min("ended_at")},
        **{kind: Min("ended_at", filter=condition) for kind, condition in _CONDITIONS.items()},
    )
    found = played.filter(ended_at__in={each for each in moments.values() if each})
    games = {seat.ended_at: seat.result.game for seat in found.select_related("result__game")}
    return tuple(
        Milestone(
            kind=kind,
            ended_at=moments[kind],
            code=game.code if game.is_told_to_all or user_id == viewer_id else "",
        )
        for kind in MilestoneKind
        if moments[kind] and (game := games[moments[kind]])
    )
