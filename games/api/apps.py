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
        from accounts.signals import account_closing, asked_for_tables, forgetting

        account_closing.connect(_on_account_closing, dispatch_uid="api.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="api.own_tables")
        forgetting.connect(_on_forgetting, dispatch_uid="api.forgetting")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.api.tokens import revoke_all

    revoke_all(user)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {"api.ApiToken.user": ("name", "scopes", "created_at", "last_used_at")}


def _on_forgetting(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.api.tokens import forget_unused

    return forget_unused(now)
