"""Tables of how people hear of notices: their choices, quiet hours, devices, and each push or mail that is to go out."""

from datetime import datetime, time, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.notice_models import Notice, NoticeKind


class NoticeChoice(models.Model):
    """How one person wants to hear of one kind of notice; without a row the usual holds, see accounts.notice_choices."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="notice_choices",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=16, choices=NoticeKind)
    here = models.BooleanField(_("on this site"))
    push = models.BooleanField(_("on the devices"))
    mail = models.BooleanField(_("by mail"))

    class Meta:
        verbose_name = _("choice of notices")
        verbose_name_plural = _("choices of notices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind"], name="one_choice_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class QuietHours(models.Model):
    """When one person wants neither pushes nor mails, in their own time zone."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="quiet_hours",
        verbose_name=_("player"),
    )
    begins = models.TimeField(_("begins"))
    ends = models.TimeField(_("ends"))
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")

    class Meta:
        verbose_name = _("quiet hours")
        verbose_name_plural = _("quiet hours")

    def __str__(self) -> str:
        return f"{self.begins}-{self.ends} {self.time_zone} of {self.user_id}"

    def over_at(self, now: datetime) -> datetime | None:
        """Return when the quiet hours that it is now are over; None if it is none of them."""
        local = now.astimezone(ZoneInfo(self.time_zone))
        clock = local.time()
        if self.begins <= self.ends:
            is_quiet = self.begins <= clock < self.ends
        else:
            is_quiet = clock >= self.begins or clock < self.ends
        if not is_quiet:
            return None
        day = local.date() if clock < self.ends else local.date() + timedelta(days=1)
        end = datetime.combine(day, self.ends or time(), tzinfo=local.tzinfo)
        return max(end, now + timedelta(minutes=1))


class PushDevice(models.Model):
    """A browser that a person has asked to show pushes (RFC 8030); written by accounts.push_devices."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_devices",
        verbose_name=_("player"),
    )
    endpoint = models.CharField(_("address"), max_length=1000, unique=True, editable=False)
    """Where its push service takes messages for it: who knows it can write there, so no page shows it."""
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    password_mark = models.CharField(max_length=16, editable=False)
    """Changes with the password: a device that an intruder has registered falls silent with it."""
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("device"), max_length=40, blank=True)
    created_at = models.DateTimeField(_("registered at"), default=timezone.now)
    reached_at = models.DateTimeField(_("last reached at"), null=True, blank=True)

    class Meta:
        verbose_name = _("device for pushes")
        verbose_name_plural = _("devices for pushes")
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"Device {self.pk} of {self.user_id}"


class NoticeDelivery(models.Model):
    """One push to one device, or one mail, about one notice; it goes out once at most."""

    notice = models.ForeignKey(
        Notice, on_delete=models.CASCADE, related_name="deliveries", verbose_name=_("notice")
    )
    device = models.ForeignKey(
        PushDevice,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        verbose_name=_("device"),
    )
    """None: a mail."""
    due_at = models.DateTimeField(_("to be sent from"), null=True, blank=True)
    """None: sent, given up or needless, or a process is sending it."""
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery of a notice")
        verbose_name_plural = _("deliveries of notices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice", "device"], name="one_push_to_a_device"),
            models.UniqueConstraint(
                fields=["notice"], condition=models.Q(device=None), name="one_mail_about_a_notice"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(due_at__isnull=False),
                name="accounts_due_deliveries",
            )
        ]

    def __str__(self) -> str:
        return f"{'Mail' if self.device_id is None else 'Push'} about notice {self.notice_id}"
