"""The filters of the community page, from its address.

An unknown choice counts as no choice.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.forms.player import ANY, SIZES
from games.statistics.community import BAND_WIDTH, HIGHEST_BAND, LOWEST_BAND
from games.values.game_kind import GameKind
from games.words.phrases import choices_of

ALL = "all"
BANDS = [
    (str(band), str(band)) for band in range(LOWEST_BAND, HIGHEST_BAND + BAND_WIDTH, BAND_WIDTH)
]


class CommunityForm(forms.Form):
    """The filters of the community's numbers."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("filter of games", "Kind"),
        required=False,
        choices=[(ALL, pgettext_lazy("headline", "All games")), *choices_of(GameKind)],
    )
    size = forms.ChoiceField(label=_("Players"), required=False, choices=[ANY, *SIZES])
    band = forms.ChoiceField(
        label=_("Mean rating of the table, from"), required=False, choices=[ANY, *BANDS]
    )

    month = forms.ChoiceField(label=pgettext_lazy("filter of games", "Month"), required=False)

    def __init__(
        self, data: Mapping[str, object], months: Iterable[date], kind: GameKind | None
    ) -> None:
        """Take an address, the months with games, and the kind that is shown unasked, None for all."""
        self.unasked = kind.value if kind else ALL
        super().__init__({"kind": self.unasked, **data})
        field = self.fields["month"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ANY,
            *((month.isoformat(), date_format(month, "YEAR_MONTH_FORMAT")) for month in months),
        ]

    @property
    def is_filtered(self) -> bool:
        """Whether the address asks for some of the games."""
        return any(self.data.get(name) for name in ("size", "band", "month")) or (
            self.data.get("kind") != self.unasked
        )

    def chosen(self) -> tuple[GameKind | None, int | None, int | None, date | None]:
        """Return kind (None for all), size, rating band and month (its first day)."""
        self.is_valid()
        kind, size, band, month = (
            self.cleaned_data.get(name) for name in ("kind", "size", "band", "month")
        )
        kind = kind or self.unasked
        return (
            None if kind == ALL else GameKind(kind),
            int(size) if size else None,
            int(band) if band and kind == GameKind.RANKED else None,
            date.fromisoformat(month) if month else None,
        )
