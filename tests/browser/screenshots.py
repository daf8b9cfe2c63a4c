"""Pictures of every page: `python -m tests.browser.screenshots DIR [LANGUAGE ...] [NAME* ...]`.

Home, lobby, every phase as actor and as waiter, few and many people with long names and a long talk, and
the end; on a phone upright and on its side, on a tablet and on a desk, light, dark and in high contrast; English
unless languages (two letters) are named, all pages unless patterns of names are. Real pages of a real site with
staged games.
"""

import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser

from tests import backends
from tests.browser.pages import View, stage, views
from tests.chromium import nothing_to_complain_of, running_chromium
from tests.running_site import Site, running_site

LETTERS_OF_A_LANGUAGE = 2
SIZES = {"390": (390, 844), "844": (844, 390), "768": (768, 1024), "1440": (1440, 900)}
Scheme = Literal["light", "dark"]
Contrast = Literal["no-preference", "more"]
PRINTS: dict[str, tuple[Scheme, Contrast]] = {
    "light": ("light", "no-preference"),
    "dark": ("dark", "no-preference"),
    "contrast": ("light", "more"),
}


def take_all(folder: Path, languages: list[str], patterns: list[str]) -> int:
    """Take every picture whose page matches one of the patterns; return how many."""
    executable = backends.chromium()
    if executable is None:
        sys.exit("Chromium was not found; CHROMIUM names one.")
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data)) as site,
        running_chromium(executable) as browser,
        nothing_to_complain_of(),
    ):
        staged = stage(site)
        for language in languages:
            for view in views(staged):
                if any(fnmatch(view.name, pattern) for pattern in patterns):
                    taken += take(browser, site, view, language, folder)
    return taken


def take(browser: Browser, site: Site, view: View, language: str, folder: Path) -> int:
    """Take one page in every size and colour scheme: the first screen, and the whole page if it is longer."""
    context: Any = browser.new_context(base_url=site.url, reduced_motion="reduce")
    context.add_cookies(view.cookies(site.url, language))
    page = context.new_page()
    page.goto(view.path)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for name, (scheme, contrast) in PRINTS.items():
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            picture = f"{view.name}-{size}-{name}-{language}"
            page.screenshot(path=folder / f"{picture}.png", full_page=True)
            if name == "light":
                page.screenshot(path=folder / f"{picture}-first.png")
    context.close()
    return len(SIZES) * (len(PRINTS) + 1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.browser.screenshots DIR [LANGUAGE ...] [NAME* ...]")
    named = [each for each in sys.argv[2:] if len(each) == LETTERS_OF_A_LANGUAGE]
    wanted = [each for each in sys.argv[2:] if each not in named]
    count = take_all(Path(sys.argv[1]), named or ["en"], wanted or ["*"])
    sys.stdout.write(f"{count} pictures in {sys.argv[1]}\n")
