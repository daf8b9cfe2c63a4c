"""Stored values as words in the admin, for every field with a closed set of values.

Models have only values; phrases.py has the names.
"""

from collections.abc import Callable, Iterable
from copy import copy
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib import admin
from django.db.models import Field, Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.engine.vocabulary import BoardKind, Edition, Party, Phase, Role, Victory
from games.values.chat import SlowMode, TalkMode
from games.values.timing import Hold, Motion, Pace, TimeUp
from games.words.boards import BOARD_KIND_NAMES
from games.words.phrases import choices_of, name_of

if TYPE_CHECKING:  # generic in the stubs only
    AnyAdmin = admin.ModelAdmin[Any]
    AnyField: TypeAlias = Field[Any, Any]
    AnyInline = admin.TabularInline[Any, Any]
else:
    AnyAdmin, AnyField, AnyInline = admin.ModelAdmin, Field, admin.TabularInline

SETS: dict[str, type[StrEnum]] = {
    "edition": Edition,
    "hold": Hold,
    "motion": Motion,
    "pace": Pace,
    "phase": Phase,
    "role": Role,
    "slow_mode": SlowMode,
    "talk": TalkMode,
    "time_up": TimeUp,
    "victory": Victory,
    "winner": Party,
}
"""The enum of each field name in our models; one name means the same set everywhere."""

Column = Callable[[Any], str | None]


@cache
def in_words(model: type[Model], name: str) -> Column:
    """Return an admin column: the field's value in the reader's language; None where it is empty."""
    field: AnyField = model._meta.get_field(name)  # type: ignore[assignment]  # noqa: SLF001

    @admin.display(description=field.verbose_name, ordering=name)
    def shown(row: Any) -> str | None:
        value = getattr(row, name)
        return name_of(SETS[name](value)) if value else None

    # The admin names the row after it.
    shown.__name__ = name
    return shown


class WordedAdmin(AnyAdmin):
    """An admin whose lists and pages show words instead of values."""

    def get_list_display(self, request: HttpRequest) -> Any:
        """Return the columns."""
        return _worded(self.model, super().get_list_display(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the rows of a page."""
        return _worded(self.model, super().get_fields(request, obj))


class WordedInline(AnyInline):
    """The same for rows inside another page; they are read-only."""

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the columns."""
        return _worded(self.model, super().get_fields(request, obj))

    get_readonly_fields = get_fields


def _worded(model: type[Model], names: Iterable[Any]) -> list[str | Column]:
    return [in_words(model, name) if name in SETS else name for name in names]


class BoardFilter(admin.SimpleListFilter):
    """A filter by the kind of board; each custom board has a code of its own."""

    title = gettext_lazy("board")
    parameter_name = "board_kind"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:
        """Return the kinds of boards."""
        return [(kind.value, str(BOARD_KIND_NAMES[kind])) for kind in BoardKind]

    def queryset(self, _request: HttpRequest, queryset: Any) -> Any:
        """Return the rows on boards of the chosen kind."""
        if self.value() == BoardKind.CUSTOM:
            named = [kind.value for kind in BoardKind if kind is not BoardKind.CUSTOM]
            return queryset.exclude(board__in=named)
        return queryset.filter(board=self.value()) if self.value() else queryset


class WordFilter(admin.ChoicesFieldListFilter):
    """A filter whose choices are words."""

    def __init__(self, field: AnyField, *arguments: Any, **options: Any) -> None:
        worded = copy(field)
        worded.choices = choices_of(SETS[field.name])
        super().__init__(worded, *arguments, **options)
