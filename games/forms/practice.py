"""The form of a practice game: which role to play, and how many players sit at the table."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Role
from games.values.lobby import PRACTICE_PLAYERS
from games.words.phrases import choices_of


class PracticeForm(forms.Form):
    """Both fields may be missing: then the role is dealt like all others, at the usual table."""

    role = forms.TypedChoiceField(
        label=_("Your role"),
        required=False,
        coerce=Role,
        empty_value=None,
        choices=[
            ("", pgettext_lazy("secret role", "As it is dealt")),
            *choices_of(Role),
        ],
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        required=False,
        coerce=int,
        empty_value=PRACTICE_PLAYERS,  # type: ignore[arg-type]
        initial=PRACTICE_PLAYERS,
        choices=[(number, str(number)) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
    )
