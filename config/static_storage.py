"""The static files of production: styles lose comments and layout before they are hashed and compressed."""

from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.shorter import shorter_style


class LightStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's compressed files with hashes in their names, with light styles."""

    def _save(self, name: str, content: "File[Any]") -> str:
        if name.endswith(".css"):
            # From its beginning: whoever worked out its hash has read it.
            sheet = b"".join(content.chunks()).decode()
            content = ContentFile(shorter_style(sheet).encode(), name)
        saved: str = super()._save(name, content)
        return saved
