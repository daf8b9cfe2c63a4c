"""Invitation: somebody who sits in a lobby asks a person to come. Gone as soon as the lobby starts or closes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Invitation(models.Model):
    """One invited person of one lobby. Written by services.invitations; services.lobby_news ends them."""

    lobby = models.ForeignKey(
        "games.Lobby",
        on_delete=models.CASCADE,
        related_name="invitations",
        verbose_name=_("lobby"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="invitations",
        verbose_name=_("invited person"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("invited by"),
    )
    created_at = models.DateTimeField(_("invited at"), default=timezone.now)
    kept_until = models.DateTimeField(_("seat kept until"), null=True, blank=True)
    """Until when a free seat is kept; None: there was none to keep."""
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)
    is_told = models.BooleanField(_("told"), default=True)
    """Not where the person or the host has blocked the other: then nobody is told of anything."""

    class Meta:
        """One row per person."""

        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["lobby", "user"], name="one_invitation_per_person")
        ]

    def __str__(self) -> str:
        return f"Invitation {self.pk} to lobby {self.lobby_id}"
