"""The sealed deal of a table: what the site has bound itself to, and what people's browsers add to it.

The seed is secret until the game has ended. Only services.fair_deal and selectors.fair_deal read it; no admin shows it.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.lobby import Lobby, LobbySeat
from games.values.fair_deal import NoProof


class FairDeal(models.Model):
    """The deal of one game: drawn with its lobby, opened when the game has ended."""

    lobby = models.OneToOneField(
        Lobby,
        on_delete=models.SET_NULL,
        null=True,
        related_name="fair_deal",
        verbose_name=_("lobby"),
    )
    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        null=True,
        related_name="fair_deal",
        verbose_name=_("game"),
    )
    """Empty before the start."""
    deal_id = models.CharField(_("name of the deal"), max_length=32, unique=True)
    commitment = models.CharField(_("commitment"), max_length=64)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    """Empty for a deal without a proof, as `no_proof` says."""
    no_proof = models.CharField(
        _("why it cannot be proved"),
        max_length=12,
        blank=True,
        default="",
        choices=[(each.value, each.value) for each in NoProof if each],
    )
    joined = models.JSONField(_("seats in the order in which people joined"), default=list)

    class Meta:
        """Names."""

        verbose_name = _("sealed deal")
        verbose_name_plural = _("sealed deals")

    def __str__(self) -> str:
        return self.deal_id


class DealShare(models.Model):
    """What one browser adds to a deal: first its digest, then, at the start, the share itself."""

    deal = models.ForeignKey(
        FairDeal, on_delete=models.CASCADE, related_name="shares", verbose_name=_("sealed deal")
    )
    lobby_seat = models.OneToOneField(
        LobbySeat,
        on_delete=models.CASCADE,
        null=True,
        related_name="deal_share",
        verbose_name=_("lobby seat"),
    )
    """Whose share it is before the start; it goes with whoever gets up."""
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    """Whose share it is from the start on."""
    share_hash = models.CharField(_("digest of the share"), max_length=64)
    share = models.CharField(_("opened share"), max_length=32, blank=True, default="")

    class Meta:
        """Names; one share a seat."""

        verbose_name = _("share of a deal")
        verbose_name_plural = _("shares of deals")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "seat"], name="one_share_per_seat")
        ]

    def __str__(self) -> str:
        return self.share_hash
