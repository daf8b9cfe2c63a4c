"""Table talk: lines, claims, and personal notes, marks and mutes.

Lines are numbered per game and never changed. Claims are talk, not events: they are not in the
event log, and no rule reads them.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import Channel, ClaimKind
from games.models.game import Game
from games.values.chat import TEXT_MAX_LENGTH

NOTES_MAX_LENGTH = 4000


class ChatMessage(models.Model):
    """One line of talk: free text, a ready-made phrase, or the text of a claim."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="chat_messages", verbose_name=_("game")
    )
    number = models.PositiveIntegerField(_("number"))
    channel = models.CharField(
        _("channel"), max_length=12, choices=[(each.value, each.value) for each in Channel]
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="chat_messages",
        verbose_name=_("person"),
    )
    """Empty for a bot, which always has a seat."""
    name = models.CharField(_("name at this table"), max_length=24, blank=True, default="")
    """The name of a guest without a seat; empty: the account's name."""
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(_("round"))
    version = models.PositiveIntegerField(_("version"))
    """The number of events when this was said: its place beside the event log."""
    text = models.CharField(_("text"), max_length=TEXT_MAX_LENGTH, blank=True)
    phrase = models.CharField(_("phrase"), max_length=32, blank=True)
    about = models.PositiveSmallIntegerField(_("about seat"), null=True, blank=True)
    message_key = models.CharField(_("sent as"), max_length=120, null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        """Order of lines; each message is stored once."""

        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_message_per_number"),
            models.UniqueConstraint(fields=["game", "message_key"], name="each_message_once"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=False) | models.Q(seat__isnull=False),
                name="somebody_said_it",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"]),
            # What was written and not yet forgotten.
            models.Index(fields=["game"], condition=~models.Q(text=""), name="games_written_talk"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number} {self.channel}"


class Claim(models.Model):
    """A player's claim, true or not; a changed claim is a new row beside the earlier one."""

    message = models.OneToOneField(
        ChatMessage, on_delete=models.CASCADE, related_name="claim", verbose_name=_("message")
    )
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(
        _("kind"), max_length=12, choices=[(each.value, each.value) for each in ClaimKind]
    )
    target = models.PositiveSmallIntegerField(_("investigated seat"), null=True, blank=True)
    content = models.CharField(_("content"), max_length=8, blank=True)

    class Meta:
        """Names for the admin."""

        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return f"{self.message}: {self.kind} {self.content}"


class GameNotes(models.Model):
    """One person's notes at one table, which only that person may read."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="notes", verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="game_notes",
        verbose_name=_("person"),
    )
    text = models.TextField(_("text"), max_length=NOTES_MAX_LENGTH, blank=True)
    marks = models.JSONField(_("marks"), default=dict)

    class Meta:
        """One row for each person and game."""

        verbose_name = _("notes")
        verbose_name_plural = _("notes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="one_sheet_of_notes")
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.game}"


class Mute(models.Model):
    """A person whom another one does not want to hear, at any table."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mutes",
        verbose_name=_("person"),
    )
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="muted_by",
        verbose_name=_("muted person"),
    )

    class Meta:
        """One row for each pair."""

        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "muted"], name="one_mute_per_pair")
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.muted}"
