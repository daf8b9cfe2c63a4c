"""Which games the community page is about, from its address.

Door: CommunityForm. A choice that does not exist is read as none.
"""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.forms.player import ANY, SIZES
from games.game_kind import GameKind
from games.phrases import choices_of
from games.statistics.community import BAND_WIDTH, HIGHEST_BAND, LOWEST_BAND

BANDS = [
    (str(band), str(band)) for band in range(LOWEST_BAND, HIGHEST_BAND + BAND_WIDTH, BAND_WIDTH)
]


class CommunityForm(forms.Form):
    """Filters of the community's numbers."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("filter of games", "Kind"),
        required=False,
        choices=choices_of(GameKind),
    )
    size = forms.ChoiceField(label=_("Players"), required=False, choices=[ANY, *SIZES])
    band = forms.ChoiceField(
        label=_("Mean rating of the table, from"), required=False, choices=[ANY, *BANDS]
    )

    def chosen(self) -> tuple[str, int | None, int | None]:
        """Kind, size and rating band."""
        self.is_valid()
        kind, size, band = (self.cleaned_data.get(name) for name in ("kind", "size", "band"))
        return (
            kind or GameKind.RANKED.value,
            int(size) if size else None,
            int(band) if band and (kind or GameKind.RANKED) == GameKind.RANKED else None,
        )
