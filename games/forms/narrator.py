"""The narrator's form."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS

PAUSES = [("4", _("short")), ("8", _("ordinary")), ("14", _("long"))]


class NarratorForm(forms.Form):
    """The number of players, the language, and how long players need to look around."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(size, size) for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    pause = forms.ChoiceField(label=_("Pauses"), choices=PAUSES)
