"""The icons of the installed site, drawn from our own icon.svg: `python -m tests.browser.icons` writes the PNG files.

The pictures are kept beside the drawing.
"""

from pathlib import Path

from tests.backends import chromium
from tests.chromium import nothing_to_complain_of, running_chromium

FOLDER = Path(__file__).resolve().parent.parent.parent / "static" / "img"
SIZES = (192, 512)
# Phones cut a maskable icon to a circle or a drop, so the drawing keeps to the middle.
SAFE = 0.66
INK = "#1d1914"


def draw_icons() -> None:
    """Write each icon in each size."""
    drawing = (FOLDER / "icon.svg").read_text()
    executable = chromium()
    assert executable is not None
    with running_chromium(executable) as browser, nothing_to_complain_of():
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            for name, part in (("icon", 1.0), ("icon-maskable", SAFE)):
                background = "transparent" if name == "icon" else INK
                page.set_content(
                    f"<style>body{{margin:0;background:{background};display:grid;place-items:center;"
                    f"block-size:100vh}}svg{{inline-size:{part:.0%}}}</style>{drawing}"
                )
                path = FOLDER / f"{name}-{size}.png"
                page.screenshot(path=path, omit_background=True)


if __name__ == "__main__":
    draw_icons()
