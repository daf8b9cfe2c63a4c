"""The form with which a night is announced."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.core.validators import URLValidator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.word_lists import is_listed_talk, refuse_listed_name
from games.clubs.models import Club
from games.forms.table import clean_table_name
from games.nights.announcing import NightPlan
from games.nights.models import (
    MOST_PLACES,
    MOST_ROUNDS,
    NAME_MAX_LENGTH,
    TEXT_MAX_LENGTH,
    Night,
)
from games.nights.pairing import FEWEST
from games.values.chat import TalkMode
from games.values.refusals import ServiceReason
from games.values.timing import SLOW, Pace
from games.words.phrases import choices_of, reason_text

KEPT_FIELDS = (
    "name",
    "zone",
    "languages",
    "places",
    "round_count",
    "pace",
    "talk",
    "voice_url",
    "text",
)
"""What a form to change a night begins with, beside its time."""
SOONEST = timedelta(minutes=15)
LATEST = timedelta(days=180)
USUAL_PLACES, USUAL_ROUNDS = 24, 3
VOICE_MAX_LENGTH = 200
_OLD_NAMES = ("Etc/", "SystemV/", "US/", "Brazil/", "Canada/", "Chile/", "Mexico/", "posix/")


@cache
def _zones() -> list[tuple[str, str]]:
    places = (
        each for each in available_timezones() if "/" in each and not each.startswith(_OLD_NAMES)
    )
    return [(each, each.replace("_", " ")) for each in ("UTC", *sorted(places))]


def _paces() -> Iterable[tuple[str, Any]]:
    """Return the paces of an evening: neither days nor none, as everybody waits for the last table."""
    return [each for each in choices_of(Pace) if each[0] not in {*SLOW, Pace.NONE}]


class NightForm(forms.Form):
    """Everything about a night. `clubs`: those whose nights this person announces."""

    club = forms.ModelChoiceField(
        label=_("For a club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("No club: everybody is invited"),
    )
    members_only = forms.BooleanField(
        label=_("For members of the club only"),
        required=False,
    )
    name = forms.CharField(
        label=_("Name of the night"),
        max_length=NAME_MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    starts = forms.DateTimeField(
        label=_("Date and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        initial="UTC",
        help_text=_("Everybody sees the time in their own zone."),
        # The page fills in the zone of this device.
        widget=forms.Select(attrs={"data-own-zone": ""}),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages spoken"),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=FEWEST,
        max_value=MOST_PLACES,
        initial=USUAL_PLACES,
        help_text=_("Whoever comes later waits for a free place."),
    )
    round_count = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=USUAL_ROUNDS
    )
    pace = forms.TypedChoiceField(
        label=pgettext_lazy("how fast a game is played", "Pace"),
        coerce=Pace,
        choices=_paces,
        initial=Pace.RELAXED,
    )
    talk = forms.TypedChoiceField(
        label=pgettext_lazy("setting of a table", "Table talk"),
        coerce=TalkMode,
        choices=choices_of(TalkMode),
        initial=TalkMode.FREE,
    )
    is_ranked = forms.BooleanField(
        label=_("Ranked games"),
        required=False,
        help_text=_("For people with a confirmed e-mail address only."),
    )
    voice_url = forms.URLField(
        label=_("Link to a voice room"),
        required=False,
        max_length=VOICE_MAX_LENGTH,
        assume_scheme="https",
        validators=[
            URLValidator(schemes=["https"], message=_("The link has to begin with https://."))
        ],
        help_text=_("Only people with a place see it."),
    )
    text = forms.CharField(
        label=_("What people should know"),
        required=False,
        max_length=TEXT_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *arguments: Any, clubs: QuerySet[Club], **named: Any) -> None:
        super().__init__(*arguments, **named)
        club = self.fields["club"]
        assert isinstance(club, forms.ModelChoiceField)
        club.queryset = clubs
        if not clubs.exists():
            del self.fields["club"], self.fields["members_only"]

    def clean_name(self) -> str:
        """Refuse a name without visible characters, and one with a listed word."""
        name = clean_table_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Please give the night a name."), code="required")
        refuse_listed_name(name)
        return name

    def clean_text(self) -> str:
        """Refuse a text with a listed word."""
        text: str = self.cleaned_data["text"]
        if is_listed_talk(text):
            raise forms.ValidationError(reason_text(ServiceReason.LISTED_WORD))
        return text

    def clean(self) -> None:
        """Understand the time in the chosen zone, and refuse one that is too soon or too far away."""
        super().clean()
        if self.cleaned_data.get("members_only") and not self.cleaned_data.get("club"):
            self.add_error("members_only", _("Please choose the club."))
        typed, zone = self.cleaned_data.get("starts"), self.cleaned_data.get("zone")
        if typed is None or not zone:
            return
        starts_at = typed.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
        now = timezone.now()
        if starts_at < now + SOONEST:
            self.add_error(
                "starts", _("Please choose a time at least a quarter of an hour from now.")
            )
        elif starts_at > now + LATEST:
            self.add_error("starts", _("Please choose a time within half a year."))
        self.cleaned_data["starts_at"] = starts_at

    def plan(self) -> NightPlan:
        """Return the choices of a valid form."""
        data = self.cleaned_data
        starts_at: datetime = data["starts_at"]
        return NightPlan(
            name=data["name"],
            text=data["text"],
            starts_at=starts_at,
            zone=data["zone"],
            languages=data["languages"],
            pace=data["pace"].value,
            talk=data["talk"].value,
            is_ranked=data["is_ranked"],
            voice_url=data["voice_url"],
            places=data["places"],
            round_count=data["round_count"],
            club_id=None if data.get("club") is None else data["club"].pk,
            members_only=data.get("members_only", False),
        )


class ChangeForm(NightForm):
    """The same for a night that is announced: for whom it is, and whether it counts, stays."""

    def __init__(self, *arguments: Any, night: Night, **named: Any) -> None:
        kept = {each: getattr(night, each) for each in KEPT_FIELDS}
        kept["starts"] = night.starts_there
        super().__init__(*arguments, initial=kept, clubs=Club.objects.none(), **named)
        del self.fields["is_ranked"]

    def plan(self) -> NightPlan:
        """Return the choices of a valid form."""
        self.cleaned_data["is_ranked"] = False
        return super().plan()
