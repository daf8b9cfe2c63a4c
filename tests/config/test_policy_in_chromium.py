"""The Content-Security-Policy in Chromium: our websocket opens, inline code does not run."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from config.asgi import NO_SUCH_SOCKET
from tests.running_site import Site, manage, running_site

pytestmark = pytest.mark.browser

OPEN_SOCKET = """address => new Promise(done => {
    document.addEventListener("securitypolicyviolation", event => done(event.violatedDirective));
    const socket = new WebSocket(address);
    socket.onclose = event => done(event.code);
    setTimeout(() => done("nothing"), 5000);
})"""
ADD_INLINE = """() => {
    window.ran = false;
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<p id=styled style='color: rgb(1, 2, 3)'>x</p>");
    return [window.ran, getComputedStyle(document.getElementById("styled")).color];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with one member of staff."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        made = manage(
            "shell", "-c",
            "from django.contrib.auth import get_user_model as u;"
            "u().objects.create_superuser('Ada', 'ada@example.org', 'a long password')",
            environment=running.environment,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    with browser.new_context() as context:
        yield context.new_page()


def refused(complaints: list[str]) -> list[str]:
    """Return what the policy stopped, of all complaints of pages."""
    return [each for each in complaints if "Security Policy" in each]


def test_policy_lets_our_own_websocket_through(
    site: Site, page: Page, complaints: list[str]
) -> None:
    page.goto(f"{site.url}/admin/login/")
    own, foreign = site.url.replace("http", "ws"), "ws://127.0.0.1:1"
    assert page.evaluate(OPEN_SOCKET, f"{own}/no/such/socket/") == NO_SUCH_SOCKET
    assert page.evaluate(OPEN_SOCKET, f"{foreign}/no/such/socket/") == "connect-src"
    assert refused(complaints) == complaints
    complaints.clear()


def test_policy_stops_inline_script_and_style(
    site: Site, page: Page, complaints: list[str]
) -> None:
    page.goto(f"{site.url}/admin/login/")
    ran, color = page.evaluate(ADD_INLINE)
    assert ran is False
    assert color != "rgb(1, 2, 3)"
    assert len(refused(complaints)) == len(complaints) == 2
    complaints.clear()


def test_admin_works_under_the_policy(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/admin/")
    page.locator("input[type=password]").fill("a long password")
    page.locator("input[name=login], input[name=username]").fill("Ada")
    page.locator("input[type=password]").press("Enter")
    page.wait_for_url(f"{site.url}/accounts/2fa/")
    with_a_factor = "from accounts.models import User; from tests.factories import with_factor; "
    site.runs(f"{with_a_factor}with_factor(User.objects.get())")
    page.goto(f"{site.url}/admin/")
    page.goto(f"{site.url}/admin/accounts/user/")
    assert page.locator("#result_list").count() == 1
    page.goto(f"{site.url}/admin/accounts/user/add/")
    assert page.locator("form#user_form").count() == 1
