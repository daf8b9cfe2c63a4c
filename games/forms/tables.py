"""The form that filters the open tables; its fields are those of TableFilter."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.values.languages import LANGUAGES
from games.values.table_filter import TableFilter, WantedKind, WantedPace
from games.values.timing import Pace
from games.words.phrases import PACE_NAMES


class FilterForm(forms.Form):
    """What the reader wants of a table."""

    spoken = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", pgettext_lazy("filter of languages", "All")), *LANGUAGES.items()],
    )
    pace = forms.ChoiceField(
        label=pgettext_lazy("how fast a game is played", "Pace"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter of paces", "All")),
            *((each.value, PACE_NAMES[Pace(each.value)]) for each in list(WantedPace)[:-1]),
            (WantedPace.SLOW.value, pgettext_lazy("filter of paces", "Slow: hours or days")),
        ],
    )
    kind = forms.ChoiceField(
        label=pgettext_lazy("of a table", "Kind"),
        required=False,
        choices=[
            ("", pgettext_lazy("filter of kinds", "All")),
            (WantedKind.RANKED.value, _("Ranked game")),
            (WantedKind.CASUAL.value, _("Casual game")),
        ],
    )
    free = forms.BooleanField(label=_("Only with a free seat"), required=False)

    def __init__(self, wanted: TableFilter) -> None:
        super().__init__(
            initial={
                "spoken": wanted.spoken,
                "pace": wanted.pace,
                "kind": wanted.kind,
                "free": bool(wanted.free),
            },
            auto_id="filter-%s",
        )

    def chosen(self) -> str:
        """Return in words what is chosen; empty if all tables are shown."""
        names = []
        for name, field in self.fields.items():
            value = self.initial[name]
            if value and isinstance(field, forms.ChoiceField):
                names.append(str(dict(field.choices)[value]))  # type: ignore[arg-type]
            elif value:
                names.append(str(field.label))
        return " · ".join(names)
