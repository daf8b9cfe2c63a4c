"""Forms of clubs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.emblems import deal_emblem, read_emblem
from accounts.forms import EmblemForm
from accounts.names import NAME_MAX_LENGTH
from games.clubs.models import Club, ClubEntry
from games.clubs.values import (
    ABOUT_MAX_LENGTH,
    CLUB_NAME_MAX_LENGTH,
    TEXT_MAX_LENGTH,
    TITLE_MAX_LENGTH,
)
from games.values.languages import LANGUAGES


class ClubForm(EmblemForm):
    """What a club is: for its founding, and later for its owner."""

    name = forms.CharField(label=_("Name of the club"), max_length=CLUB_NAME_MAX_LENGTH)
    about = forms.CharField(
        label=_("What is it about?"),
        max_length=ABOUT_MAX_LENGTH,
        required=False,
        help_text=_("Who you are, when you play. Everybody can read it."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages spoken"),
        choices=list(LANGUAGES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    entry = forms.ChoiceField(
        label=_("How does one join?"), choices=ClubEntry.choices, widget=forms.RadioSelect
    )

    def values(self) -> dict[str, Any]:
        """What was chosen, as the services take it, once the form is valid."""
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "about": typed["about"],
            "languages": typed["languages"],
            "entry": ClubEntry(typed["entry"]),
            "emblem": str(self.chosen()),
        }


def first_values(club: Club | None, language: str) -> dict[str, Any]:
    """Return what a ClubForm shows at first: of this club, or of one that is being founded."""
    worn = read_emblem(club.emblem if club else deal_emblem())
    return {
        "name": club.name if club else "",
        "about": club.about if club else "",
        "languages": club.language_codes if club else [language],
        "entry": club.entry if club else ClubEntry.REQUEST,
        "symbol": worn.symbol,
        "ink": worn.ink,
        "ground": worn.ground,
    }


class NewsForm(forms.Form):
    """Something to tell the members."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_MAX_LENGTH)
    text = forms.CharField(
        label=pgettext_lazy("of news", "Text"),
        max_length=TEXT_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class InvitationForm(forms.Form):
    """Whom an officer invites."""

    name = forms.CharField(
        label=_("Name of a player"),
        max_length=NAME_MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class FindForm(forms.Form):
    """Which clubs to list."""

    q = forms.CharField(
        label=_("Name begins with"),
        max_length=CLUB_NAME_MAX_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", pgettext_lazy("language", "Any")), *LANGUAGES.items()],
    )


class NewNameForm(forms.Form):
    """The name that moderators give a club."""

    name = forms.CharField(label=_("The new name"), max_length=CLUB_NAME_MAX_LENGTH)
