"""User (a guest or a member), Preferences, Blocks, Sanctions, sessions, sign-outs, arrivals of guests; listed words beside.

Other apps read display_name, face, is_guest and preferences; lists of people also read closed_at and the
name. Written by accounts.services and the account pages. Knows nothing of games.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# Django looks for tables in this module.
from accounts.delivery_models import (  # noqa: F401
    NoticeChoice,
    NoticeDelivery,
    PushDevice,
    QuietHours,
)
from accounts.emblems import EMBLEM_MAX_LENGTH, deal_emblem, validate_emblem

# Django looks for tables in this module.
from accounts.friend_models import FriendRequest, Friendship, Presence  # noqa: F401
from accounts.names import (
    NAME_MAX_LENGTH,
    name_key,
    name_skeleton,
    normalise_name,
    validate_name,
)
from accounts.notice_models import Notice, NoticeKind  # noqa: F401
from accounts.pseudonyms import PSEUDONYM_LENGTH
from accounts.word_models import ListedWord  # noqa: F401

ABOUT_MAX_LENGTH = 140


class UserQuerySet(models.QuerySet["User"]):
    """Queries that several pages need."""

    def named_like(self, name: str) -> Self:
        """Members whose name reads or looks like this one; guests do not own their names."""
        return self.filter(
            models.Q(username_key=name_key(name)) | models.Q(username_skeleton=name_skeleton(name))
        )

    def guests(self) -> Self:
        """Guests whose account is not closed."""
        return self.filter(is_guest=True, closed_at=None)


class PeopleManager(UserManager["User"]):
    """Django's manager; finds people by name in any mix of capitals."""

    def get_queryset(self) -> UserQuerySet:
        return UserQuerySet(self.model, using=self._db)

    def named_like(self, name: str) -> UserQuerySet:
        return self.get_queryset().named_like(name)

    def guests(self) -> UserQuerySet:
        return self.get_queryset().guests()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username_key=name_key(username or ""))


class User(AbstractUser):
    """A person of the site: a member, or a guest, who has no password yet."""

    # The site asks for no civil name, so there is no column for one.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=NAME_MAX_LENGTH,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name, or one that looks like it, is taken.")},
    )
    # The key compares spelling, the skeleton looks: "Kai" and "Kal" are different people, "KAl"
    # and "kal" have the same key, "KaI" and "Kal" the same skeleton.
    username_key = models.CharField(max_length=255, unique=True, editable=False)
    username_skeleton = models.CharField(max_length=255, unique=True, editable=False)
    # Guests may share a name, so the unique column holds a random handle instead.
    guest_name = models.CharField(
        _("name of a guest"),
        max_length=NAME_MAX_LENGTH,
        blank=True,
        default="",
        validators=[validate_name],
        help_text=_(
            "Others may have it too. Empty for whoever has an account: their name is their own."
        ),
    )
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Walked in with a name only; has no password.")
    )
    emblem = models.CharField(
        _("emblem"),
        max_length=EMBLEM_MAX_LENGTH,
        blank=True,
        default=deal_emblem,
        validators=[validate_emblem],
        help_text=_("Symbol, ink and ground; empty for a closed account."),
    )
    about = models.CharField(
        _("line about oneself"), max_length=ABOUT_MAX_LENGTH, blank=True, default=""
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True, editable=False)
    closes_at = models.DateTimeField(_("closes at"), null=True, blank=True, editable=False)
    """Of a member who has asked to be deleted: until then they can change their mind."""

    objects: ClassVar[PeopleManager] = PeopleManager()

    if TYPE_CHECKING:
        preferences: "Preferences"

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar = [
            # For the search by the first letters of a name; guests' handles would all stand under "gu".
            models.Index(
                fields=["username_key"],
                opclasses=["varchar_pattern_ops"],
                condition=models.Q(is_guest=False, closed_at=None),
                name="accounts_member_names",
            )
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name on pages and in lists; at a table Seat.name may add a number to it."""
        if self.closed_at is not None:
            return str(_("deleted player"))
        return (self.is_guest and self.guest_name) or self.username

    @property
    def face(self) -> str:
        """The emblem that lists and pages show; a game keeps the one worn at its start, see Seat.face."""
        return "" if self.closed_at is not None else self.emblem

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def clean(self) -> None:
        """Validation for forms of staff; players' names go through services.clean_new_name."""
        self.username = normalise_name(self.username or "")  # None if the name itself is invalid
        super().clean()
        self.guest_name = normalise_name(self.guest_name or "")
        taken = User._meta.get_field("username").error_messages["unique"]
        for field in ("username", "guest_name"):
            name = getattr(self, field)
            if name and User.objects.named_like(name).exclude(pk=self.pk).exists():
                raise ValidationError({field: ValidationError(taken, code="unique")})

    def save(
        self,
        *args: Any,
        update_fields: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> None:
        """Update the two keys of the name, and give a new person preferences."""
        if update_fields is None or "username" in update_fields:
            self.username = normalise_name(self.username)
            self.username_key = name_key(self.username)
            self.username_skeleton = name_skeleton(self.username)
            if update_fields is not None:
                update_fields = {*update_fields, "username_key", "username_skeleton"}
        is_new = self._state.adding
        with transaction.atomic():
            super().save(*args, update_fields=update_fields, **kwargs)
            if is_new:
                Preferences.objects.create(user=self)


class ColourScheme(models.TextChoices):
    """Light or dark pages."""

    AUTO = "auto", pgettext_lazy("colour scheme", "As my device")
    LIGHT = "light", pgettext_lazy("colour scheme", "Light")
    DARK = "dark", pgettext_lazy("colour scheme", "Dark")


class ReducedMotion(models.TextChoices):
    """Whether the page animates."""

    AUTO = "auto", pgettext_lazy("reduced motion", "As my device")
    ON = "on", pgettext_lazy("reduced motion", "On")
    OFF = "off", pgettext_lazy("reduced motion", "Off")


class Preferences(models.Model):
    """Looks and sounds that one person has chosen."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="preferences")
    language = models.CharField(
        _("language"), max_length=10, blank=True, default="", help_text=_("Empty: the browser's.")
    )
    colour_scheme = models.CharField(
        _("colour scheme"), max_length=5, choices=ColourScheme, default=ColourScheme.AUTO
    )
    reduced_motion = models.CharField(
        _("reduced motion"), max_length=4, choices=ReducedMotion, default=ReducedMotion.AUTO
    )
    sounds = models.BooleanField(_("sounds"), default=True)
    shows_games = models.BooleanField(
        _("others may see the list of games"),
        default=True,
        help_text=_("Ranked results stay on the leaderboard and in the games themselves."),
    )
    shows_presence = models.BooleanField(
        _("friends may see when I am here"),
        default=True,
        help_text=_("Otherwise no friend sees you online, in a lobby or at a table."),
    )
    gives_riddles = models.BooleanField(
        _("finished games may become riddles"),
        default=False,
        help_text=_(
            "Public games only, with other names, and only if everybody in them agrees and shows their list of games."
            " If you change your mind, these riddles are gone."
        ),
    )
    has_coach = models.BooleanField(_("coach in practice games"), default=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"Preferences of {self.user_id}"


class Block(models.Model):
    """A person with whom another one wants nothing to do. Written by accounts.blocks; nobody else is told."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="blocks", verbose_name=_("person")
    )
    blocked = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="blocked_by", verbose_name=_("blocked person")
    )
    created_at = models.DateTimeField(_("blocked at"), default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "blocked"], name="one_block_per_pair")
        ]

    def __str__(self) -> str:
        return f"Block {self.pk} by {self.user_id}"


