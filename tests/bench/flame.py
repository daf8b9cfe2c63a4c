"""A flame graph of the site while twenty tables of seven play as fast as they can: what its processor time is spent on.

`make bench ARGS=flame` writes it to var/bench/flame.svg, to be opened in a browser: the wider a box, the more time. py-spy
looks at the thread that holds the interpreter's lock, from outside, so the site runs as it always does. Linux lets only root,
or the parent of a process, look into it (`kernel.yama.ptrace_scope`).
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench import crowd
from tests.running_site import ROOT, Site, running_site

TABLES = 20
SECONDS = 20
WARM_UP_SECONDS = 2
LOOKS_A_SECOND = 400
PICTURE = ROOT / "var" / "bench" / "flame.svg"


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
        load = asyncio.run(_play_and_look(program, site, staged))
    print(f"  {load}")
    print(f"  {PICTURE.relative_to(ROOT)}")


async def _play_and_look(program: str, site: Site, staged: list[dict]) -> crowd.Load:
    """Play for some seconds while py-spy draws; return what the load was."""

    async def look() -> None:
        await asyncio.sleep(WARM_UP_SECONDS)
        looking = await asyncio.create_subprocess_exec(
            program, "record", "--pid", str(site.process.pid), "--duration", str(SECONDS), "--rate", str(LOOKS_A_SECOND),
            "--gil", "--function", "--format", "flamegraph", "--output", str(PICTURE), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert await looking.wait() == 0

    seconds = WARM_UP_SECONDS + SECONDS + 2
    load, _ = await asyncio.gather(
        crowd.play_tables([site], staged, TABLES, None, seconds), look()
    )
    return load


if __name__ == "__main__":
    main()
