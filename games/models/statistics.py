"""Statistics: the sums so far, and what each game has added to them.

Every number is a sum over finished games and can be computed again from the event logs (`manage.py
rebuild_statistics`). CountedGame remembers what a game added, so that it can be taken out exactly.
"""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import BoardKind, Role
from games.models.game import Game
from games.models.rating import BOARD_LENGTH, RATED_BOARDS
from games.values.game_kind import GameKind

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

KINDS = [(each.value, each.value) for each in GameKind]
MEASURE_LENGTH = 24


class CountedGame(models.Model):
    """A finished game: whether it must still be counted, and what it has added."""

    game = models.OneToOneField(
        Game,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="counted",
        verbose_name=_("game"),
    )
    due_at = models.DateTimeField(_("to be counted from"), null=True, blank=True)
    """None when nothing is to be done; in the future after counting has failed."""
    sheet = models.JSONField(_("what it added"), null=True, blank=True)
    is_added = models.BooleanField(_("added"), default=True, db_default=True)
    """Whether the sums hold what the sheet says: not while a rebuild from sheets has yet to come to it."""
    are_pairs_added = models.BooleanField(_("heads to heads"), default=True, db_default=True)
    """The same of HeadToHead: on PostgreSQL a rebuild adds the pairs of all games first."""

    class Meta:
        """The index holds only games that must be counted."""

        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], name="games_to_count", condition=models.Q(due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return str(self.game_id)


def _sum(verbose_name: "_StrPromise") -> "models.IntegerField[int, int]":
    return models.IntegerField(verbose_name, default=0, db_default=0)


def _large_sum(verbose_name: "_StrPromise") -> "models.BigIntegerField[int, int]":
    """A sum of milliseconds or millionths: some thousand games would overflow the smaller column."""
    return models.BigIntegerField(verbose_name, default=0, db_default=0)


class PlayerTally(models.Model):
    """All measures of one person, for one kind of game, role and table size (0: on custom boards).

    Two columns hold each Measure of statistics.measures: successes and instances.
    """

    pk = models.CompositePrimaryKey("user", "kind", "role", "size")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="tallies",
        db_index=False,  # The primary key begins with it.
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind of game"), max_length=8, choices=KINDS)
    role = models.CharField(
        _("role"), max_length=8, choices=[(each.value, each.value) for each in Role]
    )
    size = models.PositiveSmallIntegerField(_("players"))
    finished_successes = _sum(_("successes"))
    finished_instances = _sum(_("instances"))
    won_successes = _sum(_("successes"))
    won_instances = _sum(_("instances"))
    expected_successes = _large_sum(_("successes"))
    expected_instances = _sum(_("instances"))
    won_predicted_successes = _sum(_("successes"))
    won_predicted_instances = _sum(_("instances"))
    danger_votes_successes = _sum(_("successes"))
    danger_votes_instances = _sum(_("instances"))
    elected_hitler_successes = _sum(_("successes"))
    elected_hitler_instances = _sum(_("instances"))
    passed_liberal_successes = _sum(_("successes"))
    passed_liberal_instances = _sum(_("instances"))
    enacted_liberal_successes = _sum(_("successes"))
    enacted_liberal_instances = _sum(_("instances"))
    honest_claims_successes = _sum(_("successes"))
    honest_claims_instances = _sum(_("instances"))
    honest_investigations_successes = _sum(_("successes"))
    honest_investigations_instances = _sum(_("instances"))
    shots_successes = _sum(_("successes"))
    shots_instances = _sum(_("instances"))
    trusted_president_successes = _sum(_("successes"))
    trusted_president_instances = _sum(_("instances"))
    trusted_chancellor_successes = _sum(_("successes"))
    trusted_chancellor_instances = _sum(_("instances"))
    survived_successes = _sum(_("successes"))
    survived_instances = _sum(_("instances"))
    hitler_elected_successes = _sum(_("successes"))
    hitler_elected_instances = _sum(_("instances"))
    hitler_shot_successes = _sum(_("successes"))
    hitler_shot_instances = _sum(_("instances"))
    pace_successes = _large_sum(_("successes"))
    pace_instances = _sum(_("instances"))
    timed_out_successes = _sum(_("successes"))
    timed_out_instances = _sum(_("instances"))

    class Meta:
        """A row for each is the key: with a number beside it two indexes would be written."""

        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.role} {self.size}"


