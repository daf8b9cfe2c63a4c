"""Tables of clubs: a club, its members, what waits for an answer, its news, games, boards and tables."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.emblems import EMBLEM_MAX_LENGTH, validate_emblem
from games.clubs.values import (
    ABOUT_MAX_LENGTH,
    CLUB_NAME_MAX_LENGTH,
    TEXT_MAX_LENGTH,
    TITLE_MAX_LENGTH,
)
from games.engine.board import BOARD_NAME_MAX_LENGTH, LONGEST_BOARD_CODE
from games.models import GameResult, Lobby
from games.models.result import KIND_CHOICES


class ClubEntry(models.TextChoices):
    """How one becomes a member."""

    OPEN = "open", pgettext_lazy("how to join a club", "Open to everybody")
    REQUEST = "request", pgettext_lazy("how to join a club", "By request")
    INVITATION = "invitation", pgettext_lazy("how to join a club", "By invitation only")


class ClubRole(models.IntegerChoices):
    """What a member may do; whoever has a smaller number stands above."""

    OWNER = 1, pgettext_lazy("role in a club", "Owner")
    OFFICER = 2, pgettext_lazy("role in a club", "Officer")
    MEMBER = 3, pgettext_lazy("role in a club", "Member")


class Club(models.Model):
    """A group of members. A closed one keeps its row and its games, and loses its members and texts."""

    name = models.CharField(_("name"), max_length=CLUB_NAME_MAX_LENGTH)
    name_key = models.CharField(max_length=255, db_index=True, editable=False)
    """The name in lower case: clubs are searched by its beginning."""
    name_skeleton = models.CharField(max_length=255, editable=False)
    """How the name looks: no two clubs look alike."""
    slug = models.CharField(_("address"), max_length=60, unique=True, editable=False)
    emblem = models.CharField(
        _("emblem"), max_length=EMBLEM_MAX_LENGTH, validators=[validate_emblem]
    )
    about = models.TextField(_("what it is about"), max_length=ABOUT_MAX_LENGTH, blank=True)
    languages = models.CharField(_("languages"), max_length=80, blank=True)
    """Codes, with a blank before and behind each: `" en pl "`."""
    entry = models.CharField(
        _("entry"), max_length=10, choices=ClubEntry, default=ClubEntry.REQUEST
    )
    founded_at = models.DateTimeField(_("founded at"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    size = models.PositiveIntegerField(_("members"), default=0)
    active = models.PositiveIntegerField(_("members who played lately"), default=0)
    counted_at = models.DateTimeField(_("counted at"), default=timezone.now, editable=False)
    """When `active` was last counted."""
    table_told_at = models.DateTimeField(_("told of a table at"), null=True, blank=True)

    class Meta:
        """No two open clubs have names that look or read alike; an index in the order of the list."""

        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name_skeleton"],
                condition=models.Q(closed_at=None),
                name="clubs_no_two_look_alike",
            ),
            models.UniqueConstraint(
                fields=["name_key"],
                condition=models.Q(closed_at=None),
                name="clubs_no_two_read_alike",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-active", "-size", "name_key"],
                condition=models.Q(closed_at=None),
                name="clubs_by_activity",
            ),
            models.Index(fields=["counted_at"], name="clubs_to_count"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def language_codes(self) -> list[str]:
        """The languages spoken there."""
        return self.languages.split()


class Membership(models.Model):
    """One person in one club."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="memberships",
        verbose_name=_("player"),
    )
    role = models.PositiveSmallIntegerField(_("role"), choices=ClubRole, default=ClubRole.MEMBER)
    joined_at = models.DateTimeField(_("joined at"), default=timezone.now)
    played_at = models.DateTimeField(_("last game ended at"), null=True, blank=True)
    """Of any game since joining, not only the club's."""
    streak = models.PositiveIntegerField(_("games of the club won in a row"), default=0)
    best_streak = models.PositiveIntegerField(_("the most of them"), default=0)

    class Meta:
        """A person is in a club once; a club has one owner."""

        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="clubs_member_once"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(role=1), name="clubs_one_owner"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "role", "joined_at"], name="clubs_members"),
            models.Index(fields=["club", "-played_at"], name="clubs_active_members"),
            models.Index(fields=["club", "-best_streak"], name="clubs_streaks"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}"


