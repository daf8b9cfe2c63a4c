"""The base of all view models of the table."""


class View:
    """What a template shows.

    Django's templates try `view["name"]` before `view.name`. Answering the first avoids an
    exception for every name in a template, some hundred for an update of a table.
    """

    __slots__ = ()

    __getitem__ = object.__getattribute__
