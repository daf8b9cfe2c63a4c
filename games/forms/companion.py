"""The companion's forms: the people at a table with real cards, and the game so far.

The game so far is in the page's address, and as untrusted as any input.
"""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.companion.companion import PhysicalTable, play_reports
from games.companion.table_reports import MOST_CHARACTERS, TableReport, decode
from games.engine.errors import IllegalAction
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, standard_ruleset
from games.engine.vocabulary import Edition
from games.forms.table import SIZES, clean_table_name
from games.words.phrases import choices_of

NAME_MAX_LENGTH = 20


class PeopleForm(forms.Form):
    """Names in the order of seats; empty fields are not seats."""

    edition = forms.ChoiceField(label=_("Rules edition"), choices=choices_of(Edition))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, MOST_PLAYERS + 1):
            self.fields[f"name_{place}"] = forms.CharField(
                label=_("Seat %(place)d") % {"place": place},
                required=False,
                max_length=NAME_MAX_LENGTH,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "autocapitalize": "words", "dir": "auto"}
                ),
            )

    @property
    def places(self) -> list[forms.BoundField]:
        """Return the fields of the names."""
        return [self[f"name_{place}"] for place in range(1, MOST_PLAYERS + 1)]

    def clean(self) -> dict[str, Any]:
        """Return the typed names, as `names`."""
        cleaned = super().clean() or self.cleaned_data
        typed = (cleaned.get(field.name) or "" for field in self.places)
        names = [name for name in map(clean_table_name, typed) if name]
        if len(names) < FEWEST_PLAYERS:
            raise ValidationError(_("Give at least five names."))
        if len({name.casefold() for name in names}) < len(names):
            raise ValidationError(
                _("Two people have the same name: add a letter to tell them apart.")
            )
        return {**cleaned, "names": names}


class ReportedGameForm(forms.Form):
    """A whole game from an address; valid only if the rules allow every step."""

    players = forms.TypedChoiceField(coerce=int, choices=SIZES)
    edition = forms.ChoiceField(choices=choices_of(Edition))
    so_far = forms.CharField(required=False, max_length=MOST_CHARACTERS)

    def clean_so_far(self) -> tuple[TableReport, ...]:
        """Return the reports that the letters and seats stand for."""
        try:
            return decode(self.cleaned_data["so_far"])
        except ValueError:
            raise ValidationError("so_far") from None

    def clean(self) -> dict[str, Any]:
        """Return the table after all reports, as `table`."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        rules = standard_ruleset(cleaned["players"], Edition(cleaned["edition"]))
        try:
            table: PhysicalTable = play_reports(rules, cleaned["so_far"])
        except IllegalAction as refused:
            raise ValidationError(refused.reason.value) from None
        return {**cleaned, "table": table}
