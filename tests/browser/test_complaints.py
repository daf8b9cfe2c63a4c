"""A complaint of any page fails the test, whichever browser had it and whatever went wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import Person
from tests.chromium import COMPLAINTS, nothing_to_complain_of
from tests.running_site import Site

pytestmark = pytest.mark.browser

OPENED_BY: dict[str, Callable[[Browser, str], Page]] = {
    "a browser": lambda browser, url: browser.new_page(base_url=url),
    "a context": lambda browser, url: browser.new_context(base_url=url).new_page(),
    "a person": lambda browser, url: Person(browser, url).page,
    "another tab": lambda browser, url: Person(browser, url).context.new_page(),
}
WRONG = {
    "error": "setTimeout(() => document.getElementById('nobody').hidden = true)",
    "rejection": "void Promise.reject(new Error('planted'))",
    "console": "console.error('planted')",
    "policy": "document.body.append(Object.assign(document.createElement('script'), {text: '0'}))",
}


def go_wrong(page: Page, wrong: str) -> None:
    """Open a page, and let this happen in it."""
    page.goto("/")
    page.evaluate(WRONG[wrong])
    for _ in range(100):
        page.wait_for_timeout(50)
        if COMPLAINTS:
            break
    page.context.close()


@pytest.mark.parametrize("opener", OPENED_BY)
@pytest.mark.parametrize("wrong", WRONG)
def test_page_that_complains_fails_the_test(
    browser: Browser, site: Site, opener: str, wrong: str
) -> None:
    with pytest.raises(pytest.fail.Exception, match="Pages complained"), nothing_to_complain_of():
        go_wrong(OPENED_BY[opener](browser, site.url), wrong)


def test_every_test_is_asked_at_its_end(request: pytest.FixtureRequest) -> None:
    assert "complaints" in request.fixturenames


def test_no_other_browser_is_started() -> None:
    tests = Path(__file__).resolve().parent.parent
    launch = "chromium" + ".launch"
    assert [each.name for each in tests.rglob("*.py") if launch in each.read_text()] == [
        "chromium.py"
    ]


def test_page_without_fault_passes(browser: Browser, site: Site) -> None:
    page = browser.new_page(base_url=site.url)
    page.goto("/")
    page.context.close()
