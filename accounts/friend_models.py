"""Tables of friends: who is whose friend, who has asked, and who is on the site now.

Friendship and FriendRequest are written by accounts.friends only, Presence by accounts.presence only.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """One direction of a friendship: there are always two rows, so that one index finds all friends of a person."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="friendships",
        verbose_name=_("player"),
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("friend"),
    )
    since = models.DateTimeField(_("friends since"), default=timezone.now)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "friend"], name="one_friendship_per_pair")
        ]

    def __str__(self) -> str:
        return f"Friendship {self.pk} of {self.user_id}"


class FriendRequest(models.Model):
    """A request of one person to another one. The asker is never told that it was declined."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="friend_requests",
        verbose_name=_("asker"),
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="friend_requests_received",
        verbose_name=_("asked person"),
    )
    asked_at = models.DateTimeField(_("asked at"), null=True, default=timezone.now)
    """When it was asked, as the asker sees it; None: the asker took it back."""
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)
    """When it was declined; also set at once between people of whom one has blocked the other."""

    class Meta:
        verbose_name = _("friend request")
        verbose_name_plural = _("friend requests")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "asked"], name="one_friend_request_per_pair")
        ]

    def __str__(self) -> str:
        return f"Friend request {self.pk} of {self.user_id}"


class Presence(models.Model):
    """A lease: until when a person counts as being on the site. Their open pages renew it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="presence",
        verbose_name=_("player"),
    )
    until = models.DateTimeField(_("on the site until"), db_index=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return f"Presence of {self.user_id}"
