"""The moderation app; nothing in play needs it."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports, cases and their audit."""

    name = "games.moderation"
    label = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        """Connect to the signals of accounts, which never imports this app."""
        from accounts.signals import (
            account_closing,
            asked_for_tables,
            forgetting,
            sanction_changed,
        )

        account_closing.connect(_on_account_closing, dispatch_uid="moderation.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="moderation.own_tables")
        forgetting.connect(_on_forgetting, dispatch_uid="moderation.forgetting")
        sanction_changed.connect(_on_sanction_changed, dispatch_uid="moderation.sanction_changed")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.moderation.closed_accounts import forget_words_of

    forget_words_of(user)


def _on_forgetting(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.moderation.retention import forget_evidence

    return forget_evidence(now)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    # Not what was said around it: that is what others wrote.
    columns = ("about", "reason", "sentence", "name", "game__code", "round", "created_at")
    return {
        "moderation.Report.reporter": columns,
        "moderation.Appeal.sanction__user": ("text", "created_at", "answered_at", "is_granted"),
    }


def _on_sanction_changed(*, sanction: Any, change: str, by: Any, **_details: Any) -> None:
    from games.moderation import audit

    audit.record(act=change, by=by, person=sanction.user, sanction=sanction.pk, kind=sanction.kind)
