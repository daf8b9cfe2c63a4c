"""Finds static files that are not in the repository: the subset fonts and the bundles."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from config import bundles, fonts


class _MadeFilesFinder(BaseFinder):
    """Gives Django's static files one folder of files that are made here when they are missing."""

    prefix: str
    names: Collection[str]
    made: Callable[[str], Path]
    """Returns where the file with one of these names lies, and makes it if it is missing."""

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        """Return the path of a file; an empty list for any other file."""
        folder, _, name = path.partition("/")
        if folder != self.prefix or name not in self.names:
            return []
        found = str(self.made(name))
        return [found] if find_all else found

    def list(self, _ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """Return every file with its storage, for collectstatic."""
        for name in self.names:
            storage: Any = FileSystemStorage(location=self.made(name).parent)
            storage.prefix = self.prefix
            yield name, storage


class FontsFinder(_MadeFilesFinder):
    """The subset fonts and their style sheet."""

    prefix = "fonts"
    names = fonts.FILES
    made = staticmethod(lambda name: fonts.subset_fonts() / name)


class BundlesFinder(_MadeFilesFinder):
    """Style sheets and scripts that travel together."""

    prefix = "bundles"
    names = bundles.FILES
    made = staticmethod(bundles.bundle)
