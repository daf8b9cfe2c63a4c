"""The accounts app: who someone is."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People and their preferences."""

    name = "accounts"
    verbose_name = _("Accounts")
