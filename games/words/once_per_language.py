"""Remember what a function says, apart for each language.

A text is made in the active language. It must never be shown to a reader of another one, so the language
is part of every key here.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import get_language

Arguments = ParamSpec("Arguments")
Said = TypeVar("Said")


def once_per_language(
    maxsize: int,
) -> Callable[[Callable[Arguments, Said]], Callable[Arguments, Said]]:
    """Call the function once for each language and arguments; the newest `maxsize` answers are kept.

    Its arguments must be hashable, and its answer must follow from them and the language alone.
    """

    def remember(function: Callable[Arguments, Said]) -> Callable[Arguments, Said]:
        @lru_cache(maxsize)
        def answers(_language: str | None, *arguments: Hashable, **named: Hashable) -> Any:
            return function(*arguments, **named)  # type: ignore[arg-type]

        @wraps(function)
        def answer(*arguments: Arguments.args, **named: Arguments.kwargs) -> Said:
            said: Said = answers(get_language(), *arguments, **named)  # type: ignore[arg-type]
            return said

        return answer

    return remember
