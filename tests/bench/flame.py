"""A flame graph of the site while twenty tables of seven play as fast as they can: what its processor time is spent on.

`make bench ARGS=flame` writes var/bench/flame.svg, to be opened in a browser: the wider a box, the more time; what
calls stands above what is called, and a box under the pointer says its whole name and share. py-spy looks at the thread
that holds the interpreter's lock, from outside, so the site runs as it always does. Linux lets only root, or the
parent of a process, look into it (`kernel.yama.ptrace_scope`).
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from zlib import crc32

from tests.bench import crowd
from tests.running_site import ROOT, Site, running_site

TABLES = 20
SECONDS = 20
WARM_UP_SECONDS = 2
LOOKS_A_SECOND = 400
PICTURE = ROOT / "var" / "bench" / "flame.svg"

WIDTH, ROW = 1200, 16
LEAST_SHARE = 0.003
"""Boxes with less of the time are left out."""
LETTER = 6.2
"""The width of a letter; a name that does not fit is cut."""
HUES = {
    "games/": 20,
    "config/": 20,
    "accounts/": 20,
    "templates/": 45,
    "django/": 140,
    "jinja2/": 80,
}
"""The colour of a box by the package of its function; all others are blue."""
OTHERS = 205


@dataclass(slots=True)
class Box:
    """A function, called by those above it: how often it was looked at, and what it called."""

    looks: int = 0
    calls: dict[str, "Box"] = field(default_factory=dict)


def main() -> None:
    """Play, and draw where the time went."""
    program = shutil.which("py-spy", path=Path(sys.executable).parent)
    if program is None:
        print("py-spy was not found")
        return
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        with crowd.one_core_each():
            site = stack.enter_context(running_site(folder, **crowd.AS_IN_PRODUCTION))
        staged = crowd.stage(site, 6 * TABLES)
        stacks = folder / "stacks"
        load = asyncio.run(_play_and_look(program, site, staged, stacks))
        PICTURE.write_text(drawn(stacks.read_text().splitlines()), encoding="utf-8")
    print(f"  {load}")
    print(f"  {PICTURE.relative_to(ROOT)}")


async def _play_and_look(program: str, site: Site, staged: list[dict], stacks: Path) -> crowd.Load:
    """Play for some seconds while py-spy notes what runs; return what the load was."""

    async def look() -> None:
        await asyncio.sleep(WARM_UP_SECONDS)
        looking = await asyncio.create_subprocess_exec(
            program, "record", "--pid", str(site.process.pid), "--duration", str(SECONDS), "--rate", str(LOOKS_A_SECOND),
            "--gil", "--function", "--format", "raw", "--output", str(stacks), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert await looking.wait() == 0

    seconds = WARM_UP_SECONDS + SECONDS + 2
    load, _ = await asyncio.gather(
        crowd.play_tables([site], staged, TABLES, None, seconds), look()
    )
    return load


def drawn(stacks: Iterable[str]) -> str:
    """Return the flame graph of these stacks as SVG, without a script; each line is `outer;inner 12`, the last the looks."""
    whole = _added_up(stacks)
    boxes = list(_placed(whole, 0, 0, whole.looks))
    height = ROW * (1 + max(depth for depth, *_rest in boxes))
    shown = f"0 0 {WIDTH} {height}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}" font-family="monospace" font-size="10">'
    return "\n".join([head, *(_box(*each) for each in boxes), "</svg>", ""])


def _added_up(stacks: Iterable[str]) -> Box:
    whole = Box()
    for line in stacks:
        names, _space, looks = line.rpartition(" ")
        box = whole
        box.looks += int(looks)
        for name in names.split(";"):
            box = box.calls.setdefault(_without_line(name), Box())
            box.looks += int(looks)
    return whole


def _without_line(name: str) -> str:
    """Return `function (file)` for `function (file:12)`."""
    return name if ":" not in name else f"{name.rpartition(':')[0]})"


def _placed(
    box: Box, depth: int, left: float, all_looks: int
) -> Iterator[tuple[int, float, float, str]]:
    """Yield depth, left edge, share of the time (of 1), and name of all that is called from here."""
    for name, called in sorted(box.calls.items()):
        share = called.looks / all_looks
        if share >= LEAST_SHARE:
            yield depth, left, share, name
            yield from _placed(called, depth + 1, left, all_looks)
        left += share


def _box(depth: int, left: float, share: float, name: str) -> str:
    wide = share * WIDTH
    file = name.partition(" (")[2]
    hue = next((hue for package, hue in HUES.items() if file.startswith(package)), OTHERS)
    light = 68 + crc32(name.encode()) % 14
    x, y = f"{left * WIDTH:.1f}", depth * ROW
    said = name.partition(" (")[0][: int((wide - 4) / LETTER)]
    text = (
        f'<text x="{left * WIDTH + 2:.1f}" y="{y + 11}">{escape(said)}</text>'
        if len(said) > 2
        else ""
    )
    return (
        f'<g><title>{escape(name)} {share:.1%}</title><rect x="{x}" y="{y}" width="{wide:.1f}"'
        f' height="{ROW - 1}" fill="hsl({hue} 70% {light}%)"/>{text}</g>'
    )


if __name__ == "__main__":
    main()
