"""Static files that are not in the tree: the cut fonts."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from config import fonts

PREFIX = "fonts"


class FontsFinder(BaseFinder):
    """Gives Django's static files the cut fonts, which are made now if they are missing."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        """Where the file is; nothing, as an empty list, if it is none of ours."""
        folder, _, name = path.partition("/")
        if folder != PREFIX or name not in fonts.FILES:
            return []
        found = str(fonts.cut() / name)
        return [found] if find_all else found

    def list(self, _ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """Every file and its storage, for collectstatic."""
        storage: Any = FileSystemStorage(location=fonts.cut())
        storage.prefix = PREFIX
        for name in fonts.FILES:
            yield name, storage
