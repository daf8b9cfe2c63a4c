"""The app of riddles; nothing in play needs it."""

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
        from accounts.signals import account_closing, asked_for_tables

        account_closing.connect(_on_account_closing, dispatch_uid="learning.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="learning.own_tables")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.learning.answering import forget_answers

    forget_answers(user)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {
        "learning.RiddleAnswer.user": ("number", "is_right", "answered_at"),
        "learning.RiddleProgress.user": (
            "rating", "answered", "right", "streak", "longest_streak", "last_day",
        ),
    }  # fmt: skip
