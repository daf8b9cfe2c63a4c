"""The app of the open interface; nothing in play needs it."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ApiConfig(AppConfig):
    """Tokens of people's own programs."""

    name = "games.api"
    label = "api"
    verbose_name = pgettext_lazy("app", "Open interface")

    def ready(self) -> None:
        """Connect to the signals of accounts, which never import this app."""
        from accounts.signals import account_closing, account_renamed, asked_for_tables, forgetting
        from games.signals import asked_for_admission, asked_for_ranked_game

        account_closing.connect(_on_account_closing, dispatch_uid="api.account_closing")
        account_renamed.connect(_on_account_renamed, dispatch_uid="api.account_renamed")
        asked_for_admission.connect(_on_asked_for_admission, dispatch_uid="api.admission")
        asked_for_ranked_game.connect(_on_asked_for_ranked_game, dispatch_uid="api.ranked_game")
        asked_for_tables.connect(_own_tables, dispatch_uid="api.own_tables")
        forgetting.connect(_on_forgetting, dispatch_uid="api.forgetting")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.api.bot_accounts import forget_bot
    from games.api.tokens import revoke_all

    revoke_all(user)
    forget_bot(user)


def _on_account_renamed(*, user: Any, **_details: Any) -> None:
    from games.api.bot_accounts import keep_mark

    keep_mark(user)


def _on_asked_for_admission(*, lobby: Any, user: Any, **_details: Any) -> Any:
    from games.api.bot_accounts import refusal_at

    return refusal_at(lobby, user)


def _on_asked_for_ranked_game(*, user: Any, **_details: Any) -> Any:
    from games.api.bot_accounts import is_bot
    from games.values.refusals import ServiceReason

    return ServiceReason.BOTS_NOT_ALLOWED if is_bot(user.pk) else None


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {
        "api.ApiToken.user": ("name", "scopes", "created_at", "last_used_at"),
        "api.BotAccount.user": ("since",),
    }


def _on_forgetting(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.api.tokens import forget_unused

    return forget_unused(now)
