"""Game, its seats and its event log.

A game is its event log. Every other column of Game is a copy for lists and clocks that no rule
reads.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.emblems import EMBLEM_MAX_LENGTH, emblem_of_name
from games.engine.vocabulary import Edition, Party, Phase, Victory
from games.models.codes import GAME_CODE_LENGTH, game_code
from games.models.table_settings import TableSettings
from games.values.actor import Actor
from games.values.bots import BotPace
from games.values.timing import Hold, Motion, Pace


class GameQuerySet(models.QuerySet["Game"]):
    """Filters of games."""

    def running(self) -> "GameQuerySet":
        """Games in which decisions are still to be made."""
        return self.filter(status=Game.Status.RUNNING)

    def public(self) -> "GameQuerySet":
        """Games that may be listed: played at a listed table without a password."""
        return self.filter(is_public=True, is_locked=False)

    def watchable_by(self, user_id: int | None) -> "GameQuerySet":
        """Games that this person (None: a visitor) may watch, while they run and afterwards.

        A game by link only is open to people with its address, which cannot be guessed. A game
        with a password is open to those with a seat in it, and to no others after its end either.
        """
        if user_id is None:
            return self.filter(is_locked=False)
        own = Seat.objects.filter(game=models.OuterRef("pk"), user_id=user_id)
        return self.filter(models.Q(is_locked=False) | models.Exists(own))


class Game(TableSettings):
    """One game of Secret Hitler; its events are the truth about it."""

    class Status(models.TextChoices):
        """The status of a game."""

        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")
        """Ended by agreement: no winner, no result. The table reveals nothing; whoever checks the deal reads its record."""

    code = models.CharField(
        _("code"), max_length=GAME_CODE_LENGTH, unique=True, default=game_code, editable=False
    )
    lobby = models.OneToOneField(
        "games.Lobby",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="game",
        verbose_name=_("lobby"),
    )
    edition = models.CharField(
        _("rules edition"), max_length=8, choices=[(each.value, each.value) for each in Edition]
    )
    pace = models.CharField(
        _("pace"), max_length=8, choices=[(each.value, each.value) for each in Pace]
    )
    player_count = models.PositiveSmallIntegerField(_("players"))
    is_locked = models.BooleanField(_("behind a password"), default=False)
    """Copied at the start, as the lobby with the password may be deleted later."""
    has_bots = models.BooleanField(_("with bots"), default=False)
    bot_pace = models.CharField(
        _("pace of the bots"),
        max_length=8,
        blank=True,
        choices=[(each.value, each.value) for each in BotPace if each],
        default=BotPace.PEOPLE.value,
        db_default=BotPace.PEOPLE.value,
    )
    is_repeat = models.BooleanField(_("played twice"), default=False, db_default=False)
    """Practice that began where an earlier game stood: it has no result."""
    status = models.CharField(
        _("status"), max_length=9, choices=Status.choices, default=Status.RUNNING
    )
    version = models.PositiveIntegerField(_("version"), default=0)
    seating = models.PositiveIntegerField(_("seating"), default=0)
    """Goes up when a seat's player or name changes; with the version, it says whether a screen is
    current."""
    phase = models.CharField(
        _("phase"), max_length=20, choices=[(each.value, each.value) for each in Phase]
    )
    round = models.PositiveSmallIntegerField(_("round"), default=1)
    opened_at = models.DateTimeField(_("decision open since"), null=True, blank=True)
    """When the decision opened; pauses and outages move it, as they move the deadline."""
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    due_at = models.DateTimeField(_("next due"), null=True, blank=True)
    called_for = models.DateTimeField(
        _("absent people told of the decision open since"), null=True, blank=True, editable=False
    )
    """At slow tables the `opened_at` of the last decision of which absent people were told."""
    reminded_for = models.DateTimeField(
        _("people told that little time is left of the decision open since"),
        null=True,
        blank=True,
        editable=False,
    )
    bots_speak_at = models.DateTimeField(_("bots may speak from"), null=True, blank=True)
    """Empty when no bot has anything to say until something happens."""
    hold = models.CharField(
        _("interrupted"),
        max_length=8,
        blank=True,
        default="",
        choices=[(each.value, each.value) for each in Hold if each],
    )
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    motion = models.CharField(
        _("open motion"),
        max_length=8,
        blank=True,
        default="",
        choices=[(each.value, each.value) for each in Motion if each],
    )
    motion_number = models.PositiveIntegerField(_("number of the motion"), default=0)
    declined_in = models.CharField(
        _("decision in which it was declined"), max_length=64, blank=True, default=""
    )
    has_tv = models.BooleanField(_("shown on a TV"), default=False)
    extended_in = models.CharField(
        _("decision with more time"), max_length=64, blank=True, default=""
    )
    extended_by = models.PositiveSmallIntegerField(
        _("seat that took more time"), null=True, blank=True
    )
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    is_packed = models.BooleanField(_("event log packed"), default=False, db_default=False)
    """Whether PackedLog holds the event log, in place of rows of GameEvent."""
    victory = models.CharField(
        _("how it ended"),
        max_length=24,
        blank=True,
        choices=[(each.value, each.value) for each in Victory],
    )
    winner = models.CharField(
        _("winner"),
        max_length=8,
        blank=True,
        choices=[(each.value, each.value) for each in Party],
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        """Names, order, and the indexes for the clock: what is due, and what may be packed."""

        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering: ClassVar = ["-started_at"]
        indexes: ClassVar = [
            models.Index(fields=["status", "due_at"]),
            models.Index(
                fields=["finished_at"],
                name="games_not_packed",
                condition=models.Q(is_packed=False, finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def is_told_to_all(self) -> bool:
        """Whether lists may name this game; see GameQuerySet.public."""
        return self.is_public and not self.is_locked


class Seat(models.Model):
    """A person's or bot's place at the table, for the whole game."""

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,  # The unique constraint of numbers begins with it.
        verbose_name=_("game"),
    )
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,  # The unique constraint of people begins with it.
        verbose_name=_("player"),
    )
    bot_name = models.CharField(_("bot name"), max_length=24, blank=True)
    name = models.CharField(_("name at this table"), max_length=24, blank=True, default="")
    """The name of a person who sat down as a guest, kept even if the account gets another name."""
    emblem = models.CharField(
        _("emblem at this table"), max_length=EMBLEM_MAX_LENGTH, blank=True, default=""
    )
    """What was worn when the game began: a new one would be a way to speak for those who must be silent."""
    has_stand_in = models.BooleanField(_("played by a stand-in"), default=False)
    answered_motion = models.PositiveIntegerField(_("last motion answered"), default=0)
    is_for_motion = models.BooleanField(_("agrees to it"), default=False)
    seen_at = models.DateTimeField(_("last look at the table"), null=True, blank=True)
    """The last visit at a slow table, or one without a limit: for mails, and deserted tables; at any table after
    the end of its game: for a rematch."""
    declines_rematch = models.BooleanField(_("said no to a rematch"), default=False)

    class Meta:
        """One row per number and per person in a game."""

        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["user", "game"], name="one_seat_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.shown_name}"

    @property
    def shown_name(self) -> str:
        """Return this seat's name at the table, in the active language."""
        if self.user is None:
            return self.bot_name
        is_closed = self.user.closed_at is not None
        return self.user.display_name if is_closed else self.name or self.user.display_name

    @property
    def face(self) -> str:
        """The emblem of this seat; in games from before there were any, that of whoever sits in it."""
        if self.user is None:
            return self.emblem or emblem_of_name(self.bot_name)
        return (self.user.face and self.emblem) or self.user.face


class GameEvent(models.Model):
    """One line of the event log; never changed while the game exists, and in time packed (PackedLog)."""

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="events",
        db_index=False,  # Both unique constraints begin with it.
        verbose_name=_("game"),
    )
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=32)
    payload = models.JSONField(_("payload"))
    actor = models.CharField(
        _("who acted"), max_length=8, choices=[(each.value, each.value) for each in Actor]
    )
    acting_seat = models.PositiveSmallIntegerField(_("seat that acted"), null=True, blank=True)
    """The seat that acted; empty for the deal."""
    action_key = models.CharField(_("action"), max_length=80, null=True, blank=True)
    """The id that a person's action came with, at its first event; for idempotency only."""
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        """Unique numbers guard against two writers, unique keys against the same action twice."""

        verbose_name = _("game event")
        verbose_name_plural = _("game events")
        ordering: ClassVar = ["game", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_per_number"),
            models.UniqueConstraint(fields=["game", "action_key"], name="each_action_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"
