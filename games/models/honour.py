"""EarnedHonour: an honour of one person, and the game that earned it first."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.values.honours import Honour


class EarnedHonour(models.Model):
    """One honour of one person. Follows from the finished games: `manage.py rebuild_statistics` computes it again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="honours",
        db_index=False,  # The unique constraint begins with it.
        verbose_name=_("player"),
    )
    honour = models.CharField(
        _("honour"), max_length=24, choices=[(each.value, each.value) for each in Honour]
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="honours", verbose_name=_("game")
    )
    earned_at = models.DateTimeField(_("earned at"))
    """When the game ended."""

    class Meta:
        """Everybody has each honour once."""

        verbose_name = _("honour")
        verbose_name_plural = _("honours")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "honour"], name="each_earned_honour_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.honour}"
