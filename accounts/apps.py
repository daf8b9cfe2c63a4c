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
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_save

        from accounts.addresses import drop_oldest_claims
        from accounts.models import User
        from accounts.own_sessions import note_login
        from accounts.sign_outs import note_change_of

        user_logged_in.connect(note_login, dispatch_uid="accounts.own_sessions")
        post_save.connect(note_change_of, sender=User, dispatch_uid="accounts.sign_outs")
        post_save.connect(
            drop_oldest_claims, sender=EmailAddress, dispatch_uid="accounts.addresses"
        )
