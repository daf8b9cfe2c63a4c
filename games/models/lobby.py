"""Lobby, the waiting room of one game; its seats; the people removed from it."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.emblems import emblem_of_name
from accounts.origins import KEY_LENGTH
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Edition
from games.models.codes import LOBBY_CODE_LENGTH, lobby_code
from games.models.table_settings import TableSettings
from games.values.chat import TEXT_MAX_LENGTH
from games.values.timing import SLOW, Pace

# How long after its end the code of a lobby or game still explains itself to latecomers.
CODE_OUTLIVES = timedelta(days=7)
SEAT_LIMITS = [MinValueValidator(FEWEST_PLAYERS), MaxValueValidator(MOST_PLAYERS)]

LISTED_AFTER_LOOK = timedelta(minutes=2)
"""So long after somebody last looked at it a lobby stays on the list; a phone may be put away for a moment."""


class LobbyQuerySet(models.QuerySet["Lobby"]):
    """Filters of lobbies."""

    def open(self) -> "LobbyQuerySet":
        """Lobbies that have not started or closed."""
        return self.filter(status=Lobby.Status.OPEN)

    def remembered(self, now: datetime) -> "LobbyQuerySet":
        """Lobbies whose code still leads to a page."""
        long_ago = now - CODE_OUTLIVES
        return self.filter(
            models.Q(status=Lobby.Status.OPEN)
            | models.Q(changed_at__gt=long_ago)
            | models.Q(game__status="running")
            | models.Q(game__finished_at__gt=long_ago)
        )

    def listed(self) -> "LobbyQuerySet":
        """Open lobbies on the home page; a rematch is there once it waits no more for the people of its game.

        A lobby whose people have all gone for a while is not, unless its game takes days anyway.
        """
        now = timezone.now()
        waits = models.Q(waits_until__gt=now)
        people = LobbySeat.objects.filter(
            lobby=models.OuterRef("pk"), user__isnull=False, seen_at__gt=now - LISTED_AFTER_LOOK
        )
        is_looked_at = models.Q(models.Exists(people)) | models.Q(pace__in=SLOW)
        return self.open().filter(~waits, is_looked_at, is_public=True)

    def shown_to(self, user_id: int | None) -> "LobbyQuerySet":
        """Lobbies that exist for this person (None: a visitor).

        A started lobby only leads to its game. People who do not play in it are led there from a
        listed table, from one by link only while it runs, and never from one with a password.
        """
        is_watched = models.Q(is_public=True) | models.Q(game__status="running")
        shown = ~models.Q(status=Lobby.Status.STARTED) | (models.Q(password="") & is_watched)
        if user_id is not None:
            shown |= models.Q(game__seats__user_id=user_id)
        return self.filter(shown).distinct()


class Lobby(TableSettings):
    """A place where people gather until the host starts the game; after that only a link to it."""

    class Status(models.TextChoices):
        """The status of a lobby."""

        OPEN = "open", _("open")
        STARTED = "started", _("started")
        CLOSED = "closed", _("closed")

    code = models.CharField(
        _("code"), max_length=LOBBY_CODE_LENGTH, unique=True, default=lobby_code, editable=False
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="hosted_lobbies",
        verbose_name=_("host"),
    )
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.OPEN
    )
    password = models.CharField(_("password"), max_length=200, blank=True)
    fewest_players = models.PositiveSmallIntegerField(
        _("fewest players"), default=FEWEST_PLAYERS, validators=SEAT_LIMITS
    )
    most_players = models.PositiveSmallIntegerField(
        _("most players"), default=MOST_PLAYERS, validators=SEAT_LIMITS
    )
    edition = models.CharField(
        _("rules edition"),
        max_length=8,
        choices=[(each.value, each.value) for each in Edition],
        default=Edition.RETAIL.value,
    )
    pace = models.CharField(
        _("pace"),
        max_length=8,
        choices=[(each.value, each.value) for each in Pace],
        default=Pace.RELAXED.value,
    )
    bots_allowed = models.BooleanField(_("bots allowed"), default=True)
    rematch_of = models.OneToOneField(
        "games.Game",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch",
        verbose_name=_("rematch of"),
    )
    check_ends_at = models.DateTimeField(_("ready check ends"), null=True, blank=True)
    """The end of a running ready check: people who have not answered by then lose the seat."""
    unanswered = models.JSONField(_("lost the seat in the ready check"), null=True, blank=True)
    """The ids of people who did not answer the last ready check; who sits down again is none of them."""
    waits_until = models.DateTimeField(_("waits for answers until"), null=True, blank=True)
    """Of a rematch: it does not start before that without the others, and is in no list; see selectors.rematch."""
    starts_at = models.DateTimeField(_("starts by itself at"), null=True, blank=True)
    """Of a rematch in which all are ready: the clock deals then; see services.lobby_start."""
    opens_until = models.DateTimeField(
        _("browsers open their shares until"), null=True, blank=True
    )
    """The game is about to be dealt: nobody sits down or gets up any more; see services.lobby_start."""
    chosen_size = models.PositiveSmallIntegerField(_("chosen size"), null=True, blank=True)
    """How many the host wants at the table, bots included: a bot gets up for a person who comes beyond it."""
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    objects = LobbyQuerySet.as_manager()

    class Meta:
        """Names and order."""

        verbose_name = _("lobby")
        verbose_name_plural = _("lobbies")
        ordering: ClassVar = ["-created_at"]
        indexes: ClassVar = [models.Index(fields=["status", "is_public", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class LobbySeat(models.Model):
    """A person's or bot's place in a lobby; the start shuffles the seats."""

    lobby = models.ForeignKey(
        Lobby, on_delete=models.CASCADE, related_name="seats", verbose_name=_("lobby")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="lobby_seats",
        verbose_name=_("player"),
    )
    bot_name = models.CharField(_("bot name"), max_length=24, blank=True)
    name = models.CharField(_("name at this table"), max_length=24, blank=True, default="")
    """The name of a guest, if the own one is taken here; empty: the account's name."""
    is_ready = models.BooleanField(_("ready"), default=False)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)
    seen_at = models.DateTimeField(_("last seen in the lobby"), default=timezone.now)
    """The last moment at which one of this person's pages showed the lobby."""
    device_key = models.CharField(
        _("key of the device"), max_length=KEY_LENGTH, blank=True, db_default=""
    )
    """With the next: where this person's last page was shown (accounts/origins.py); forgotten at the start."""
    connection_key = models.CharField(
        _("key of the connection"), max_length=KEY_LENGTH, blank=True
    )

    class Meta:
        """One row per person; a row holds a person or a bot."""

        verbose_name = _("lobby seat")
        verbose_name_plural = _("lobby seats")
        ordering: ClassVar = ["joined_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["lobby", "user"], name="one_lobby_seat_per_person"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=False, bot_name="")
                | models.Q(user__isnull=True) & ~models.Q(bot_name=""),
                name="lobby_seat_holds_person_or_bot",
            ),
        ]

    def __str__(self) -> str:
        if self.user is None:
            return self.bot_name
        return str(self.user) if self.user.closed_at else self.name or str(self.user)

    @property
    def face(self) -> str:
        """The emblem of whoever sits here."""
        return emblem_of_name(self.bot_name) if self.user is None else self.user.face


