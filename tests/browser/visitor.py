"""A browser without a screen: pages by HTTP, forms filled in from the page, sockets beside them."""

import re
from collections.abc import Mapping
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from bs4 import BeautifulSoup, Tag
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

STATE = re.compile(r"<[^>]* id=table-version>(?P<version>\d+)")


class Visitor:
    """A visitor at one process of the site; `page` is the page they look at."""

    def __init__(self, site_url: str, name: str) -> None:
        self.name = name
        self.site_url = site_url
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.url = site_url
        self._html = ""
        self._page: BeautifulSoup | None = None

    def opens(self, path: str) -> None:
        """Open a page of the site."""
        self._load(Request(urljoin(self.site_url, path)))

    def submits(
        self, form: Tag, fields: Mapping[str, str] | None = None, *, button: Tag | None = None
    ) -> None:
        """Send a form of the page, with these fields filled in."""
        values = {}
        for control in form.select("input[name], select[name]"):
            if control.name == "select":
                chosen = control.select_one("option[selected]") or control.select_one("option")
                values[str(control["name"])] = str(chosen["value"]) if chosen else ""
            elif control.get("type") not in {"checkbox", "radio"}:
                values[str(control["name"])] = str(control.get("value", ""))
            elif control.has_attr("checked"):
                values[str(control["name"])] = str(control.get("value", "on"))
        action = str(form.get("action", ""))
        if button is not None:
            action = str(button.get("formaction", action))
            if button.get("name"):
                values[str(button["name"])] = str(button.get("value", ""))
        data = urlencode(values | dict(fields or {})).encode()
        # Browsers send this with a POST, and some checks need it.
        headers = {"Origin": self.site_url, "Referer": self.url}
        self._load(Request(urljoin(self.url, action), data=data, headers=headers))

    def clicks(self, button_id: str) -> None:
        """Press a button, which may be outside its form."""
        found = self.page.select(f"#{button_id}")
        assert found, f"no #{button_id} on {self.url}: {self.page.get_text(' ', strip=True)}"
        (button,) = found
        (form,) = self.page.select(f"form#{button['form']}")
        self.submits(form, button=button)

    def _load(self, request: Request) -> None:
        with self.opener.open(request, timeout=30) as response:
            self.url = response.url
            self._html = response.read().decode()
            self._page = None

    @property
    def page(self) -> BeautifulSoup:
        """The page in view, parsed on demand: most answers to a form are never looked at."""
        if self._page is None:
            self._page = BeautifulSoup(self._html, "html.parser")
        return self._page

    @property
    def code(self) -> str:
        """The code of the lobby or game on the page."""
        return self.url.rstrip("/").rsplit("/", 1)[1]

    def form_of(self, kind: str) -> list[Tag]:
        """Return the forms of a page whose address ends like this."""
        return self.page.select(f"main form[action$='{kind}']")

    def socket(self) -> ClientConnection:
        """Open the socket of this page."""
        (root,) = self.page.select("[ws-connect]")
        address = urljoin(self.site_url, str(root["ws-connect"])).replace("http", "ws", 1)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return connect(
            address,
            origin=Origin(self.site_url),
            additional_headers={"Cookie": cookies},
            max_size=None,
        )


def version_in(frame: Any) -> int:
    """Return the version in a frame; 0 if it has none."""
    # Sockets bring thousands of frames, and parsing a whole one is slow.
    state = STATE.search(str(frame))
    return int(state["version"]) if state else 0
