"""The finished games of which a player's page tells: the latest, and those that were a milestone or earned an honour.

Who may see the list of a player's games is the caller's to know.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import F, FilteredRelation, OuterRef, Q, Subquery

from games.models import EarnedHonour, SeatResult
from games.selectors.gathered import ANYBODY, Gathered, gathered
from games.selectors.milestones import REACHED, first_games, milestones_in
from games.selectors.past_games import AtTable, outcome_of, tell_game
from games.selectors.recent_games import seats_by_game, seats_of, tell_all
from games.values.game_kind import GameKind
from games.values.honours import Honour, HonourEarned
from games.values.milestones import Milestone
from games.values.player import Outcome, PastGames, RecentGame


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGames:
    """What there is to tell of somebody's games."""

    latest: tuple[SeatResult, ...] = ()
    """The player's own results, the newest first."""
    has_more: bool = False
    """Whether there are older ones."""
    form: tuple[Outcome, ...] = ()
    """How the latest games ended, the newest last."""
    ranked_form: tuple[Outcome, ...] = ()
    """The same of the latest ranked games."""
    milestones: tuple[Milestone, ...] = ()
    honours: tuple[HonourEarned, ...] = ()
    """The latest first."""


def shown_games(user_id: int, viewer_id: int | None, most: int) -> ShownGames:
    """Return what there is to tell of a person's games, with so many of the latest; one query.

    A game has its address only for those who may watch it again.
    """
    of_player = Q(result__game__honours__user=user_id)
    rows: Any = (
        SeatResult.objects.filter(pk__in=_wanted(most).of(user_id))
        .annotate(earned=FilteredRelation("result__game__honours", condition=of_player))
        .annotate(honour=F("earned__honour"), honour_at=F("earned__earned_at"), **REACHED)
        .select_related("result__game")
        .order_by("ended_at", "result_id")
    )
    found = list(rows)
    # A game that earned several honours has a row for each.
    seats = list({row.pk: row for row in found}.values())
    ranked = [seat for seat in seats if seat.kind == GameKind.RANKED]
    knows_all = user_id == viewer_id
    return ShownGames(
        latest=tuple(seats[: -most - 1 : -1]),
        has_more=len(seats) > most,
        form=tuple(outcome_of(seat) for seat in seats[-most:]),
        ranked_form=tuple(outcome_of(seat) for seat in ranked[-most:]),
        milestones=milestones_in(seats, knows_all=knows_all),
        honours=_honours(found, knows_all=knows_all),
    )


@cache
def _wanted(most: int) -> Gathered:
    """Return the games that `shown_games` tells of."""
    own = SeatResult.objects.filter(user_id=ANYBODY)
    newest_first = own.order_by("-ended_at", "-result_id")
    earning = EarnedHonour.objects.filter(user_id=ANYBODY).values("game")
    return gathered(
        (
            # One more than shown tells whether there are others.
            newest_first[: most + 1],
            newest_first.filter(kind=GameKind.RANKED)[:most],
            own.filter(result__in=earning),
            *first_games(),
        )
    )


def _honours(rows: Sequence[Any], *, knows_all: bool) -> tuple[HonourEarned, ...]:
    earned = sorted((row for row in rows if row.honour), key=lambda row: row.honour)
    earned.sort(key=lambda row: row.honour_at, reverse=True)
    return tuple(
        HonourEarned(
            honour=Honour(row.honour),
            earned_at=row.honour_at,
            code=game.code if (game := row.result.game).is_told_to_all or knows_all else "",
        )
        for row in earned
    )


def told_past_games(
    seats: Sequence[SeatResult], viewer_id: int | None
) -> tuple[PastGames, dict[str, RecentGame]]:
    """Return these games of a person as the reader may see them, and how those with an address went; two queries."""
    results = [seat.result for seat in seats]
    if not results:
        return PastGames(games=()), {}
    team = SeatResult.objects.filter(result=OuterRef("game"), seat=OuterRef("number"))
    tables = seats_by_game(seats_of(results).annotate(team=Subquery(team.values("team")[:1])))
    games = tuple(
        tell_game(seat, list(_people(tables[seat.result_id])), viewer_id) for seat in seats
    )
    shown = [result for result, game in zip(results, games, strict=True) if game.code]
    told = tell_all(shown, tables)
    return PastGames(games=games), {game.code: game for game in told}


def _people(table: Iterable[Any]) -> Iterator[AtTable]:
    """Yield the people in these seats with their team."""
    for seat in table:
        if seat.user is not None and seat.team is not None:
            yield AtTable(user=seat.user, team=seat.team)
