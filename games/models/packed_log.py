"""Packed logs: the event logs of games that ended long ago, one compressed row for each game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class PackedLog(models.Model):
    """The whole event log of a finished game, in place of its rows of GameEvent.

    selectors.event_rows reads both alike; services.packing packs and unpacks.
    """

    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="packed_log",
        verbose_name=_("game"),
    )
    events = models.BinaryField(_("packed events"))
    """See games.values.packed_log."""

    class Meta:
        """Names for the admin."""

        verbose_name = _("packed event log")
        verbose_name_plural = _("packed event logs")

    def __str__(self) -> str:
        return f"{self.game_id}"
