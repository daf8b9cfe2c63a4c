"""Caches a function's answers separately for each language.

Texts are made in the active language and must never be shown in another one, so the language is
part of every key.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from games.words.spoken_language import spoken_language

Arguments = ParamSpec("Arguments")
Said = TypeVar("Said")


def once_per_language(
    maxsize: int,
) -> Callable[[Callable[Arguments, Said]], Callable[Arguments, Said]]:
    """Decorator: cache a function's newest `maxsize` answers for each language and arguments.

    The arguments must be hashable, and the answer must depend on them and the language only.
    """

    def remember(function: Callable[Arguments, Said]) -> Callable[Arguments, Said]:
        @lru_cache(maxsize)
        def answers(_language: str | None, *arguments: Hashable, **named: Hashable) -> Any:
            return function(*arguments, **named)  # type: ignore[arg-type]

        @wraps(function)
        def answer(*arguments: Arguments.args, **named: Arguments.kwargs) -> Said:
            said: Said = answers(spoken_language(), *arguments, **named)  # type: ignore[arg-type]
            return said

        return answer

    return remember
