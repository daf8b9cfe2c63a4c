"""The base of all view models of the table, and how one is declared."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Model = TypeVar("Model")


class View:
    """What a template shows.

    Django's templates try `view["name"]` before `view.name`. Answering the first avoids an
    exception for every name in a template, some hundred for an update of a table.
    """

    __slots__ = ()

    __getitem__ = object.__getattribute__


@dataclass_transform(frozen_default=True, kw_only_default=True)
def view_model(model: type[Model]) -> type[Model]:
    """Decorator: make this class a dataclass of what is shown, with keywords, equal and hashed by its values.

    The types say that it is frozen, so `make check` refuses to change one. At run time nothing looks: a frozen dataclass
    takes nearly three times as long to make, and every action makes some hundred.
    """
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(model)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def view_of_regions(model: type[Model]) -> type[Model]:
    """Decorator: the same for a class that holds several regions; others may inherit from two of these."""
    return dataclass(kw_only=True)(model)
