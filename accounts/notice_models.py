"""The table of notices: what the site has to tell one person, wherever they are. Written by accounts.notices only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class NoticeKind(models.TextChoices):
    """What a notice is about; for each kind everybody chooses how to hear of it."""

    TURN = "turn", pgettext_lazy("kind of notice", "A slow game waits for me")
    INVITATION = "invitation", pgettext_lazy("kind of notice", "I am invited to a table")
    FRIEND = "friend", pgettext_lazy("kind of notice", "Somebody asks to be my friend, or answers")
    FRIEND_AT_TABLE = (
        "friend_at_table",
        pgettext_lazy("kind of notice", "A friend is at a table with a free seat"),
    )
    TABLE = "table", pgettext_lazy("kind of notice", "A table I asked to hear of has opened")
    NIGHT = "night", pgettext_lazy("kind of notice", "A game night")
    CLUB = "club", pgettext_lazy("kind of notice", "News of a club")
    MODERATION = "moderation", pgettext_lazy("kind of notice", "The moderators")
    RATING = "rating", pgettext_lazy("kind of notice", "My rating was corrected")


class Notice(models.Model):
    """One thing told to one person. The words are made for its reader when it is read: see accounts.notices."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notices",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=16, choices=NoticeKind)
    sentence = models.CharField(_("sentence"), max_length=32)
    """The slug of a sentence that an app has registered."""
    facts = models.JSONField(_("facts"), default=dict, blank=True)
    """Names and numbers that the sentence holds."""
    path = models.CharField(_("page"), max_length=200)
    """Where a press leads, on this site: begins with a slash."""
    key = models.CharField(_("about"), max_length=80, db_index=True)
    """What it is about: nobody is told of one thing twice."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("from"),
    )
    """The person it comes from; None: the site."""
    created_at = models.DateTimeField(_("written at"), default=timezone.now)
    expires_at = models.DateTimeField(_("holds until"), null=True, blank=True)
    """From then on it is neither shown nor sent; None: it holds until it is forgotten."""
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="one_notice_about_a_thing")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["user"],
                condition=models.Q(read_at=None),
                name="accounts_unread_notices",
            )
        ]

    def __str__(self) -> str:
        return f"Notice {self.pk} to {self.user_id}"