class Ask(models.Model):
    """What waits for an answer: a request to join, an invitation, or an offer to become the owner."""

    class Kind(models.TextChoices):
        """Who asks what."""

        REQUEST = "request", pgettext_lazy("what a club is asked", "Would like to join")
        INVITATION = "invitation", pgettext_lazy("what a club asks", "Is invited")
        HAND_OVER = "hand_over", pgettext_lazy("what a club asks", "Is to become the owner")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="asks", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="club_asks",
        verbose_name=_("player"),
    )
    """Who wants to join, or is invited."""
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("from"),
    )
    """The officer who invites, or the owner who hands over."""
    created_at = models.DateTimeField(_("asked at"), default=timezone.now)

    class Meta:
        """One of each kind for a person and a club."""

        verbose_name = _("open question of a club")
        verbose_name_plural = _("open questions of clubs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user", "kind"], name="clubs_asked_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "kind", "created_at"], name="clubs_open_asks"),
            models.Index(fields=["created_at"], name="clubs_old_asks"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.user_id}, {self.club_id}"


class Removal(models.Model):
    """A person whom officers removed, and who comes back by invitation only."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="removals", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="club_removals",
        verbose_name=_("player"),
    )
    created_at = models.DateTimeField(_("removed at"), default=timezone.now)

    class Meta:
        """One row for a person and a club."""

        verbose_name = _("removal from a club")
        verbose_name_plural = _("removals from clubs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="clubs_removed_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.club_id}"


class ClubNews(models.Model):
    """What an officer wrote to the members."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="news", verbose_name=_("club")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="club_news",
        verbose_name=_("author"),
    )
    title = models.CharField(_("title"), max_length=TITLE_MAX_LENGTH)
    text = models.TextField(_("text"), max_length=TEXT_MAX_LENGTH)
    created_at = models.DateTimeField(_("written at"), default=timezone.now)

    class Meta:
        """The latest first."""

        verbose_name = _("news of a club")
        verbose_name_plural = _("news of clubs")
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["club", "-created_at", "-id"], name="clubs_latest_news"),
            models.Index(fields=["created_at"], name="clubs_old_news"),
        ]

    def __str__(self) -> str:
        return self.title


class ClubGame(models.Model):
    """A finished game of which at least two thirds of the people were members when it ended."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="games", verbose_name=_("club")
    )
    result = models.ForeignKey(
        GameResult, on_delete=models.CASCADE, related_name="clubs", verbose_name=_("result")
    )
    kind = models.CharField(_("kind of game"), max_length=8, choices=KIND_CHOICES)
    ended_at = models.DateTimeField(_("ended at"))

    class Meta:
        """A game counts once for a club; the latest first."""

        verbose_name = _("game of a club")
        verbose_name_plural = _("games of clubs")
        ordering: ClassVar = ["-ended_at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "result"], name="clubs_game_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-ended_at"], name="clubs_games"),
            models.Index(fields=["club", "kind", "-ended_at"], name="clubs_games_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} of {self.club_id}"


class ClubBoard(models.Model):
    """A board that a club keeps for its tables."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="boards", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=BOARD_NAME_MAX_LENGTH)
    code = models.CharField(_("code"), max_length=LONGEST_BOARD_CODE)
    """See games.engine.board; of a custom board always."""
    made_at = models.DateTimeField(_("kept since"), default=timezone.now)

    class Meta:
        """A name once in a club; by name."""

        verbose_name = _("board of a club")
        verbose_name_plural = _("boards of clubs")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="clubs_board_name_once")
        ]

    def __str__(self) -> str:
        return self.name


class ClubLobby(models.Model):
    """A lobby in which only members of a club sit down."""

    lobby = models.OneToOneField(
        Lobby,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="of_club",
        verbose_name=_("lobby"),
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="lobbies", verbose_name=_("club")
    )

    class Meta:
        """Names."""

        verbose_name = _("table of a club")
        verbose_name_plural = _("tables of clubs")

    def __str__(self) -> str:
        return f"{self.lobby_id} of {self.club_id}"
