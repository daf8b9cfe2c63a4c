"""Pictures of every page: `python -m tests.browser.screenshots DIR [LANGUAGE ...]`.

Home, lobby, every phase as actor and as waiter, and the end; on a phone and on a desk, light and dark;
English unless languages are named. Real pages of a real site with staged games.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from tests import backends
from tests.browser.pages import View, stage, views
from tests.running_site import Site, running_site

SIZES = {"390": (390, 844), "1440": (1440, 900)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def take_all(folder: Path, languages: tuple[str, ...]) -> int:
    """Take every picture; how many."""
    executable = backends.chromium()
    if executable is None:
        sys.exit("Chromium was not found; CHROMIUM names one.")
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=executable, args=backends.CHROMIUM_ARGUMENTS
        )
        staged = stage(site.environment)
        for language in languages:
            for view in views(staged):
                taken += take(browser, site, view, language, folder)
        browser.close()
    return taken


def take(browser: Browser, site: Site, view: View, language: str, folder: Path) -> int:
    """One page in every size and scheme, from top to bottom."""
    context: Any = browser.new_context(base_url=site.url, reduced_motion="reduce")
    context.add_cookies(view.cookies(site.url, language))
    page = context.new_page()
    page.goto(view.path)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            name = f"{view.name}-{size}-{scheme}-{language}.png"
            page.screenshot(path=folder / name, full_page=True)
    context.close()
    return len(SIZES) * len(SCHEMES)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.browser.screenshots DIR [LANGUAGE ...]")
    count = take_all(Path(sys.argv[1]), tuple(sys.argv[2:]) or ("en",))
    sys.stdout.write(f"{count} pictures in {sys.argv[1]}\n")