class HeadToHead(models.Model):
    """One person's games with another person, on the same side and on opposite sides.

    Tens of rows a game: without numbers of their own, and nothing is looked up while they are written.
    Who has played cannot be deleted (Seat.user), so neither end needs a constraint or an index to be found by.
    """

    pk = models.CompositePrimaryKey("user", "other", "kind")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="heads_to_heads",
        db_index=False,  # The primary key begins with it.
        db_constraint=False,
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind of game"), max_length=8, choices=KINDS)
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_index=False,
        db_constraint=False,
        verbose_name=_("other player"),
    )
    same_games = models.IntegerField(_("games on the same side"), default=0)
    same_wins = models.IntegerField(_("of these won"), default=0)
    opposite_games = models.IntegerField(_("games on opposite sides"), default=0)
    opposite_wins = models.IntegerField(_("of these won"), default=0)

    class Meta:
        """One row for each ordered pair."""

        verbose_name = _("head to head")
        verbose_name_plural = _("heads to heads")

    def __str__(self) -> str:
        return f"{self.user_id} / {self.other_id}"


class PlayerStreak(models.Model):
    """Wins (up) or losses (down) in a row, in the order of the games' ends."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="streaks",
        db_index=False,  # The unique constraint begins with it.
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind of game"), max_length=8, choices=KINDS)
    current = models.IntegerField(_("current"), default=0)
    longest_won = models.IntegerField(_("longest won"), default=0)
    longest_lost = models.IntegerField(_("longest lost"), default=0)
    last_end_at = models.DateTimeField(_("last game ended at"), null=True, blank=True)
    """The end of the last game counted. A later game extends the streak; an earlier one needs a
    recount."""

    class Meta:
        """One row per person and kind."""

        verbose_name = _("streak")
        verbose_name_plural = _("streaks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind"], name="one_streak_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.current}"


class CommunityTally(models.Model):
    """One number of the community: by month, kind, table size and rating band (0: not ranked)."""

    month = models.DateField(_("month"))
    kind = models.CharField(_("kind of game"), max_length=8, choices=KINDS)
    size = models.PositiveSmallIntegerField(_("players"))
    band = models.PositiveSmallIntegerField(_("rating band"), default=0)
    measure = models.CharField(_("measure"), max_length=MEASURE_LENGTH)
    successes = models.BigIntegerField(_("successes"), default=0)
    instances = models.BigIntegerField(_("instances"), default=0)

    class Meta:
        """One row for each."""

        verbose_name = _("community tally")
        verbose_name_plural = _("community tallies")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "month", "size", "band", "measure"],
                name="one_community_tally_per_measure",
            )
        ]

    def __str__(self) -> str:
        return f"{self.month} {self.measure} {self.successes}/{self.instances}"


class CalibrationTally(models.Model):
    """Ranked games of one size and board with a prediction in one narrow bin."""

    board = models.CharField(
        _("board"),
        max_length=BOARD_LENGTH,
        choices=[(each.value, each.value) for each in RATED_BOARDS],
        default=BoardKind.STANDARD.value,
        db_default=BoardKind.STANDARD.value,
    )
    size = models.PositiveSmallIntegerField(_("players"))
    number = models.PositiveSmallIntegerField(_("bin"))
    games = models.IntegerField(_("games"), default=0)
    liberal_wins = models.IntegerField(_("won by the liberals"), default=0)
    predicted = models.BigIntegerField(_("sum of predictions"), default=0)
    loss = models.BigIntegerField(_("sum of log-losses"), default=0)
    size_loss = models.BigIntegerField(_("the same by table size alone"), default=0)

    class Meta:
        """One row per bin."""

        verbose_name = _("calibration tally")
        verbose_name_plural = _("calibration tallies")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["board", "size", "number"], name="one_calibration_tally_per_bin"
            )
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.size}/{self.number}: {self.games}"
