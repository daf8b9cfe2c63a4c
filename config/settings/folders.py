"""Where the site's own files are."""

from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent.parent
