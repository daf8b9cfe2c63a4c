"""Which new tables somebody wants to hear of."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.forms.table import SIZES
from games.values.table_wish import RankedWish, WishedTable
from games.values.timing import Pace
from games.words.phrases import choices_of


class TableWishForm(forms.Form):
    """What a table has to be like."""

    fewest_players = forms.TypedChoiceField(
        label=_("Fewest players"), coerce=int, choices=SIZES, initial=FEWEST_PLAYERS
    )
    most_players = forms.TypedChoiceField(
        label=_("Most players"), coerce=int, choices=SIZES, initial=MOST_PLAYERS
    )
    language = forms.ChoiceField(
        label=_("Language of the host"),
        required=False,
        choices=[("", pgettext_lazy("language", "Any")), *settings.LANGUAGES],
    )
    ranked = forms.TypedChoiceField(
        label=_("Ranked or just for fun"),
        required=False,
        coerce=RankedWish,
        empty_value=RankedWish.EITHER,
        choices=[
            (RankedWish.EITHER.value, pgettext_lazy("games", "Either")),
            (RankedWish.RANKED.value, pgettext_lazy("games", "Ranked")),
            (RankedWish.CASUAL.value, pgettext_lazy("games", "Just for fun")),
        ],
    )
    paces = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("how fast a game is played", "Pace"),
        required=False,
        coerce=Pace,
        choices=[(value, name) for value, name in choices_of(Pace) if value != Pace.NONE],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tick none, and any will do."),
    )

    def __init__(self, *args: Any, wish: WishedTable | None, **kwargs: Any) -> None:
        if wish is not None:
            kwargs["initial"] = {
                "fewest_players": wish.fewest_players,
                "most_players": wish.most_players,
                "language": wish.language,
                "ranked": wish.ranked.value,
                "paces": [each.value for each in wish.paces],
            }
        super().__init__(*args, **kwargs)

    def clean(self) -> None:
        """Check the range of seats."""
        super().clean()
        fewest, most = (self.cleaned_data.get(key) for key in ("fewest_players", "most_players"))
        if fewest and most and fewest > most:
            self.add_error(
                "most_players", _("This is less than the fewest players you have chosen.")
            )

    def wish(self) -> WishedTable:
        """Return the wish of a valid form."""
        return WishedTable(**self.cleaned_data)
