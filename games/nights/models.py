"""Tables of game nights: a night, who comes, its rounds with tables and seats, its honours, what its organiser did."""

from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.origins import KEY_LENGTH
from games.models import Game
from games.models.codes import game_code
from games.nights.pairing import FEWEST
from games.values.chat import TalkMode
from games.values.timing import Pace

NAME_MAX_LENGTH = 30
"""Less than a table's name, which also says round and table."""
TEXT_MAX_LENGTH = 1000
MOST_PLACES = 200
MOST_ROUNDS = 12


class NightStatus(models.TextChoices):
    """How far a night is."""

    ANNOUNCED = "announced", pgettext_lazy("status of a game night", "announced")
    CHECKING_IN = "checking_in", pgettext_lazy("status of a game night", "people are arriving")
    RUNNING = "running", pgettext_lazy("status of a game night", "running")
    PAUSED = "paused", pgettext_lazy("status of a game night", "paused")
    OVER = "over", pgettext_lazy("status of a game night", "over")
    CANCELLED = "cancelled", pgettext_lazy("status of a game night", "cancelled")


ENDED = (NightStatus.OVER, NightStatus.CANCELLED)


class Night(models.Model):
    """One evening. A person organises it, for a club or for everybody."""

    code = models.CharField(
        _("code"), max_length=16, unique=True, default=game_code, editable=False
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="organised_nights",
        verbose_name=_("organiser"),
    )
    club = models.ForeignKey(
        "clubs.Club",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="nights",
        verbose_name=_("club"),
    )
    members_only = models.BooleanField(_("for members of the club only"), default=False)
    name = models.CharField(_("name"), max_length=NAME_MAX_LENGTH)
    text = models.TextField(_("text"), max_length=TEXT_MAX_LENGTH, blank=True)
    starts_at = models.DateTimeField(_("begins at"))
    zone = models.CharField(_("time zone of the organiser"), max_length=40, default="UTC")
    languages = models.JSONField(_("languages"), default=list)
    """Codes of languages of the site that are spoken."""
    pace = models.CharField(
        _("pace"), max_length=8, choices=[(each.value, each.value) for each in Pace]
    )
    talk = models.CharField(
        _("table talk"), max_length=8, choices=[(each.value, each.value) for each in TalkMode]
    )
    is_ranked = models.BooleanField(_("ranked"), default=False)
    voice_url = models.URLField(
        _("voice room"), blank=True, validators=[URLValidator(schemes=["https"])]
    )
    """Shown to people with a place only, and forgotten when the night has ended."""
    places = models.PositiveSmallIntegerField(
        _("places"), validators=[MinValueValidator(FEWEST), MaxValueValidator(MOST_PLACES)]
    )
    round_count = models.PositiveSmallIntegerField(
        _("number of rounds"), validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    status = models.CharField(
        _("status"), max_length=12, choices=NightStatus, default=NightStatus.ANNOUNCED
    )
    reminded = models.PositiveSmallIntegerField(_("reminders sent"), default=0)
    """How many of the reminders are sent or were due before the night was announced."""
    due_at = models.DateTimeField(_("next due"), null=True, blank=True)
    """When the clock has something to do; None once the night has ended."""
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    changes = models.PositiveSmallIntegerField(_("number of changes"), default=0)
    """How often the organiser has changed it: calendars take the version with the highest number."""
    changed_at = models.DateTimeField(_("changed at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        """The next one first; an index for the clock, and one for lists."""

        verbose_name = _("game night")
        verbose_name_plural = _("game nights")
        ordering: ClassVar = ["starts_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="nights_due"),
            models.Index(fields=["status", "starts_at"], name="nights_by_start"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def starts_there(self) -> datetime:
        """The beginning as the organiser's clock shows it, without a zone."""
        return self.starts_at.astimezone(ZoneInfo(self.zone)).replace(tzinfo=None)

    @property
    def has_ended(self) -> bool:
        """Whether nothing happens in it any more."""
        return self.status in ENDED


class PlaceState(models.TextChoices):
    """Whether somebody still comes."""

    COMING = "coming", pgettext_lazy("at a game night", "comes")
    LEFT = "left", pgettext_lazy("at a game night", "has left")
    MISSED = "missed", pgettext_lazy("at a game night", "did not come to a round")
    REMOVED = "removed", pgettext_lazy("at a game night", "was removed by the organiser")


class NightPlace(models.Model):
    """Somebody who wants to come. The first so many of those who still come have a place, the others wait."""

    night = models.ForeignKey(
        Night, on_delete=models.CASCADE, related_name="people", verbose_name=_("game night")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="night_places",
        verbose_name=_("player"),
    )
    state = models.CharField(
        _("state"), max_length=8, choices=PlaceState, default=PlaceState.COMING
    )
    joined_at = models.DateTimeField(_("joined at"), default=timezone.now)
    """The order of places: who leaves and joins again stands at the end."""
    ready_at = models.DateTimeField(_("last said to be there"), null=True, blank=True)
    sat_out = models.BooleanField(_("sat out a round"), default=False)
    """First in the next round."""
    device_key = models.CharField(
        _("key of the device"), max_length=KEY_LENGTH, blank=True, db_default=""
    )
    """With the next, of a ranked night: where the page of somebody who is there was shown last; forgotten at the end."""
    connection_key = models.CharField(
        _("key of the connection"), max_length=KEY_LENGTH, blank=True, db_default=""
    )

    class Meta:
        """One row for each person."""

        verbose_name = _("place at a game night")
        verbose_name_plural = _("places at game nights")
        ordering: ClassVar = ["joined_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "user"], name="one_place_at_a_night")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.night_id}"


class NightRound(models.Model):
    """One round: drawn, then begun, then ended."""

    night = models.ForeignKey(
        Night, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("game night")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    drawn_at = models.DateTimeField(_("drawn at"))
    begins_at = models.DateTimeField(_("begins at"))
    begun_at = models.DateTimeField(_("begun at"), null=True, blank=True)
    checked_at = models.DateTimeField(_("absent people looked for at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        """Each number once, so that two clocks cannot draw the same round."""

        verbose_name = _("round of a game night")
        verbose_name_plural = _("rounds of game nights")
        ordering: ClassVar = ["night", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "number"], name="each_round_once")
        ]

    def __str__(self) -> str:
        return f"{self.night_id}/{self.number}"


class NightTable(models.Model):
    """One table of a round; it has its game once the round has begun."""

    class Outcome(models.TextChoices):
        """How its game ended."""

        OPEN = "", pgettext_lazy("table of a game night", "not ended")
        FINISHED = "finished", pgettext_lazy("table of a game night", "played to the end")
        ABANDONED = "abandoned", pgettext_lazy("table of a game night", "abandoned")

    round = models.ForeignKey(
        NightRound, on_delete=models.CASCADE, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    game = models.OneToOneField(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="night_table",
        verbose_name=_("game"),
    )
    liberal_chance = models.FloatField(_("liberals' chance before the deal"), default=0.5)
    """By the ratings of its people, whatever their roles: what wins over expectation are counted from."""
    outcome = models.CharField(
        _("outcome"), max_length=9, choices=Outcome, default=Outcome.OPEN, blank=True
    )

    class Meta:
        """Each number once in a round."""

        verbose_name = _("table of a game night")
        verbose_name_plural = _("tables of game nights")
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="each_night_table_once")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class NightSeat(models.Model):
    """Somebody at a table of a round."""

    class Absence(models.TextChoices):
        """Why a person wins nothing at this table."""

        NONE = "", pgettext_lazy("at a table of a game night", "there")
        MISSED = "missed", pgettext_lazy("at a table of a game night", "did not come")
        LEFT = "left", pgettext_lazy("at a table of a game night", "left before the end")

    table = models.ForeignKey(
        NightTable, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="night_seats",
        verbose_name=_("player"),
    )
    absence = models.CharField(
        _("absence"), max_length=6, choices=Absence, default=Absence.NONE, blank=True
    )

    class Meta:
        """One row for each person at a table."""

        verbose_name = _("seat at a game night")
        verbose_name_plural = _("seats at game nights")
        ordering: ClassVar = ["table", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_at_a_night_table")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class NightHonour(models.Model):
    """What somebody has earned at a night, kept when it is over."""

    class Kind(models.TextChoices):
        """For what."""

        WINNER = "winner", pgettext_lazy("honour of a game night", "Winner of the night")
        LIBERAL = "liberal", pgettext_lazy("honour of a game night", "Best liberal")
        FASCIST = "fascist", pgettext_lazy("honour of a game night", "Best fascist")
        ODDS = "odds", pgettext_lazy("honour of a game night", "Most against the odds")
        MET = "met", pgettext_lazy("honour of a game night", "Met the most people")

    night = models.ForeignKey(
        Night, on_delete=models.CASCADE, related_name="honours", verbose_name=_("game night")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="night_honours",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("honour"), max_length=8, choices=Kind)
    value = models.FloatField(_("value"))
    """Wins, people, or wins over expectation."""

    class Meta:
        """Each honour once for a person; several people may share one."""

        verbose_name = _("honour of a game night")
        verbose_name_plural = _("honours of game nights")
        ordering: ClassVar = ["night", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "user", "kind"], name="each_honour_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.night_id}: {self.user_id}"


class NightAct(models.Model):
    """What the organiser, or the clock in their place, did with a night; the database refuses changes.

    Moderation's audit is about acts of staff and belongs to another wing. This one is about organisers, who are players
    like others, and everybody at the night may read it.
    """

    class Kind(models.TextChoices):
        """What was done."""

        ANNOUNCED = "announced", pgettext_lazy("act at a game night", "Announced the night")
        CHANGED = "changed", pgettext_lazy("act at a game night", "Changed the night")
        BEGUN = "begun", pgettext_lazy("act at a game night", "Began the round at once")
        PAUSED = "paused", pgettext_lazy("act at a game night", "Paused the night")
        RESUMED = "resumed", pgettext_lazy("act at a game night", "Went on with the night")
        REDRAWN = "redrawn", pgettext_lazy("act at a game night", "Drew the round again")
        REMOVED = "removed", pgettext_lazy("act at a game night", "Removed somebody")
        CANCELLED = "cancelled", pgettext_lazy("act at a game night", "Cancelled the night")

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="acts")
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=9, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="night_acts",
    )
    """None: the clock."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        """In the order of writing."""

        verbose_name = _("act at a game night")
        verbose_name_plural = _("acts at game nights")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} at {self.night_id}"
