"""The app of riddles; nothing in play needs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LearningConfig(AppConfig):
    """Riddles."""

    name = "games.learning"
    label = "learning"
    verbose_name = _("Riddles")
