"""The form for a custom board, and the boards that addresses and pasted links name, as typed values."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.word_lists import refuse_listed_name
from games.engine.board import (
    BOARD_NAME_MAX_LENGTH,
    FASCIST_GOAL,
    LONGEST_BOARD_CODE,
    MOST_FASCIST_POLICIES,
    MOST_FASCISTS_AT_START,
    MOST_LIBERAL_POLICIES,
    MOST_LIBERALS_AT_START,
    Board,
    BoardCode,
    code_of,
    custom_board,
    kind_of,
    refuse_board,
    standard_board,
)
from games.engine.errors import IllegalSetup, Reason
from games.engine.vocabulary import BoardKind, PresidentialPower
from games.forms.table import SIZES, clean_table_name
from games.words.phrases import choices_of, reason_text

USUAL_PLAYERS = 7
_SLOTS = tuple(range(1, FASCIST_GOAL))
_POWERS = [("", pgettext_lazy("presidential power", "No power")), *choices_of(PresidentialPower)]
_PLACES = [(number, str(number)) for number in _SLOTS]
# Hitler and three fascists are the largest team that is smaller than the liberals' at a table of ten.
_FASCISTS = [(number, str(number)) for number in range(1, 4)]
_BOARD_IN_PATH = re.compile(r"/boards/([^/]+)")


def board_of_link(typed: str) -> tuple[BoardCode, str]:
    """Return the code and the name of the board that a code or a link to its page holds.

    The code may be anything; the name is empty if the link has none that is fit to be shown.
    """
    text = typed.strip()
    if "/" not in text:
        return text.lower(), ""
    try:
        link = urlsplit(text)
    except ValueError:
        return "", ""
    asked = parse_qs(link.query)
    # A link that opens a table with a board names it, too.
    found = _BOARD_IN_PATH.search(link.path)
    code = found[1] if found else "".join(asked.get("board", [])[:1])
    name = "".join((asked.get("name") or asked.get("board_name") or [])[:1])
    return code.lower(), fit_board_name(name)


def fit_board_name(typed: str) -> str:
    """Return the short name of a board from an address; nothing for one that may not be shown."""
    try:
        return clean_board_name(typed)
    except ValidationError:
        return ""


def clean_board_name(typed: str) -> str:
    """Return one line of visible characters. Raises ValidationError for a long one, and for a listed word."""
    name = clean_table_name(typed)
    if len(name) > BOARD_NAME_MAX_LENGTH:
        raise ValidationError(
            _("A board's name has at most %(count)d letters."),
            params={"count": BOARD_NAME_MAX_LENGTH},
        )
    refuse_listed_name(name)
    return name


def known_code(code: str) -> BoardCode:
    """Return the code in the one way in which it is stored. Raises IllegalSetup for a code of no playable board."""
    if len(code) > LONGEST_BOARD_CODE:
        raise IllegalSetup(Reason.UNKNOWN_BOARD)
    return code_of(custom_board(code)) if kind_of(code) is BoardKind.CUSTOM else code


class BoardForm(forms.Form):
    """All choices of a custom board; they begin with those of the standard board."""

    of = forms.CharField(required=False, widget=forms.HiddenInput)
    """The size that the other choices were made for: for another one they begin anew."""
    players = forms.TypedChoiceField(label=_("Players"), coerce=int, choices=SIZES)
    fascists = forms.TypedChoiceField(
        label=_("Fascists beside Hitler"), coerce=int, choices=_FASCISTS
    )
    hitler_knows = forms.BooleanField(label=_("Hitler knows the fascists"), required=False)
    hitler_zone_at = forms.TypedChoiceField(
        label=_("The Hitler zone begins with Fascist policy"), coerce=int, choices=_PLACES
    )
    veto_at = forms.TypedChoiceField(
        label=_("The veto power begins with Fascist policy"), coerce=int, choices=_PLACES
    )
    liberal_policies = forms.IntegerField(
        label=_("Liberal policies in the box"),
        min_value=0,
        widget=forms.NumberInput(attrs={"max": MOST_LIBERAL_POLICIES, "inputmode": "numeric"}),
    )
    fascist_policies = forms.IntegerField(
        label=_("Fascist policies in the box"),
        min_value=0,
        widget=forms.NumberInput(attrs={"max": MOST_FASCIST_POLICIES, "inputmode": "numeric"}),
    )
    liberals_at_start = forms.TypedChoiceField(
        label=_("Liberal policies enacted at the start"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MOST_LIBERALS_AT_START + 1)],
    )
    fascists_at_start = forms.TypedChoiceField(
        label=_("Fascist policies enacted at the start"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MOST_FASCISTS_AT_START + 1)],
    )
    chaos_wins_not = forms.BooleanField(
        label=_("Chaos wins no game"),
        required=False,
        help_text=_("A policy that would win is then discarded face up instead."),
    )
    name = forms.CharField(
        label=_("Short name"),
        required=False,
        max_length=BOARD_NAME_MAX_LENGTH,
        help_text=_("So that people recognise the board. It may stay empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(self, asked: Mapping[str, str]) -> None:
        super().__init__(_choices_in(asked))
        for number in _SLOTS:
            self.fields[f"power_{number}"] = forms.ChoiceField(
                label=_("Fascist policy %(number)d") % {"number": number},
                required=False,
                choices=_POWERS,
            )

    @property
    def teams(self) -> list[forms.BoundField]:
        """The fields about the teams."""
        return [self[name] for name in ("fascists", "hitler_knows")]

    @property
    def powers(self) -> list[forms.BoundField]:
        """The fields of the powers, in the order of the slots."""
        return [self[f"power_{number}"] for number in _SLOTS]

    @property
    def thresholds(self) -> list[forms.BoundField]:
        """The fields about what begins when."""
        return [self[name] for name in ("hitler_zone_at", "veto_at", "chaos_wins_not")]

    @property
    def policies(self) -> list[forms.BoundField]:
        """The fields about the box and the start."""
        kinds = ("liberal_policies", "fascist_policies", "liberals_at_start", "fascists_at_start")
        return [self[name] for name in kinds]

    def clean_name(self) -> str:
        """Refuse a name with a listed word."""
        return clean_board_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Refuse a board on which no game can be played, with the reason; else keep it, as `board`."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors.keys() - {"name"}:
            return cleaned
        board = Board(
            players=cleaned["players"],
            fascists=cleaned["fascists"],
            powers=tuple(
                PresidentialPower(power) if (power := cleaned[f"power_{number}"]) else None
                for number in _SLOTS
            ),
            hitler_knows_fascists=cleaned["hitler_knows"],
            hitler_zone_at=cleaned["hitler_zone_at"],
            veto_at=cleaned["veto_at"],
            liberal_policies=cleaned["liberal_policies"],
            fascist_policies=cleaned["fascist_policies"],
            liberals_at_start=cleaned["liberals_at_start"],
            fascists_at_start=cleaned["fascists_at_start"],
            chaos_wins=not cleaned["chaos_wins_not"],
        )
        reason = refuse_board(board)
        if reason is not None:
            raise ValidationError(reason_text(reason), code=reason.value)
        return {**cleaned, "board": board}

    def board(self) -> Board:
        """Return the board of a valid form."""
        chosen: Board = self.cleaned_data["board"]
        return chosen


def _choices_in(asked: Mapping[str, str]) -> dict[str, str]:
    """Return what the address asks for; what it leaves out is as on the standard board."""
    sizes = {name: number for number, name in SIZES}
    players = sizes.get(asked.get("players", ""), USUAL_PLAYERS)
    standard = standard_board(players)
    usual = {
        "of": str(players),
        "players": str(players),
        "name": asked.get("name", ""),
        "fascists": str(standard.fascists),
        "hitler_zone_at": str(standard.hitler_zone_at),
        "veto_at": str(standard.veto_at),
        "liberal_policies": str(standard.liberal_policies),
        "fascist_policies": str(standard.fascist_policies),
        "liberals_at_start": str(standard.liberals_at_start),
        "fascists_at_start": str(standard.fascists_at_start),
        **{f"power_{number}": power or "" for number, power in enumerate(standard.powers, 1)},
    }
    # Without a box that is ticked, the address does not tell a form that was sent from one that was not.
    if "fascists" in asked and asked.get("of", str(players)) == str(players):
        return {**usual, **asked, "of": str(players), "players": str(players)}
    return {**usual, **({"hitler_knows": "on"} if standard.hitler_knows_fascists else {})}
