"""The accounts app: guests, members and their preferences."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People and their preferences."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """React to changed rows of people and addresses, wherever they are written."""
        from allauth.account.models import EmailAddress
        from django.contrib.auth.signals import (
            user_logged_in,
            user_logged_out,
            user_login_failed,
        )
        from django.db.models.signals import post_save

        from accounts.addresses import drop_oldest_claims
        from accounts.friend_notices import register_sentences
        from accounts.friends import end_friendship_of
        from accounts.login_log import log_login, log_logout, log_refusal
        from accounts.models import Block, User
        from accounts.own_sessions import note_login
        from accounts.push_devices import on_logout
        from accounts.sign_outs import note_change_of

        user_logged_in.connect(note_login, dispatch_uid="accounts.own_sessions")
        user_logged_in.connect(log_login, dispatch_uid="accounts.login_log")
        user_logged_out.connect(log_logout, dispatch_uid="accounts.login_log")
        user_logged_out.connect(on_logout, dispatch_uid="accounts.push_devices")
        user_login_failed.connect(log_refusal, dispatch_uid="accounts.login_log")
        post_save.connect(note_change_of, sender=User, dispatch_uid="accounts.sign_outs")
        post_save.connect(end_friendship_of, sender=Block, dispatch_uid="accounts.friends")
        post_save.connect(
            drop_oldest_claims, sender=EmailAddress, dispatch_uid="accounts.addresses"
        )
        register_sentences()
