"""ClockBeat: when a clock of this site last swept, so that an outage can be told from a quiet hour."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockBeat(models.Model):
    """The one row that every clock of the site keeps; it has the number 1."""

    beat_at = models.DateTimeField(_("last sweep"))

    class Meta:
        """Names."""

        verbose_name = _("beat of the clock")
        verbose_name_plural = _("beat of the clock")

    def __str__(self) -> str:
        return self.beat_at.isoformat()
