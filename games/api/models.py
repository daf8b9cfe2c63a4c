"""Tokens with which a person's own programs act for them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAME_MAX_LENGTH = 40
DIGEST_LENGTH = 64


class ApiToken(models.Model):
    """One token; of its text only a digest is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_tokens",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=NAME_MAX_LENGTH)
    """What its owner calls it."""
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True, editable=False)
    """The SHA-256 of its text, which is random and long enough to need no slow hash."""
    scopes = models.JSONField(pgettext_lazy("of a token", "allows"), default=list)
    created_at = models.DateTimeField(_("created at"), default=timezone.now)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        """The newest first."""

        verbose_name = pgettext_lazy("of the interface", "token")
        verbose_name_plural = pgettext_lazy("of the interface", "tokens")
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.name}"


class BotAccount(models.Model):
    """Says that an account is a bot; the row stays as long as the account."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="bot_account",
        verbose_name=_("player"),
    )
    since = models.DateTimeField(pgettext_lazy("of a bot account", "since"), default=timezone.now)

    class Meta:
        """Names for the admin."""

        verbose_name = pgettext_lazy("of the interface", "bot account")
        verbose_name_plural = pgettext_lazy("of the interface", "bot accounts")

    def __str__(self) -> str:
        return str(self.user)
