"""Forms of a practice game: which role at which table, and how its bots go on."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Role
from games.values.bots import BotPace
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


class BotPaceForm(forms.Form):
    """One button of a practice table: the next step of the bots, or the pace of all that follow."""

    STEP = "step"
    _PACES: ClassVar = {"people": BotPace.PEOPLE, "steps": BotPace.STEPS, "fast": BotPace.FAST}

    do = forms.ChoiceField(choices=[(each, each) for each in (STEP, *_PACES)])
    decision = forms.CharField(required=False, max_length=64)
    """Which decision is wanted; a step that is already made is not made again."""

    @property
    def pace(self) -> BotPace | None:
        """The pace that was chosen; None for one step."""
        return self._PACES.get(self.cleaned_data["do"])
