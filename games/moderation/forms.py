"""Forms of moderation."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from accounts.names import NAME_MAX_LENGTH
from games.models import GameResult
from games.moderation.cases import ENDING
from games.moderation.evidence import Line
from games.moderation.models import (
    APPEAL_MAX_LENGTH,
    SENTENCE_MAX_LENGTH,
    TOKEN_LENGTH,
    Decision,
    ReportReason,
)


class ReportForm(forms.Form):
    """Why somebody is reported, and by which of their lines."""

    reason = forms.ChoiceField(
        label=_("Why do you report this?"), choices=ReportReason.choices, widget=forms.RadioSelect
    )
    line = forms.TypedChoiceField(
        label=_("Which line?"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    sentence = forms.CharField(
        label=_("In your words"),
        max_length=SENTENCE_MAX_LENGTH,
        required=False,
        help_text=_("A sentence helps the moderators. The player does not see it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, lines: Iterable[Line] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(each.number, each.text) for each in lines]
        if choices:
            whole = pgettext_lazy("a line of talk", "None in particular")
            self.fields["line"].choices = [*choices, ("", whole)]  # type: ignore[attr-defined]
        else:
            del self.fields["line"]


def _lengths() -> list[tuple[int, str]]:
    """Return how long a decision may last: hours, and the words for them."""
    hours = [(each, ngettext("%d hour", "%d hours", each) % each) for each in (1, 12)]
    days = (1, 3, 7, 30, 90)
    return hours + [(each * 24, ngettext("%d day", "%d days", each) % each) for each in days]


class DecisionForm(forms.Form):
    """What follows from a case; fields that the decision does not need are left out."""

    lasts = forms.TypedChoiceField(label=_("How long"), choices=_lengths, coerce=int)
    new_name = forms.CharField(label=_("The player's new name"), max_length=NAME_MAX_LENGTH)
    text = forms.CharField(
        label=_("What the player reads"),
        max_length=1000,
        help_text=_("In the player's language. Say nothing about who reported."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    annulled = forms.TypedMultipleChoiceField(
        label=_("Ranked games that are to count for nobody"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    clears_about = forms.BooleanField(
        label=_("Take away the line that the player wrote about themselves"), required=False
    )
    note = forms.CharField(
        label=_("Note for other moderators"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        *args: Any,
        decision: Decision,
        about: str,
        games: Iterable[GameResult],
        language: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        # For voices that read it out: the language of the person who is written to.
        self.fields["text"].widget.attrs["lang"] = language
        choices = [(each.game_id, f"{each.game.name} ({each.game.code})") for each in games]
        self.fields["clears_about"].help_text = about
        self.fields["annulled"].choices = choices  # type: ignore[attr-defined]
        unneeded = {
            "lasts": decision not in ENDING,
            "new_name": decision is not Decision.RENAME,
            "text": decision is Decision.NOTHING,
            "annulled": not choices,
            # Whoever loses the line is told why.
            "clears_about": not about or decision is Decision.NOTHING,
        }
        for name, is_unneeded in unneeded.items():
            if is_unneeded:
                del self.fields[name]

    @property
    def length(self) -> timedelta | None:
        """How long the decision lasts; None for one without an end."""
        hours = self.cleaned_data.get("lasts")
        return None if hours is None else timedelta(hours=hours)


class _StillThere(forms.TypedMultipleChoiceField):
    """Of what was ticked, what is still offered: a guest may have become a member meanwhile."""

    def to_python(self, value: Any) -> list[str]:
        """Return the values that are valid choices."""
        return [each for each in super().to_python(value) if self.valid_value(each)]


def _pauses() -> list[tuple[int, str]]:
    """Return for how many hours no new guest may come in, and the words for it."""
    never = (0, pgettext("a pause for new guests", "No, let them in"))
    return [never] + [(each, ngettext("%d hour", "%d hours", each) % each) for each in (1, 6, 24)]


class WaveForm(forms.Form):
    """One decision about many guests of one address."""

    guests = _StillThere(
        label=_("About whom"), coerce=int, widget=forms.CheckboxSelectMultiple, choices=[]
    )
    lasts = forms.TypedChoiceField(label=_("How long"), choices=_lengths, coerce=int)
    text = forms.CharField(
        label=_("What the players read"),
        max_length=1000,
        help_text=_("In the players’ language. Say nothing about who reported."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    pause = forms.TypedChoiceField(
        label=_("Refuse new guests from this address?"),
        choices=_pauses,
        coerce=int,
        initial=1,
        help_text=_(
            "A school or a family shares an address. Whoever has an account can still log in, and anybody can sign up."
        ),
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Note for other moderators"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    token = forms.CharField(max_length=TOKEN_LENGTH, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, decision: Decision, guests: Iterable[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["guests"].choices = list(guests)  # type: ignore[attr-defined]
        if decision not in ENDING:
            del self.fields["lasts"]

    @property
    def length(self) -> timedelta | None:
        """How long the decision lasts; None for one without an end."""
        hours = self.cleaned_data.get("lasts")
        return None if hours is None else timedelta(hours=hours)

    @property
    def pause_length(self) -> timedelta | None:
        """How long no new guest comes in; None for not at all."""
        hours = self.cleaned_data["pause"]
        return timedelta(hours=hours) if hours else None


class AppealForm(forms.Form):
    """Why a sanction should be lifted."""

    text = forms.CharField(
        label=_("Why should it be lifted?"),
        max_length=APPEAL_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
