"""The moderation app; nothing in play needs it."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports, cases, lists of a month, and the audit."""

    name = "games.moderation"
    label = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        """Connect to the signals of accounts, which never imports this app."""
        from accounts.notices import register_sentence
        from accounts.signals import (
            account_closing,
            asked_for_tables,
            forgetting,
            sanction_changed,
            time_to_spare,
        )

        register_sentence(
            "sanction_imposed", _("The moderators have decided something about you.")
        )
        register_sentence(
            "sanction_lifted", _("The moderators have lifted what they had decided about you.")
        )
        register_sentence("appeal_refused", _("The moderators have answered your appeal."))
        register_sentence("report_decided", _("The moderators have looked at what you reported."))
        account_closing.connect(_on_account_closing, dispatch_uid="moderation.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="moderation.own_tables")
        forgetting.connect(_on_forgetting, dispatch_uid="moderation.forgetting")
        forgetting.connect(_on_forgetting_months, dispatch_uid="moderation.forgetting_months")
        time_to_spare.connect(_on_time_to_spare, dispatch_uid="moderation.time_to_spare")
        forgetting.connect(_on_forgetting_addresses, dispatch_uid="moderation.addresses")
        sanction_changed.connect(_on_sanction_changed, dispatch_uid="moderation.sanction_changed")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.moderation.closed_accounts import forget_data_of

    forget_data_of(user)


def _on_forgetting(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.moderation.retention import forget_evidence

    return forget_evidence(now)


def _on_forgetting_months(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.moderation.months import forget_old_lists

    return forget_old_lists(now)


def _on_time_to_spare(*, now: Any, **_details: Any) -> None:
    from games.moderation.months import make_some

    make_some(now)


def _on_forgetting_addresses(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.moderation.retention import forget_addresses

    return forget_addresses(now)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    # Not what was said around it: that is what others wrote.
    columns = ("about", "reason", "sentence", "name", "game__code", "round", "created_at")
    return {
        "moderation.Report.reporter": columns,
        "moderation.Appeal.sanction__user": ("text", "created_at", "answered_at", "is_granted"),
    }


def _on_sanction_changed(*, sanction: Any, change: str, by: Any, **_details: Any) -> None:
    from games.moderation import audit, telling, waves

    audit.record(act=change, by=by, person=sanction.user, sanction=sanction.pk, kind=sanction.kind)
    telling.tell_of_sanction(sanction, change)
    if change == "sanction_lifted":
        waves.end_pause_without_sanctions(sanction)
