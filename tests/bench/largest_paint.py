"""Largest contentful paint of home, lobby and table on a throttled phone, measured by Chromium."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests import backends
from tests.browser.pages import View, stage, views
from tests.chromium import nothing_to_complain_of, running_chromium
from tests.running_site import running_site

PAGES = {"home", "lobby-host", "vote-actor", "president_discard-actor"}
# A phone on slow 4G: 1.6 Mbit/s down, 150 ms round trip, a quarter of this machine's speed.
NETWORK = {
    "offline": False,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
    "latency": 150,
}
SLOWER = 4
GOAL_MS = 2500
LARGEST = """() => new Promise(resolve => {
    let last = 0;
    new PerformanceObserver(list => { last = list.getEntries().at(-1).startTime; })
        .observe({type: 'largest-contentful-paint', buffered: true});
    setTimeout(() => resolve(last), 1500);
})"""


def look(browser: Browser, url: str, view: View) -> float:
    """Return the milliseconds to the largest paint, with an empty cache."""
    context = browser.new_context(base_url=url, viewport={"width": 390, "height": 844})
    context.add_cookies(view.cookies(url))
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(view.path, wait_until="load")
    largest = float(page.evaluate(LARGEST))
    context.close()
    return largest


def main() -> None:
    """Print the median of three looks at each page."""
    executable = backends.chromium()
    if executable is None:
        print("Chromium was not found")
        return
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data)) as site,
        running_chromium(executable) as browser,
        nothing_to_complain_of(),
    ):
        for view in views(stage(site)):
            if view.name in PAGES:
                times = sorted(look(browser, site.url, view) for _try in range(3))
                verdict = "" if times[1] < GOAL_MS else f"  more than {GOAL_MS} ms"
                print(f"{view.name:28} largest paint {times[1]:7.0f} ms{verdict}")
