"""The part of a lobby's settings that chooses the board."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.board import BOARD_NAME_MAX_LENGTH, BoardCode, kind_of, players_of
from games.engine.errors import IllegalSetup
from games.engine.vocabulary import BoardKind
from games.forms.boards import (
    LINK_MAX_LENGTH,
    board_of_link,
    clean_board_name,
    fit_board_name,
    known_code,
)
from games.models import Lobby
from games.values.boards import KeptBoard
from games.values.refusals import ServiceReason
from games.words.phrases import reason_text

_KINDS = [
    (BoardKind.STANDARD.value, pgettext_lazy("board", "Standard")),
    (
        BoardKind.REBALANCED.value,
        _("Rebalanced: 6 players begin with a Fascist policy, 7 and 9 have one fewer in the box"),
    ),
]
_CUSTOM = (
    BoardKind.CUSTOM.value,
    _("Custom, by its link or code: the table seats as many as the board is for"),
)


class BoardFields(forms.Form):
    """Which board is played."""

    board = forms.ChoiceField(
        label=pgettext_lazy("setting of a table", "Board"),
        # Not required, as the form of an older page lacks the field.
        required=False,
        initial=BoardKind.STANDARD.value,
        widget=forms.RadioSelect,
    )
    board_link = forms.CharField(
        label=_("Link or code of a custom board"),
        required=False,
        max_length=LINK_MAX_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    board_name = forms.CharField(
        label=_("Short name of a custom board"),
        required=False,
        max_length=BOARD_NAME_MAX_LENGTH,
        help_text=_("It may stay empty. A link brings its own."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def offer_boards(self, kept: Sequence[KeptBoard], lobby: Lobby | None) -> None:
        """Offer the boards that clubs of the host keep, too; a lobby keeps its board until another one is chosen."""
        self.kept = {f"club-{each.id}": each for each in kept}
        self.present = (lobby.board, lobby.board_name) if lobby else (BoardKind.STANDARD.value, "")
        field = self.fields["board"]
        assert isinstance(field, forms.ChoiceField)
        of_clubs = [(key, f"{each.name} · {each.club}") for key, each in self.kept.items()]
        field.choices = [*_KINDS, *of_clubs, _CUSTOM]

    def clean_board_name(self) -> str:
        """Refuse a name with a listed word."""
        return clean_board_name(self.cleaned_data["board_name"])

    def clean(self) -> dict[str, Any] | None:
        """Find the board that was chosen; a custom one sets the number of seats, and is never ranked."""
        super().clean()
        data = self.cleaned_data
        if "board" not in data:
            return data
        data["board"], data["board_name"] = self._chosen()
        size = players_of(data["board"])
        if size is not None:
            if data.get("is_ranked"):
                self.add_error("board", reason_text(ServiceReason.BOARD_NOT_RANKED))
            data["fewest_players"] = data["most_players"] = size
        return data

    def _chosen(self) -> tuple[BoardCode, str]:
        chosen: str = self.cleaned_data["board"]
        if not chosen:
            return self.present
        if chosen in self.kept:
            return self.kept[chosen].code, self.kept[chosen].name
        if chosen != BoardKind.CUSTOM.value:
            return chosen, ""
        code, name = board_of_link(self.cleaned_data.get("board_link", ""))
        try:
            code = known_code(code)
        except IllegalSetup as refused:
            self.add_error("board_link", reason_text(refused.reason))
            return self.present
        is_custom = kind_of(code) is BoardKind.CUSTOM
        return code, (self.cleaned_data.get("board_name") or name) if is_custom else ""


def board_choice(code: BoardCode, name: str) -> dict[str, str]:
    """Return what the fields show at first for this board.

    A code of no playable board stands there as a link does, so that the form says why it is refused.
    """
    with suppress(IllegalSetup):
        code = known_code(code)
    if kind_of(code) is not BoardKind.CUSTOM:
        return {"board": code}
    return {
        "board": BoardKind.CUSTOM.value,
        "board_link": code[:LINK_MAX_LENGTH],
        "board_name": fit_board_name(name),
    }
