"""The narrator's form."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.engine.board import BoardCode, code_of, custom_board, players_of
from games.engine.errors import IllegalSetup
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import BoardKind

PAUSES = [("4", _("short")), ("8", _("ordinary")), ("14", _("long"))]


class NarratorForm(forms.Form):
    """The number of players, the language, how long players need to look around, and the board."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(size, size) for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    pause = forms.ChoiceField(label=_("Pauses"), choices=PAUSES)
    board = forms.CharField(required=False, widget=forms.HiddenInput)
    """The code of a custom board; anything else means the printed one, as the opening of a rebalanced game is the same."""

    def clean_board(self) -> BoardCode:
        """Take the printed board for a code of no custom board."""
        code: BoardCode = self.cleaned_data["board"]
        try:
            return code_of(custom_board(code))
        except IllegalSetup:
            return BoardKind.STANDARD.value

    def clean(self) -> dict[str, Any]:
        """A custom board is for one number of players."""
        cleaned = super().clean() or self.cleaned_data
        # A board with a character that no text may have is missing here.
        size = players_of(cleaned.get("board", BoardKind.STANDARD.value))
        return cleaned if size is None else {**cleaned, "players": size}
