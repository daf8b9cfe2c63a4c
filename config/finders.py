"""Finds static files that are not in the repository: the subset fonts."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from config import fonts

PREFIX = "fonts"


class FontsFinder(BaseFinder):
    """Gives Django's static files the subset fonts, and makes missing ones."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        """Return the path of a font; an empty list for any other file."""
        folder, _, name = path.partition("/")
        if folder != PREFIX or name not in fonts.FILES:
            return []
        found = str(fonts.subset_fonts() / name)
        return [found] if find_all else found

    def list(self, _ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """Return every font with its storage, for collectstatic."""
        storage: Any = FileSystemStorage(location=fonts.subset_fonts())
        storage.prefix = PREFIX
        for name in fonts.FILES:
            yield name, storage
