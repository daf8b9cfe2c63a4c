"""Style sheets and scripts that travel together.

A browser asks for every file, and text compresses better in one piece, so what a page always needs is one file
for it. A page names a bundle like any file: `{% static "bundles/site.css" %}`. FILES says what is in it, in the order in
which the browser reads it.

A bundle is written when somebody asks for it and what is in it has changed. Tests and production have it without
comments and layout, developers as it was written.
"""

import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders

from config.shorter import shorter_script, shorter_style

# A table that fills the window.
SCREEN: Final = (
    "css/board.css",
    "css/seats.css",
    "css/decision.css",
    "css/roles.css",
    "css/history.css",
    "css/look_back.css",
    "css/chat.css",
    "css/notes.css",
    "css/hints.css",
    "css/help.css",
    "css/screen.css",
    "css/screen-people.css",
    "css/screen-ring.css",
    "css/screen-stage.css",
    "css/drawers.css",
    "css/more.css",
    "css/end.css",
)
# Of that, what shows nothing before somebody opens it, or before the game ends.
OPENED: Final = (
    "css/look_back.css",
    "css/notes.css",
    "css/help.css",
    "css/more.css",
    "css/end.css",
)
FILES: Final[dict[str, tuple[str, ...]]] = {
    # Every page.
    "site.css": (
        "fonts/fonts.css",
        "css/tokens.css",
        "css/base.css",
        "css/layout.css",
        "css/controls.css",
        "css/emblems.css",
    ),
    "site.js": (
        "js/press_guard.js",
        "js/site.js",
        "django_htmx/htmx-2.min.js",
        "django_htmx/ext/hx-ws-2.min.js",
    ),
    # On a TV, in a replay, in the tour; and their stage.
    "screen.css": SCREEN,
    "moments.css": ("css/waiting.css", "css/moments.css"),
    # The table of people who play or look on: what it needs before it can be used.
    "table.css": (
        *(name for name in SCREEN if name not in OPENED),
        "css/streamer.css",
        "css/deal.css",
        "css/waiting.css",
    ),
    "table.js": (
        "js/secrets.js",
        "js/plates.js",
        "js/confirm.js",
        "js/unsent.js",
        "js/table.js",
        "js/chat.js",
        "js/history.js",
        "js/hints.js",
        "js/later.js",
    ),
    # The envelope of a first visit, before the page is drawn.
    "deal.js": ("js/deal.js",),
    # What it needs when something happens or is opened: it comes when the page can be used (later.js).
    "table_later.css": (*OPENED, "css/moments.css", "css/people_call.css"),
    "table_later.js": (
        "js/drawings.js",
        "js/announce.js",
        "js/notices.js",
        "js/sounds.js",
        "js/keyboard.js",
        "js/motion.js",
        "js/held_back.js",
        "js/stage.js",
        "js/wake_lock.js",
        "js/notes.js",
        "js/look_back.js",
        "js/newest.js",
        "js/release.js",
        "js/help.js",
        "js/drawers.js",
        "js/people_call.js",
    ),
}
FOLDER: Final = Path(settings.BASE_DIR) / "var" / "bundles"


def bundle(name: str) -> Path:
    """Return the file of a bundle with this name of FILES."""
    sources = [_source(each) for each in FILES[name]]
    return _written(name, tuple((each, each.stat().st_mtime_ns) for each in sources))


def _folder() -> Path:
    """Return where bundles lie; those of developers apart."""
    return FOLDER / ("as-written" if settings.DEBUG else "short")


def _source(name: str) -> Path:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(f"a bundle names {name}, which is no static file")
    return Path(found)


def _text(path: Path) -> str:
    text = path.read_text()
    if settings.DEBUG or path.name.endswith(".min.js"):
        return text
    return shorter_style(text) if path.suffix == ".css" else shorter_script(text)


@lru_cache(maxsize=len(FILES))
def _written(name: str, sources: tuple[tuple[Path, int], ...]) -> Path:
    """Write a bundle of these files, each with the time of its last change."""
    file = _folder() / name
    # Else the brackets around a script would call what ends the one before it.
    between = "\n" if file.suffix == ".css" else ";\n"
    text = between.join(_text(path) for path, _changed in sources)
    if not file.exists() or file.read_text() != text:
        # Several processes may write it at once, and others read it.
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=file.parent, prefix="making-")
        with os.fdopen(descriptor, "w") as unfinished:
            unfinished.write(text)
        Path(temporary).replace(file)
    return file
