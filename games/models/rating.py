"""Results and ratings: who played and won which game, and what it did to whose rating.

GameResult and SeatResult are facts, written with the end of a game; their columns of points, and
all other tables here, follow from them alone and can be made anew (`manage.py rebuild_ratings`).
Numbers in `state` columns are doubles packed by games.ratings.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import Edition, Party, Role, Victory
from games.game_kind import GameKind
from games.models.game import Game

SEASON_LENGTH = 7
LEADERBOARD_MIN_GAMES = 75
PERCENTILE_MIN_GAMES = 30


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
    """One finished game; written in the same transaction as its end."""

    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="result",
        verbose_name=_("game"),
    )
    number = models.PositiveIntegerField(_("number"), null=True, blank=True, unique=True)
    """1, 2, 3 … over all ranked games in the order of their end; None for the others."""
    kind = models.CharField(_("kind of game"), max_length=8, choices=KIND_CHOICES)
    edition = models.CharField(
        _("rules edition"), max_length=8, choices=[(each.value, each.value) for each in Edition]
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
        """Lists by time, and the calibration by size."""

        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes: ClassVar = [
            models.Index(fields=["kind", "-ended_at"], name="games_results_by_kind"),
            models.Index(fields=["edition", "size", "number"], name="games_results_by_size"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.winner}"


class SeatResult(models.Model):
    """One person's share in one finished game, with what lists and filters ask for beside it.

    Points are None until the game is rated, and for whom it does not count.
    """

    result = models.ForeignKey(
        GameResult,
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,  # The unique constraint begins with it.
        verbose_name=_("result"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="results",
        db_index=False,  # Every index below begins with it.
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
    liberal_after = models.FloatField(_("rating as liberal after"), null=True, blank=True)
    fascist_after = models.FloatField(_("rating as fascist after"), null=True, blank=True)

    class Meta:
        """A person once a game; each filter of the history runs along one index, newest first."""

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
                fields=["user", "role", "-ended_at", "-result"], name="games_history_by_role"
            ),
            models.Index(
                fields=["user", "size", "-ended_at", "-result"], name="games_history_by_size"
            ),
            models.Index(
                fields=["user", "won", "-ended_at", "-result"], name="games_history_by_won"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.result_id}"


class PlayerRating(models.Model):
    """Where somebody stands after the last game that counted; absent before the first."""

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
    """The highest after a game once the rating was no longer provisional."""
    peak_at = models.DateTimeField(_("reached at"), null=True, blank=True)
    last_ranked_at = models.DateTimeField(_("last ranked game ended at"))

    class Meta:
        """The leaderboard reads a short index: only who has played enough is in it."""

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
    """Wins over expectation of one person in one quarter of a year; skill is never reset."""

    season = models.CharField(_("season"), max_length=SEASON_LENGTH)
    """The quarter in which the games ended, as 2026-Q4."""
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
        """One row for each, and the table of a season in order."""

        verbose_name = _("season standing")
        verbose_name_plural = _("season standings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "user"], name="one_standing_per_season")
        ]
        indexes: ClassVar = [
            models.Index(fields=["season", "-over_expectation"], name="games_season_table")
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.user_id}"


class SideBias(models.Model):
    """What is believed of one kind of table: how much the liberals are ahead before anybody sits."""

    edition = models.CharField(
        _("rules edition"), max_length=8, choices=[(each.value, each.value) for each in Edition]
    )
    size = models.PositiveSmallIntegerField(_("players"))
    state = models.BinaryField(_("beliefs of the eight copies"))

    class Meta:
        """One for each kind of table."""

        verbose_name = _("side bias")
        verbose_name_plural = _("side biases")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "size"], name="one_bias_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.edition} {self.size}"


class RatingState(models.Model):
    """The one row every ranked game passes through, in turn (primary key 1)."""

    ended = models.PositiveIntegerField(_("ranked games ended"), default=0)
    last_ended_at = models.DateTimeField(_("end of the last one"), null=True, blank=True)
    applied = models.PositiveIntegerField(_("ranked games rated"), default=0)
    weights = models.BinaryField(_("weights of the eight copies"), null=True, blank=True)
    wanted = models.PositiveIntegerField(_("corrections asked for"), default=0)
    """Goes up when a past game is annulled; `made` follows when everything is computed anew."""
    made = models.PositiveIntegerField(_("corrections made"), default=0)

    class Meta:
        """Names."""

        verbose_name = _("state of the ratings")
        verbose_name_plural = _("state of the ratings")

    def __str__(self) -> str:
        return f"{self.applied} of {self.ended}"


class RatingNotice(models.Model):
    """Somebody is to be told that a past game was annulled and what it did to the rating."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="rating_notices",
        verbose_name=_("player"),
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="+", verbose_name=_("annulled game")
    )
    took_part = models.BooleanField(_("took part in it"))
    rating_before = models.FloatField(_("rating before"), null=True, blank=True)
    rating_after = models.FloatField(_("rating after"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen at"), null=True, blank=True)

    class Meta:
        """Each person once for each game; unseen ones are found at once."""

        verbose_name = _("rating notice")
        verbose_name_plural = _("rating notices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="one_notice_per_game")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user"],
                name="games_unseen_notices",
                condition=models.Q(seen_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} / {self.game_id}"
