"""The app of lessons and riddles; nothing in play needs it."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LearningConfig(AppConfig):
    """Riddles."""

    name = "games.learning"
    label = "learning"
    verbose_name = _("Riddles")

    def ready(self) -> None:
        """Connect to the signals of accounts, which never import this app."""
        from accounts.signals import (
            account_closing,
            asked_for_tables,
            forgetting,
            time_to_spare,
        )

        account_closing.connect(_on_account_closing, dispatch_uid="learning.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="learning.own_tables")
        forgetting.connect(_on_forgetting, dispatch_uid="learning.forgetting")
        time_to_spare.connect(_on_time_to_spare, dispatch_uid="learning.time_to_spare")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.learning.answering import forget_answers

    forget_answers(user)


def _on_forgetting(**_details: Any) -> tuple[str, int]:
    from games.learning.game_riddles import forget_withdrawn

    return forget_withdrawn()


def _on_time_to_spare(*, now: Any, **_details: Any) -> None:
    from games.learning.game_riddles import find_one

    find_one(now)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {
        "learning.LessonDone.user": ("lesson", "done_at"),
        "learning.RiddleAnswer.user": ("number", "is_right", "answered_at"),
        "learning.RiddleProgress.user": (
            "rating", "answered", "right", "streak", "longest_streak", "last_day",
        ),
    }  # fmt: skip
