"""The games app: lobbies, tables and everything played at them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Players, lobbies and games."""

    name = "games"
    verbose_name = _("Games")
