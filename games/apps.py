"""The games app: lobbies, tables and everything played at them."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Players, lobbies and games."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Listen to what accounts says; accounts never calls games."""
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.contrib.auth.signals import user_logged_out

        from accounts.signals import account_closed

        account_closed.connect(_on_account_closed, dispatch_uid="games.account_closed")
        user_logged_out.connect(_on_logged_out, dispatch_uid="games.logged_out")
        for changed in (password_changed, password_reset, password_set):
            # Every session but the one that changed it has ended with the old password.
            changed.connect(_on_sessions_ended, dispatch_uid="games.sessions_ended")


def _on_account_closed(*, user: Any, former_name: str, **_details: Any) -> None:
    from games.services.lobby_seats import leave_open_lobbies
    from games.services.seats import forget_name_of_tables, show_closed_account

    forget_name_of_tables(former_name)
    leave_open_lobbies(user=user)
    show_closed_account(user=user)
    _on_sessions_ended(user=user)


def _on_logged_out(*, request: Any, user: Any, **_details: Any) -> None:
    from games.live.broadcast import announce_signed_out
    from games.live.doorkeeper import session_digest

    if user is not None:
        announce_signed_out(user.pk, session_digest(request.session.session_key))


def _on_sessions_ended(*, user: Any, **_details: Any) -> None:
    from games.live.broadcast import announce_signed_out

    announce_signed_out(user.pk)
