"""What every view of the table's templates has in common."""


class View:
    """What a template shows.

    Django's templates try `view["name"]` before `view.name`. Answering the first spares an exception for
    every name in a template, of which an update of a table asks for a hundred.
    """

    __slots__ = ()

    __getitem__ = object.__getattribute__
