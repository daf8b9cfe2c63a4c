"""Finished games made by hand: only what boards and lists count, with any end, winner and ratings."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from games.models import Game, GameResult, SeatResult
from games.values.game_kind import GameKind


def a_result(
    ended_at: datetime,
    *,
    won: Iterable[User] = (),
    lost: Iterable[User] = (),
    winner: str = "liberal",
    kind: GameKind = GameKind.CASUAL,
    ratings: Mapping[int, tuple[float, float]] | None = None,
    is_public: bool = True,
    void: str = "",
) -> GameResult:
    """One game; `ratings` has by person the rating and its uncertainty after it."""
    game = Game.objects.create(
        name="By hand", edition="retail", pace="none", player_count=5, phase="game_over",
        status=Game.Status.FINISHED, is_public=is_public,
    )  # fmt: skip
    result = GameResult.objects.create(
        game=game, kind=kind, edition="retail", size=5, winner=winner, seconds=60, rounds=5,
        victory="hitler_executed" if winner == "liberal" else "hitler_elected",
        ended_at=ended_at, void=void,
    )  # fmt: skip
    other = "fascist" if winner == "liberal" else "liberal"
    people = [(user, True) for user in won] + [(user, False) for user in lost]
    for seat, (user, has_won) in enumerate(people):
        rating, uncertainty = (ratings or {}).get(user.pk, (None, None))
        team = winner if has_won else other
        SeatResult.objects.create(
            result=result, user=user, seat=seat, role=team, team=team, won=has_won, kind=kind,
            size=5, ended_at=ended_at, rating_after=rating, uncertainty_after=uncertainty,
        )  # fmt: skip
    return result
