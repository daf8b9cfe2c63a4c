"""Tables of learning: answers to riddles and what came of them, riddles from games of people, lessons that are done."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.learning.riddle_rating import BEGINNING


class RiddleAnswer(models.Model):
    """The first answer of a person to a riddle; later ones count for nothing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="riddle_answers",
        verbose_name=_("person"),
    )
    number = models.PositiveIntegerField(_("riddle"))
    is_right = models.BooleanField(_("right"))
    answered_at = models.DateTimeField(_("answered at"), default=timezone.now)

    class Meta:
        """One first answer each."""

        verbose_name = _("answer to a riddle")
        verbose_name_plural = _("answers to riddles")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "number"], name="one_first_answer_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.number}"


class RiddleProgress(models.Model):
    """What came of a person's answers; made with the first one."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="riddle_progress",
        verbose_name=_("person"),
    )
    rating = models.FloatField(_("rating"), default=BEGINNING)
    answered = models.PositiveIntegerField(_("answered"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    streak = models.PositiveIntegerField(_("streak"), default=0)
    """On how many days in a row the riddle of the day was answered rightly, until `last_day`."""
    longest_streak = models.PositiveIntegerField(_("longest streak"), default=0)
    last_day = models.DateField(_("last riddle of the day"), null=True, blank=True)

    class Meta:
        """Names for the admin."""

        verbose_name = _("progress with riddles")
        verbose_name_plural = _("progress with riddles")

    def __str__(self) -> str:
        return str(self.user)


class RiddleDifficulty(models.Model):
    """How hard a riddle proves; made with its first answer."""

    number = models.PositiveIntegerField(_("riddle"), unique=True)
    rating = models.FloatField(_("rating"), default=BEGINNING)

    class Meta:
        """Names for the admin."""

        verbose_name = _("difficulty of a riddle")
        verbose_name_plural = _("difficulties of riddles")

    def __str__(self) -> str:
        return str(self.number)


class GameRiddle(models.Model):
    """The riddle of a finished game, or that none was found in it. Shown only as long as its people agree."""

    game = models.OneToOneField(
        "games.Game", on_delete=models.CASCADE, related_name="+", verbose_name=_("game")
    )
    day = models.DateField(_("riddle of the day on"), null=True, blank=True, unique=True)
    written = models.TextField(_("riddle"), blank=True, default="")
    """As a line of the data file; empty if the game has none."""

    class Meta:
        """Names for the admin."""

        verbose_name = _("riddle of a game")
        verbose_name_plural = _("riddles of games")

    def __str__(self) -> str:
        return f"{self.pk}: {self.day}"


class LessonDone(models.Model):
    """A lesson that a person has answered, rightly or not."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="lessons_done",
        verbose_name=_("person"),
    )
    lesson = models.SlugField(_("lesson"), max_length=20)
    done_at = models.DateTimeField(_("done at"), default=timezone.now)

    class Meta:
        """Each lesson once."""

        verbose_name = _("lesson done")
        verbose_name_plural = _("lessons done")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "lesson"], name="each_lesson_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.lesson}"
