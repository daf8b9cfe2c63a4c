"""Results: who played and who won which finished game.

GameResult and SeatResult are facts, written at the end of a game. Only their columns of points
follow from all ranked games, and can be computed again (`manage.py rebuild_ratings`).
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.board import LONGEST_BOARD_CODE
from games.engine.vocabulary import BoardKind, Edition, Party, Role, Victory
from games.models.game import Game
from games.values.game_kind import GameKind

KIND_CHOICES = [
    (GameKind.RANKED.value, _("ranked")),
    (GameKind.CASUAL.value, _("casual")),
    (GameKind.BOTS.value, _("with bots")),
]


class Void(models.TextChoices):
    """Why a ranked game does not count."""

    NO = "", _("it counts")
    LEFT_EARLY = "left_early", _("somebody left before the first policy")
    ANNULLED = "annulled", _("annulled")


class GameResult(models.Model):
    """One finished game; written in the transaction that ends it."""

    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="result",
        verbose_name=_("game"),
    )
    number = models.PositiveIntegerField(_("number"), null=True, blank=True, unique=True)
    """1, 2, 3 … over all ranked games in the order of their end; None for other games."""
    kind = models.CharField(_("kind of game"), max_length=8, choices=KIND_CHOICES)
    edition = models.CharField(
        _("rules edition"), max_length=8, choices=[(each.value, each.value) for each in Edition]
    )
    board = models.CharField(
        _("board"),
        max_length=LONGEST_BOARD_CODE,
        default=BoardKind.STANDARD.value,
        db_default=BoardKind.STANDARD.value,
    )
    size = models.PositiveSmallIntegerField(_("players"))
    winner = models.CharField(
        _("winner"), max_length=8, choices=[(each.value, each.value) for each in Party]
    )
    victory = models.CharField(
        _("how it ended"), max_length=24, choices=[(each.value, each.value) for each in Victory]
    )
    ended_at = models.DateTimeField(_("ended at"))
    seconds = models.PositiveIntegerField(_("length in seconds"))
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    void = models.CharField(
        _("void"), max_length=12, choices=Void.choices, default=Void.NO, blank=True
    )
    annulled_at = models.DateTimeField(_("annulled at"), null=True, blank=True)
    annulled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("annulled by"),
    )
    prediction = models.FloatField(_("liberals' chance before the game"), null=True, blank=True)
    """None until it is rated, and for games that do not count."""
    size_prediction = models.FloatField(
        _("liberals' chance by table size alone"), null=True, blank=True
    )

    class Meta:
        """Indexes for lists by time, and one for the calibration by size."""

        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes: ClassVar = [
            models.Index(fields=["-ended_at"], name="games_results_by_end"),
            models.Index(fields=["kind", "-ended_at"], name="games_results_by_kind"),
            models.Index(fields=["edition", "size", "number"], name="games_results_by_size"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.winner}"


class SeatResult(models.Model):
    """One person's result in one finished game, with copies of the columns that filters need.

    Points are None until the game is rated, and for people it does not count for.
    """

    result = models.ForeignKey(
        GameResult,
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,  # No index of its own: the unique constraint begins with it.
        verbose_name=_("result"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="results",
        db_index=False,  # No index of its own: every index below begins with it.
        verbose_name=_("player"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    role = models.CharField(
        _("role"), max_length=8, choices=[(each.value, each.value) for each in Role]
    )
    team = models.CharField(
        _("team"), max_length=8, choices=[(each.value, each.value) for each in Party]
    )
    won = models.BooleanField(_("won"))
    """A leaver has not won, even if the team has."""
    is_leaver = models.BooleanField(_("left"), default=False)
    is_rated = models.BooleanField(_("counts for the rating"), default=False)
    kind = models.CharField(_("kind of game"), max_length=8, choices=KIND_CHOICES)
    size = models.PositiveSmallIntegerField(_("players"))
    ended_at = models.DateTimeField(_("ended at"))
    predicted = models.FloatField(_("own team's chance before the game"), null=True, blank=True)
    rating_before = models.FloatField(_("rating before"), null=True, blank=True)
    rating_after = models.FloatField(_("rating after"), null=True, blank=True)
    uncertainty_before = models.FloatField(_("uncertainty before"), null=True, blank=True)
    uncertainty_after = models.FloatField(_("uncertainty after"), null=True, blank=True)
    accuracy = models.FloatField(_("accuracy"), null=True, blank=True)
    """How well the person chose, from 0 to 100, in hindsight; None until it is counted. No rating uses it."""
    liberal_after = models.FloatField(_("rating as liberal after"), null=True, blank=True)
    fascist_after = models.FloatField(_("rating as fascist after"), null=True, blank=True)

    class Meta:
        """One row per person and game; the history has an index, newest first, and so have filters that may find few games.

        Each role falls to everybody often enough, and so do winning and losing: the history itself is read for these.
        """

        verbose_name = _("seat result")
        verbose_name_plural = _("seat results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "user"], name="one_result_per_person")
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-ended_at", "-result"], name="games_history"),
            models.Index(
                fields=["user", "kind", "-ended_at", "-result"], name="games_history_by_kind"
            ),
            models.Index(
                fields=["user", "size", "-ended_at", "-result"], name="games_history_by_size"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.result_id}"
