"""TableWish: which new tables one member wants to hear of."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.values.table_wish import RankedWish


class TableWish(models.Model):
    """The wish of one member; written by services.table_wishes."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="table_wish",
        verbose_name=_("player"),
    )
    fewest_players = models.PositiveSmallIntegerField(_("fewest players"), default=FEWEST_PLAYERS)
    most_players = models.PositiveSmallIntegerField(_("most players"), default=MOST_PLAYERS)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    ranked = models.CharField(
        _("ranked"),
        max_length=8,
        blank=True,
        default="",
        choices=[(each.value, each.value) for each in RankedWish],
    )
    paces = models.JSONField(_("paces"), default=list, blank=True)
    told_at = models.DateTimeField(_("last told at"), null=True, blank=True)

    class Meta:
        """Names, and an index in the order in which people are told."""

        verbose_name = _("wish for a table")
        verbose_name_plural = _("wishes for tables")
        indexes: ClassVar = [models.Index(fields=["told_at"])]

    def __str__(self) -> str:
        return f"Wish of {self.user_id}"
