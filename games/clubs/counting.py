"""Counts what members played: the games of a club, streaks, and how many members played lately."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db.models import Count

from games.clubs.models import Club, ClubGame, Membership
from games.clubs.values import ACTIVE_FOR, LEAST_MEMBERS
from games.models import Game, GameResult, SeatResult

COUNTED_EVERY = timedelta(hours=1)
CLUBS_AT_ONCE = 200


def count_game(game: Game) -> None:
    """Count a game that has just ended for each club to which it belongs; a second time changes nothing.

    Called in the transaction that ends the game. An abandoned game has no result and counts for nobody.
    """
    played = SeatResult.objects.filter(result=game.pk)
    rows = list(
        Membership.objects.select_for_update(no_key=True)
        .filter(user__in=played.values("user_id"))
        .order_by("pk")
    )
    if not rows:
        # Most games are played by people without a club.
        return
    result = GameResult.objects.get(pk=game.pk)
    won = dict(played.values_list("user_id", "won"))
    by_club: dict[int, list[Membership]] = defaultdict(list)
    for each in rows:
        by_club[each.club_id].append(each)
        each.played_at = result.ended_at
    for club_id, members in by_club.items():
        if _is_game_of_the_club(len(members), len(won)):
            _count_for(club_id, members, result, won)
    Membership.objects.bulk_update(
        [each for members in by_club.values() for each in members],
        ["played_at", "streak", "best_streak"],
    )


def _is_game_of_the_club(members: int, people: int) -> bool:
    """Whether at least two thirds of the people, and not only one or two, are members."""
    return members >= LEAST_MEMBERS and 3 * members >= 2 * people


def _count_for(
    club_id: int, members: list[Membership], result: GameResult, won: dict[int, bool]
) -> None:
    _game, is_new = ClubGame.objects.get_or_create(
        club_id=club_id,
        result=result,
        defaults={"kind": result.kind, "ended_at": result.ended_at},
    )
    if is_new:
        for each in members:
            each.streak = each.streak + 1 if won[each.user_id] else 0
            each.best_streak = max(each.best_streak, each.streak)


def count_active(now: datetime) -> int:
    """Count for some clubs how many members played lately; return for how many clubs.

    Each club has its turn once an hour; called by the clock about once a minute.
    """
    due = Club.objects.filter(closed_at=None, counted_at__lt=now - COUNTED_EVERY)
    clubs = list(due.order_by("counted_at")[:CLUBS_AT_ONCE])
    if not clubs:
        return 0
    lately = Membership.objects.filter(club__in=clubs, played_at__gte=now - ACTIVE_FOR)
    counts = dict(lately.values_list("club").annotate(people=Count("pk")))
    for club in clubs:
        club.active, club.counted_at = counts.get(club.pk, 0), now
    Club.objects.bulk_update(clubs, ["active", "counted_at"])
    return len(clubs)
