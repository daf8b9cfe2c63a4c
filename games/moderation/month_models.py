"""Tables of the lists of a month; see games.moderation.months, their only writer."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models import Game


class MonthList(models.Model):
    """What stands out in the ranked games of one calendar month, in universal time."""

    month = models.DateField(unique=True)
    """Its first day."""
    games = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField(default=0)
    """Pairs that met often enough to be compared."""
    read_up_to = models.BigIntegerField(default=0)
    """The id of the last person whose games have been read."""
    finished_at = models.DateTimeField(null=True, blank=True)
    """None while it is being made; nobody sees it until then."""

    class Meta:
        """The newest first."""

        ordering: ClassVar = ["-month"]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class LineAbout(models.TextChoices):
    """What a line tells."""

    PAIR = "pair"
    THROWN = "thrown"


class MonthLine(models.Model):
    """A pair who won together too often, or a person who threw away Liberal policies."""

    listing = models.ForeignKey(MonthList, on_delete=models.CASCADE, related_name="lines")
    about = models.CharField(max_length=6, choices=LineAbout)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="month_lines"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    """The second of a pair."""
    times = models.PositiveIntegerField()
    """Games won together; times that the only Liberal policy was thrown away."""
    out_of = models.PositiveIntegerField()
    """Games on the same side; hands that offered that choice."""
    expected = models.FloatField(null=True, blank=True)
    """Of `times`; this and what follows is of pairs only."""
    chance = models.FloatField(null=True, blank=True)
    corrected = models.FloatField(null=True, blank=True)
    """The chance after the correction for all pairs; None until the list is finished."""
    met = models.PositiveIntegerField(null=True, blank=True)
    expected_met = models.FloatField(null=True, blank=True)
    chance_met = models.FloatField(null=True, blank=True)
    cases = models.ManyToManyField("moderation.Case", blank=True, related_name="month_lines")
    """Cases that were opened from this line."""

    class Meta:
        """In the order of making."""

        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.listing}: {self.about} {self.person_id}"


class LineGame(models.Model):
    """A game behind a line: any in which a pair met, or one in which a policy was thrown away."""

    line = models.ForeignKey(MonthLine, on_delete=models.CASCADE, related_name="games")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="month_lines")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    as_president = models.BooleanField(null=True, blank=True)
    step = models.PositiveSmallIntegerField(null=True, blank=True)
    """The step of the replay that shows it."""

    class Meta:
        """In the order of play."""

        ordering: ClassVar = ["game", "round", "pk"]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.game_id}"
