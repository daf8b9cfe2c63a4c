"""The form about notices: for each kind how to hear of it, and quiet hours."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.notice_choices import ALWAYS_HERE, Channels, choices_of, quiet_hours_of
from accounts.notice_models import NoticeKind
from accounts.push import is_offered
from accounts.unsubscribe import can_be_written_to

_REGIONS = (
    "Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/",
)  # fmt: skip
TIME_ZONES = [
    "UTC",
    *sorted(each for each in available_timezones() if each.startswith(_REGIONS)),
]
CHANNELS = {
    "here": pgettext_lazy("hear of it", "Here"),
    "push": pgettext_lazy("hear of it", "Push"),
    "mail": pgettext_lazy("hear of it", "Mail"),
}


@dataclass(frozen=True, slots=True)
class KindOfNotice:
    """One kind with its boxes, as the page shows it."""

    label: str
    boxes: list[forms.BoundField]


class NoticesForm(forms.Form):
    """What one person wants to hear of, how, and when not."""

    begins = forms.TimeField(
        label=pgettext_lazy("quiet hours", "From"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    ends = forms.TimeField(
        label=pgettext_lazy("quiet hours", "Until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=[(each, each.replace("_", " ")) for each in TIME_ZONES],
        widget=forms.Select(attrs={"data-time-zone": ""}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        hours = quiet_hours_of([user.pk]).get(user.pk)
        kwargs["initial"] = {
            "begins": hours and hours.begins,
            "ends": hours and hours.ends,
            "time_zone": hours.time_zone if hours else "UTC",
        }
        super().__init__(*args, **kwargs)
        if hours is not None:
            # Only a guess of the browser is replaced by another one.
            del self.fields["time_zone"].widget.attrs["data-time-zone"]
        self.chosen = choices_of(user)
        self.has_address = can_be_written_to(user.pk)
        self.channels = ["here"]
        self.channels += ["push"] if is_offered() else []
        self.channels += ["mail"] if self.has_address else []
        for kind, wanted in self.chosen.items():
            for channel in self.channels:
                self.fields[f"{kind.value}_{channel}"] = forms.BooleanField(
                    label=CHANNELS[channel],
                    required=False,
                    initial=getattr(wanted, channel),
                    disabled=channel == "here" and kind in ALWAYS_HERE,
                )

    def kinds(self) -> Iterator[KindOfNotice]:
        """Yield every kind with its boxes, in order."""
        for kind in NoticeKind:
            yield KindOfNotice(
                str(kind.label), [self[f"{kind.value}_{channel}"] for channel in self.channels]
            )

    def clean(self) -> None:
        """Quiet hours have a beginning and an end, or neither."""
        super().clean()
        begins, ends = self.cleaned_data.get("begins"), self.cleaned_data.get("ends")
        if (begins is None) != (ends is None) and not self.errors:
            missing = "begins" if begins is None else "ends"
            self.add_error(missing, _("Quiet hours need both times, or neither."))

    def choices(self) -> dict[NoticeKind, Channels]:
        """Return what was chosen; what the page did not offer stays as it is."""
        return {
            kind: Channels(
                **{
                    channel: self.cleaned_data.get(
                        f"{kind.value}_{channel}", getattr(wanted, channel)
                    )
                    for channel in CHANNELS
                }
            )
            for kind, wanted in self.chosen.items()
        }

    def quiet_hours(self) -> tuple[time | None, time | None, str]:
        """Return beginning, end and time zone."""
        data = self.cleaned_data
        return data["begins"], data["ends"], data["time_zone"]
