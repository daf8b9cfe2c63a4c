"""Ratings: every player's standing after the ranked games so far, and notices of changes.

All of it follows from the results and can be computed again (`manage.py rebuild_ratings`). Numbers
in `state` columns are doubles packed by games.statistics.rating.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import BoardKind, Edition

SEASON_LENGTH = 7
BOARD_LENGTH = 10
RATED_BOARDS = (BoardKind.STANDARD, BoardKind.REBALANCED)
# The indexes hold players with as many games as the leaderboard of a large site and percentiles
# ask for (games.statistics.thresholds and .rating).
LEADERBOARD_MIN_GAMES = 75
PERCENTILE_MIN_GAMES = 30


class PlayerRating(models.Model):
    """A player's standing after the last counted game; no row before the first."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="rating",
        verbose_name=_("player"),
    )
    state = models.BinaryField(_("beliefs of the eight copies"))
    rating = models.FloatField(_("rating"))
    uncertainty = models.FloatField(_("uncertainty"))
    liberal = models.FloatField(_("rating as liberal"))
    liberal_uncertainty = models.FloatField(_("its uncertainty"))
    fascist = models.FloatField(_("rating as fascist"))
    fascist_uncertainty = models.FloatField(_("its uncertainty"))
    games = models.PositiveIntegerField(_("ranked games"), default=0)
    wins = models.PositiveIntegerField(_("of these won"), default=0)
    peak = models.FloatField(_("highest rating"), null=True, blank=True)
    """The highest rating after a game, once it was no longer provisional."""
    peak_at = models.DateTimeField(_("reached at"), null=True, blank=True)
    last_ranked_at = models.DateTimeField(_("last ranked game ended at"))

    class Meta:
        """The leaderboard's index holds only players with enough games."""

        verbose_name = _("player's rating")
        verbose_name_plural = _("players' ratings")
        indexes: ClassVar = [
            models.Index(
                fields=["last_ranked_at"],
                name="games_leaderboard",
                condition=models.Q(games__gte=LEADERBOARD_MIN_GAMES),
            ),
            models.Index(
                fields=["rating"],
                name="games_percentiles",
                condition=models.Q(games__gte=PERCENTILE_MIN_GAMES),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.rating:.0f}"


class SeasonStanding(models.Model):
    """A person's wins over expectation in one quarter of a year; skill is never reset."""

    season = models.CharField(_("season"), max_length=SEASON_LENGTH)
    """The quarter in which the games ended, such as 2026-Q4."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="season_standings",
        verbose_name=_("player"),
    )
    games = models.PositiveIntegerField(_("ranked games"), default=0)
    wins = models.PositiveIntegerField(_("of these won"), default=0)
    expected = models.FloatField(_("expected wins"), default=0.0)
    over_expectation = models.FloatField(_("wins over expectation"), default=0.0)

    class Meta:
        """One row per person and season; an index of those who have played enough for the table."""

        verbose_name = _("season standing")
        verbose_name_plural = _("season standings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "user"], name="one_standing_per_season")
        ]
        indexes: ClassVar = [models.Index(fields=["season", "games"], name="games_of_a_season")]

    def __str__(self) -> str:
        return f"{self.season} {self.user_id}"


class SideBias(models.Model):
    """The liberals' advantage that the model believes in for one kind of table; no row before its first game.

    A custom board is never rated, so it has none.
    """

    edition = models.CharField(
        _("rules edition"), max_length=8, choices=[(each.value, each.value) for each in Edition]
    )
    board = models.CharField(
        _("board"),
        max_length=BOARD_LENGTH,
        choices=[(each.value, each.value) for each in RATED_BOARDS],
        default=BoardKind.STANDARD.value,
        db_default=BoardKind.STANDARD.value,
    )
    size = models.PositiveSmallIntegerField(_("players"))
    state = models.BinaryField(_("beliefs of the eight copies"))

    class Meta:
        """One row per kind of table."""

        verbose_name = _("side bias")
        verbose_name_plural = _("side biases")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "board", "size"], name="one_bias_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.edition} {self.board} {self.size}"


class RatingState(models.Model):
    """The only row (key 1), which every ranked game locks in turn."""

    ended = models.PositiveIntegerField(_("ranked games ended"), default=0)
    last_ended_at = models.DateTimeField(_("end of the last one"), null=True, blank=True)
    applied = models.PositiveIntegerField(_("ranked games rated"), default=0)
    weights = models.BinaryField(_("weights of the eight copies"), null=True, blank=True)
    wanted = models.PositiveIntegerField(_("corrections asked for"), default=0)
    """Goes up when a past game is annulled; `made` follows when all ratings have been computed
    again."""
    made = models.PositiveIntegerField(_("corrections made"), default=0)

    class Meta:
        """Names for the admin."""

        verbose_name = _("state of the ratings")
        verbose_name_plural = _("state of the ratings")

    def __str__(self) -> str:
        return f"{self.applied} of {self.ended}"


class RatingCheckpoint(models.Model):
    """A part of how far it is while all ratings are computed again; see services.rating_checkpoint."""

    wanted = models.PositiveIntegerField(_("corrections asked for"))
    number = models.PositiveIntegerField(_("number of the last game"))
    head = models.TextField(_("weights and side biases"))
    """In the first row; in that of a season its name."""
    players = models.BinaryField(_("players"))
    seasons = models.BinaryField(_("seasons"))

    class Meta:
        """Names for the admin."""

        verbose_name = _("checkpoint of the ratings")
        verbose_name_plural = _("checkpoints of the ratings")

    def __str__(self) -> str:
        return f"{self.number}"