class LobbyRemoval(models.Model):
    """A person whom the host removed, and who may not come back to this lobby."""

    lobby = models.ForeignKey(
        Lobby, on_delete=models.CASCADE, related_name="removals", verbose_name=_("lobby")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, verbose_name=_("player")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        """One row per person."""

        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["lobby", "user"], name="one_removal_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.lobby}"


class LobbyMessage(models.Model):
    """One line of talk in a lobby: free text or a ready-made sentence; gone when the game begins."""

    lobby = models.ForeignKey(
        Lobby, on_delete=models.CASCADE, related_name="messages", verbose_name=_("lobby")
    )
    number = models.PositiveIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="lobby_messages",
        verbose_name=_("person"),
    )
    name = models.CharField(_("name at this table"), max_length=24, blank=True, default="")
    """The name of the seat, if it is not the account's."""
    text = models.CharField(_("text"), max_length=TEXT_MAX_LENGTH, blank=True)
    phrase = models.CharField(_("phrase"), max_length=32, blank=True)
    message_key = models.CharField(_("sent as"), max_length=120, null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        """Order of lines; each message is stored once."""

        verbose_name = _("message in a lobby")
        verbose_name_plural = _("messages in a lobby")
        ordering: ClassVar = ["lobby", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["lobby", "number"], name="one_lobby_message_per_number"
            ),
            models.UniqueConstraint(
                fields=["lobby", "message_key"], name="each_lobby_message_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"], name="games_lobby_said_lately")
        ]

    def __str__(self) -> str:
        return f"{self.lobby_id}/{self.number}"
