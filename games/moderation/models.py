"""Tables of moderation: cases with their reports, waves, appeals, the audit; those of the lists of a month beside them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Sanction
from accounts.pseudonyms import PSEUDONYM_LENGTH
from games.models import Game

# Django looks for tables in this module.
from games.moderation.month_models import LineGame, MonthLine, MonthList  # noqa: F401

SENTENCE_MAX_LENGTH = 500
TOKEN_LENGTH = 32
APPEAL_MAX_LENGTH = 1000


class ReportReason(models.TextChoices):
    """Why somebody is reported."""

    HARASSMENT = "harassment", _("Harassment")
    HATE = "hate", _("Hate")
    CHEATING = "cheating", _("Cheating or collusion")
    SPOILING = "spoiling", _("Spoiling the game on purpose")
    LEAVING = "leaving", _("Leaving the game")
    NAME = "name", _("The name")
    SPAM = "spam", _("Spam")
    OTHER = "other", _("Something else")


class About(models.TextChoices):
    """Where a report was made."""

    TABLE = "table", pgettext_lazy("place of a report", "At a table")
    LOBBY = "lobby", pgettext_lazy("place of a report", "In a lobby")
    LOBBY_NAME = "lobby_name", pgettext_lazy("place of a report", "The name of a lobby")
    PLAYER = "player", pgettext_lazy("place of a report", "A player's page")
    CLUB = "club", pgettext_lazy("place of a report", "A club")


class Decision(models.TextChoices):
    """What a moderator decides in a case."""

    NOTHING = "nothing", pgettext_lazy("decision", "Nothing")
    WARNING = "warning", pgettext_lazy("sanction", "Word of warning")
    RENAME = "rename", pgettext_lazy("decision", "Another name")
    MUTE = "mute", pgettext_lazy("sanction", "No writing")
    NO_RANKED = "no_ranked", pgettext_lazy("sanction", "No ranked games")
    SUSPENSION = "suspension", pgettext_lazy("sanction", "Suspension")
    BAN = "ban", pgettext_lazy("sanction", "Ban")


class Wave(models.Model):
    """One decision about many guests of one address: in a case about each of them."""

    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, editable=False)
    """Of the form that was sent: a second press decides nothing."""
    decided_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Wave {self.pk}"


class Case(models.Model):
    """The reports about one person until a decision; later reports open another case."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="cases",
    )
    opened_at = models.DateTimeField(default=timezone.now)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="claimed_cases",
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="decided_cases",
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    note = models.TextField(max_length=1000, blank=True)
    sanction = models.OneToOneField(
        Sanction,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="case",
    )
    address = models.CharField(
        max_length=PSEUDONYM_LENGTH, blank=True, default="", db_index=True, editable=False
    )
    """The pseudonym of the address from which a guest came; forgotten a month after the decision."""
    wave = models.ForeignKey(
        Wave,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cases",
    )

    class Meta:
        """One open case for each person; whoever holds the permission is a moderator."""

        ordering: ClassVar = ["opened_at", "pk"]
        permissions: ClassVar = [("moderate", "Can handle cases and appeals")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(decided_at=None), name="one_open_case"
            )
        ]

    def __str__(self) -> str:
        return f"Case {self.pk} about {self.person_id}"


class Report(models.Model):
    """What one person reported about another, with what was said around it."""

    case = models.ForeignKey(
        Case,
        on_delete=models.PROTECT,
        related_name="reports",
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="reports",
    )
    about = models.CharField(max_length=10, choices=About)
    reason = models.CharField(max_length=10, choices=ReportReason)
    sentence = models.CharField(max_length=SENTENCE_MAX_LENGTH, blank=True)
    target = models.CharField(max_length=80, editable=False)
    """What was reported, so that one person reports it once."""
    name = models.CharField(max_length=40)
    """The person's name, or that of the lobby."""
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reports",
    )
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    evidence = models.JSONField(default=list)
    """Lines as games.moderation.evidence makes them, oldest first."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """One report of each thing by each person."""

        ordering: ClassVar = ["created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reporter", "target"], name="one_report_of_a_target")
        ]
        indexes: ClassVar = [models.Index(fields=["reporter", "-created_at"])]

    def __str__(self) -> str:
        return f"Report {self.pk}: {self.reason}"


class Appeal(models.Model):
    """A person's only appeal against a sanction, and its answer by another moderator."""

    sanction = models.OneToOneField(
        Sanction,
        on_delete=models.PROTECT,
        related_name="appeal",
    )
    text = models.TextField(max_length=APPEAL_MAX_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="answered_appeals",
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    is_granted = models.BooleanField(null=True, blank=True)

    class Meta:
        """Oldest first."""

        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"Appeal against {self.sanction}"


class AuditEntry(models.Model):
    """One act of staff. Written by games.moderation.audit only; the database refuses changes."""

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    act = models.CharField(max_length=32)
    # Numbers, not foreign keys: a row outlives everything it tells about.
    by_id = models.BigIntegerField(null=True, blank=True)
    person_id = models.BigIntegerField(null=True, blank=True)
    details = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        """In the order of writing."""

        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.act}"
