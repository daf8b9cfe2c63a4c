"""The static files of production: styles lose comments and layout before they are hashed and compressed.

Minifiers do more, and at least one (rcssmin 1.3) turns `:has(a) :is(b)` into another selector.
"""

import re
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_BLANK = r"(?>\s|/\*.*?\*/)"
_SHORTER = re.compile(
    r"(?P<kept>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)\"']*\))"
    rf"|(?:{_BLANK}*(?P<sign>[{{}};])|{_BLANK}){_BLANK}*",
    re.DOTALL,
)


class LightStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's compressed files with hashes in their names, with light styles."""

    def _save(self, name: str, content: "File[Any]") -> str:
        if name.endswith(".css"):
            # From its beginning: whoever worked out its hash has read it.
            sheet = b"".join(content.chunks()).decode()
            content = ContentFile(light_style(sheet).encode(), name)
        saved: str = super()._save(name, content)
        return saved


def light_style(sheet: str) -> str:
    """Return a style sheet without comments and without blanks that mean nothing."""
    return _SHORTER.sub(lambda found: found["kept"] or found["sign"] or " ", sheet).strip()