class SanctionKind(models.TextChoices):
    """What a sanction takes away."""

    WARNING = "warning", pgettext_lazy("sanction", "Word of warning")
    MUTE = "mute", pgettext_lazy("sanction", "No writing")
    NO_RANKED = "no_ranked", pgettext_lazy("sanction", "No ranked games")
    SUSPENSION = "suspension", pgettext_lazy("sanction", "Suspension")
    BAN = "ban", pgettext_lazy("sanction", "Ban")


class Sanction(models.Model):
    """What staff have decided about a person. Written by accounts.sanctions only."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="sanctions", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=SanctionKind)
    text = models.TextField(_("what the person reads"), max_length=1000)
    begins_at = models.DateTimeField(_("begins at"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """None: for good, or, of a warning, until it has been read."""
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering: ClassVar = ["-begins_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"

    def is_in_force(self, now: datetime) -> bool:
        """Whether it binds the person at this moment."""
        if self.lifted_at is not None:
            return False
        if self.kind == SanctionKind.WARNING:
            return self.read_at is None
        return self.until is None or now < self.until


class UserSession(models.Model):
    """A session of a member, as the list of sessions shows it; goes when the session ends.

    Only words about the browser are kept: neither its address nor its full name.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="user_sessions", verbose_name=_("player")
    )
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("device"), max_length=40, blank=True)
    begun_at = models.DateTimeField(_("begun at"))
    last_used_at = models.DateTimeField(_("last used at"))

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return f"Session {self.pk} of {self.user_id}"


class GuestArrival(models.Model):
    """From which address a guest came, as a pseudonym; for a week. Written by accounts.arrivals."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, related_name="arrival", verbose_name=_("player")
    )
    address = models.CharField(
        _("code of the address"), max_length=PSEUDONYM_LENGTH, db_index=True, editable=False
    )
    came_at = models.DateTimeField(_("came at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("arrival of a guest")
        verbose_name_plural = _("arrivals of guests")

    def __str__(self) -> str:
        return f"Arrival of {self.user_id}"


class GuestPause(models.Model):
    """An address, as a pseudonym, from which no new guest comes in for a while. Written by accounts.arrivals."""

    address = models.CharField(
        _("code of the address"), max_length=PSEUDONYM_LENGTH, unique=True, editable=False
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("pause for new guests")
        verbose_name_plural = _("pauses for new guests")

    def __str__(self) -> str:
        return f"Pause of {self.address}"


class SignOut(models.Model):
    """An event that ended sessions; kept until every process has closed the sockets opened under them."""

    # A number, not a foreign key: the row it names may be deleted before the session ends.
    person = models.BigIntegerField(_("person"))
    session = models.CharField(_("session"), max_length=16, blank=True)
    """The digest of the session that ended; empty for all that no longer fit the person."""
    at = models.DateTimeField(_("ended at"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("sign-out")
        verbose_name_plural = _("sign-outs")

    def __str__(self) -> str:
        return f"Sign-out {self.pk} of {self.person}"
