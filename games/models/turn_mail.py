"""TurnMail: a mail of a slow game to one seat about one decision."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.values.timing import TurnMailKind


class TurnMail(models.Model):
    """One mail to one seat about one decision, even if it turned out to be needless.

    Rows of past decisions are deleted.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="turn_mails", verbose_name=_("game")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    decision = models.CharField(_("decision"), max_length=64)
    kind = models.CharField(
        _("kind"), max_length=8, choices=[(each.value, each.value) for each in TurnMailKind]
    )
    opened_at = models.DateTimeField(_("decision open since"))
    """The game's opened_at when this was planned; a pause moves the game's own."""
    due_at = models.DateTimeField(_("to be sent from"), null=True, blank=True)
    """None: nothing to send (any more), or a process is sending it."""
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        """One row at most for each mail; an index in the order of sending."""

        verbose_name = _("mail about a decision")
        verbose_name_plural = _("mails about decisions")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "seat", "decision", "kind"], name="one_turn_mail_of_a_kind"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["due_at"])]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.decision} {self.kind}"
