"""Forms of lists and boards: filters, pages and cursors from addresses.

In a form an invalid value is refused with the field's name; in an address the default is taken.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.names import NAME_MAX_LENGTH
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.values.game_kind import GameKind
from games.values.player import Cursor, GameFilter
from games.words.phrases import ROLE_NAMES, choices_of

ANY = ("", pgettext_lazy("filter of games", "Any"))
SIZES = [(str(size), str(size)) for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_DIGITS = 18
_MOST_PAGES = 100_000


class GamesForm(forms.Form):
    """The filters of a list of finished games."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("filter of games", "Kind"),
        required=False,
        choices=[ANY, *choices_of(GameKind)],
    )
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[ANY, *((role.value, name) for role, name in ROLE_NAMES.items())],
    )
    size = forms.ChoiceField(label=_("Players"), required=False, choices=[ANY, *SIZES])
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ANY,
            ("won", pgettext_lazy("outcome of a game", "Won")),
            ("lost", pgettext_lazy("outcome of a game", "Lost")),
        ],
    )
    person = forms.CharField(
        label=_("With the player"),
        required=False,
        max_length=NAME_MAX_LENGTH,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )
    since = forms.DateField(
        label=pgettext_lazy("filter of games", "From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=pgettext_lazy("filter of games", "Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: QueryDict, *, find: Callable[[str], User | None]) -> None:
        super().__init__(data)
        self.find = find

    def clean_person(self) -> int | None:
        typed: str = self.cleaned_data["person"].strip()
        if not typed:
            return None
        found = self.find(typed)
        if found is None:
            raise forms.ValidationError(_("There is no player of this name."), code="no_player")
        return found.pk

    def wanted(self) -> GameFilter:
        """Return the choices of a valid form."""
        data = self.cleaned_data
        return GameFilter(
            kind=data["kind"] or None,
            role=data["role"] or None,
            size=int(data["size"]) if data["size"] else None,
            won={"won": True, "lost": False}.get(data["result"]),
            with_id=data["person"],
            since=data["since"],
            until=data["until"],
        )

    @property
    def is_filtered(self) -> bool:
        """Whether any filter is set."""
        return any(self.data.get(name) for name in self.fields)


def read_cursor(data: QueryDict) -> Cursor | None:
    """Return the cursor in an address: a place between two games."""
    for name, is_newer in (("before", False), ("after", True)):
        at, _dash, game_id = data.get(name, "").partition("-")
        if all(part.isascii() and part.isdigit() for part in (at, game_id)) and (
            len(at) <= _MOST_DIGITS and len(game_id) <= _MOST_DIGITS
        ):
            try:
                moment = _EPOCH + timedelta(microseconds=int(at))
            except OverflowError:
                return None
            return Cursor(moment, int(game_id), is_newer)
    return None


def write_cursor(cursor: Cursor, data: QueryDict) -> str:
    """Return the query string of the page from a cursor on, with this page's filters."""
    query = data.copy()
    for name in ("before", "after"):
        query.pop(name, None)
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    at = (cursor.at - _EPOCH) // timedelta(microseconds=1)
    query["after" if cursor.is_newer else "before"] = f"{at}-{cursor.game_id}"
    return f"?{query.urlencode()}"


def read_page(data: QueryDict) -> int:
    """Return the page number, counted from 1."""
    typed = data.get("page", "")
    if typed.isascii() and typed.isdigit() and len(typed) <= len(str(_MOST_PAGES)):
        return min(max(int(typed), 1), _MOST_PAGES)
    return 1
