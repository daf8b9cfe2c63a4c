"""A handful of pages look as they did: compared, with tolerance, with the pictures beside this file.

Fonts differ from machine to machine, so both pictures are made small and grey areas may differ a
little; a lost style sheet, an empty board or a broken layout differs far more. After a wanted
change of looks run this with UPDATE_PICTURES=1 and look at the new pictures before you commit
them.
"""

import base64
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages import Staged, View, views
from tests.running_site import Site

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parent / "pictures"
UPDATE = os.environ.get("UPDATE_PICTURES") == "1"
PHONE, DESK = (390, 844), (1440, 900)
WATCHED = [
    ("home", PHONE, "light"),
    ("vote-actor", PHONE, "dark"),
    ("vote-actor", DESK, "light"),
    ("president_discard-actor", PHONE, "light"),
    ("execute-waiter", DESK, "dark"),
    ("game_over-spectator", DESK, "light"),
]
# In grey levels (of 255), on average over the reduced picture.
SMALLER = 12
ALLOWED = 16.0
COMPARE = """async ([one, other, smaller]) => {
  const pixels = async (data) => {
    const picture = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(
      Math.ceil(picture.width / smaller), Math.ceil(picture.height / smaller));
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [before, now] = [await pixels(one), await pixels(other)];
  if (before.length !== now.length) { return 255; }
  let sum = 0;
  for (let place = 0; place < now.length; place += 1) { sum += Math.abs(now[place] - before[place]); }
  return sum / now.length * 4 / 3;
}"""


def take(page: Page, view: View, scheme: str) -> bytes:
    """Take the first screen of a page, with all animations ended."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(view.path)
    page.evaluate("document.fonts.ready")
    if page.locator("#table").count():
        # The first frame has come, so nothing is swapped while the picture is taken.
        page.wait_for_selector("#table[data-live]", state="attached")
    return page.screenshot(animations="disabled", caret="hide")


def difference(page: Page, one: bytes, other: bytes) -> float:
    """Return the distance of two pictures: 0 for the same, 255 for black and white."""
    page.goto("about:blank")
    data = [f"data:image/png;base64,{base64.b64encode(each).decode()}" for each in (one, other)]
    apart: float = page.evaluate(COMPARE, [*data, SMALLER])
    return apart


@pytest.mark.parametrize(
    ("name", "size", "scheme"), WATCHED, ids=[f"{n}-{s[0]}-{c}" for n, s, c in WATCHED]
)
def test_page_looks_as_it_did(
    browser: Browser, site: Site, staged: Staged, name: str, size: tuple[int, int], scheme: str
) -> None:
    view = next(each for each in views(staged) if each.name == name)
    with browser.new_context(
        base_url=site.url, viewport={"width": size[0], "height": size[1]}
    ) as context:
        context.add_cookies(view.cookies(site.url))
        page = context.new_page()
        now = take(page, view, scheme)
        kept = PICTURES / f"{name}-{size[0]}-{scheme}.png"
        if UPDATE:
            PICTURES.mkdir(exist_ok=True)
            kept.write_bytes(now)
        assert difference(page, kept.read_bytes(), now) < ALLOWED


def test_comparison_notices_a_page_without_its_style_sheets(
    browser: Browser, site: Site, staged: Staged
) -> None:
    view = next(each for each in views(staged) if each.name == "vote-actor")
    with browser.new_context(
        base_url=site.url, viewport={"width": DESK[0], "height": DESK[1]}
    ) as context:
        context.add_cookies(view.cookies(site.url))
        context.route("**/*.css", lambda route: route.abort())
        page = context.new_page()
        now = take(page, view, "light")
        kept = (PICTURES / "vote-actor-1440-light.png").read_bytes()
        assert difference(page, kept, now) > ALLOWED
