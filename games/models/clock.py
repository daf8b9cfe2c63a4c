"""ClockBeat: the time of the last sweep, which tells an outage from a quiet hour."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockBeat(models.Model):
    """The only row, with key 1, which every clock of the site updates."""

    beat_at = models.DateTimeField(_("last sweep"))
    tidied_on = models.DateField(_("old data forgotten on"), null=True, blank=True)

    class Meta:
        """Names for the admin."""

        verbose_name = _("beat of the clock")
        verbose_name_plural = _("beat of the clock")

    def __str__(self) -> str:
        return self.beat_at.isoformat()
