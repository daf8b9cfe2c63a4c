"""Months of games for tests of their lists: results alone, and whole games in which policies are thrown away."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import User
from games.engine.vocabulary import Edition, Party, Role, Victory
from games.models import Game, GameResult, SeatResult
from games.moderation import months
from games.moderation.month_models import MonthList
from games.values.game_kind import GameKind
from tests.factories import a_person

START = datetime(2026, 3, 1, tzinfo=UTC)
AFTER = datetime(2026, 4, 1, 3, tzinfo=UTC)
"""When the list of March 2026 is due."""
ROLES = (Role.LIBERAL, Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.HITLER)


def a_ranked_game(
    people: Sequence[User], winner: Party, *, ended_at: datetime = START, **fields: object
) -> Game:
    """The result of a ranked game of five; the first three are liberals, with an even chance."""
    game = Game.objects.create(
        name="Test table", edition=Edition.RETAIL, pace="none", player_count=5, is_ranked=True, phase="game_over",
        status=Game.Status.FINISHED, finished_at=ended_at,
    )  # fmt: skip
    shared = {"kind": GameKind.RANKED, "size": 5, "ended_at": ended_at}
    victory = (
        Victory.FIVE_LIBERAL_POLICIES if winner is Party.LIBERAL else Victory.SIX_FASCIST_POLICIES
    )
    result = GameResult.objects.create(
        game=game, edition=Edition.RETAIL, winner=winner, victory=victory, seconds=600, rounds=9,
        **{**shared, **fields},
    )  # fmt: skip
    SeatResult.objects.bulk_create(
        SeatResult(
            result=result, user=user, seat=seat, role=role.value, team=role.party.value,
            won=role.party is winner, predicted=0.5, **shared,
        )
        for seat, (user, role) in enumerate(zip(people, ROLES, strict=True))
    )  # fmt: skip
    return game


def a_month_with_a_pair(together: int = 24) -> tuple[User, User, list[User]]:
    """March 2026: two people who always won together on one side, and a crowd that played among itself, too."""
    rng = Random(4)
    one, other, *crowd = (a_person(is_guest=False) for _ in range(20))
    for number in range(together):
        ended_at = START + timedelta(hours=6 * number)
        others = rng.sample(crowd, 3)
        if number % 2:
            a_ranked_game([one, other, *others], Party.LIBERAL, ended_at=ended_at)
        else:
            a_ranked_game([*others, one, other], Party.FASCIST, ended_at=ended_at)
        for _ in range(3):
            winner = rng.choice(list(Party))
            a_ranked_game(rng.sample(crowd, 5), winner, ended_at=ended_at)
    return one, other, crowd


def made(now: datetime = AFTER, seconds: float = 60) -> MonthList:
    """The newest list, once it is finished."""
    for _ in range(100):
        months.make_some(now, seconds)
        newest = MonthList.objects.first()
        assert newest is not None
        if newest.finished_at is not None:
            return newest
    raise AssertionError("the list comes to no end")
