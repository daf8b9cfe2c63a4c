"""Notices of ratings that changed because past games were annulled: one for each person and game."""

from collections.abc import Mapping, Sequence

from django.urls import reverse

from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.models import GameResult, SeatResult
from games.statistics.rating import AVERAGE

POINTS_TO_TELL = 1.0
"""A person who did not play in an annulled game is notified of a change of at least so many points."""
_OWN_GAME, _OTHERS_GAME = "rating_own_game", "rating_others_game"

_Ratings = Mapping[int, float]
"""By user id."""


def tell_corrections(annulled: Sequence[GameResult], before: _Ratings, after: _Ratings) -> None:
    """Tell the people of these games, and others whose ratings changed with them, what their ratings were and are."""
    rows = SeatResult.objects.filter(result__in=annulled, user__isnull=False)
    seats = set(rows.values_list("result_id", "user_id"))
    everybody = before.keys() | {user_id for _game, user_id in seats}
    changes = {
        user_id: {
            "before": round(before.get(user_id, AVERAGE)),
            "after": round(after.get(user_id, AVERAGE)),
        }
        for user_id in everybody
    }
    for result in annulled:
        notify(
            users=[user_id for game_id, user_id in seats if game_id == result.pk],
            kind=NoticeKind.RATING,
            sentence=_OWN_GAME,
            facts={"name": result.game.name},
            own_facts=changes,
            path=reverse("games:table", args=[result.game.code]),
            key=_key(result),
        )
    played = {user_id for _game, user_id in seats}
    notify(
        users=[
            user_id
            for user_id, rating in before.items()
            if user_id not in played
            and user_id in after
            and abs(after[user_id] - rating) >= POINTS_TO_TELL
        ],
        kind=NoticeKind.RATING,
        sentence=_OTHERS_GAME,
        facts={},
        own_facts=changes,
        path=reverse("games:leaderboard"),
        key=_key(annulled[0]),
    )


def _key(result: GameResult) -> str:
    return f"rating:{result.pk}"
