"""Nonsense at every address of the site, as every kind of person: never an error of ours.

The addresses come from the list of URLs, and the fields from the forms on the pages, so whatever is new is tried as
soon as it exists. Every request is taken back, and before that nobody but a moderator has done what moderators do.
"""

import re
from collections import Counter, defaultdict
from http import HTTPStatus
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import Resolver404, get_resolver, resolve, reverse

from accounts.blocks import block
from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import impose
from games.moderation import cases
from games.moderation.models import AuditEntry, Case, Decision
from tests.faults._scale import of, report
from tests.faults.test_hostile import COOKIES, METHODS, TYPES, VALUES
from tests.games.moderation.test_matrix import Site, routes

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "guest", "member", "moderator")
# That the fields of these were found shows that the search finds any.
KNOWN_FORMS = {
    "moderation:report_at_table", "moderation:report_in_lobby", "moderation:report_lobby_name", "moderation:report_player",
    "moderation:appeal", "moderation:claim", "moderation:decide", "moderation:answer_appeal", "games:block",
    "accounts:sanctions", "accounts:sessions", "accounts:data", "accounts:close", "accounts:stay", "accounts:keep",
    "accounts:guest", "accounts:preferences", "accounts:about", "accounts:emblem", "mfa_activate_totp", "mfa_add_webauthn",
    "account_login", "account_signup", "account_reset_password", "games:lobby_join", "games:lobby_create", "games:say",
    "set_language",
}  # fmt: skip
SEGMENTS = [
    "0", "-1", "9" * 40, "00", "%00", "%ff", "%2e%2e", "a" * 300, "NULL", "'", "%F0%9F%92%A5", "seat-99", "seat--1",
    "seat-%D9%A1", *Decision.values, "Ban", "%0d%0aSet-Cookie:x=1", "{{7}}", "%25s", "AAAAAA",
]  # fmt: skip
HEADERS = [
    {"HX-Request": "true"}, {"HX-Request": "true", "HX-Target": "\xff"}, {"Accept-Language": "x" * 3000},
    {"Accept-Language": "pl;q=nan,*;q=9e9"}, {"Referer": "http://["}, {"Origin": "null"}, {"Host": "a b"}, {"Host": "[::"},
    {"X-Forwarded-For": "no, address"}, {"User-Agent": ""}, {"User-Agent": "\xf0\x9f" * 99}, {"Range": "bytes=9-1"},
    {"If-Modified-Since": "x"}, {"Accept-Encoding": "gzip;q=x"}, {"HX-Request": "true", "HX-Current-URL": "//["},
    *({"Cookie": each} for each in COOKIES),
]  # fmt: skip
Fields = list[tuple[str, str]]
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')
NO_ACTION = re.compile(r"<form(?![^>]*(?:action|hx-post)=)")
# Requests of one person at one address, each after what the one before has done.
IN_A_ROW = of(1, 4)


class Town(Site):
    """The site of the matrix of routes, with a claimed case, and a browser for each kind of person."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, list[Fields]] = defaultdict(list)
        self.seen: set[tuple[str, str]] = set()
        self.browsers = {role: Client(raise_request_exception=False) for role in ROLES}
        for role, browser in self.browsers.items():
            if user := self.people[role]:
                browser.force_login(user)
        elsewhere = Client(headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0"})
        elsewhere.force_login(self._person("member"))
        for browser in (elsewhere, self.browsers["member"]):
            browser.get("/accounts/")
        self.cookies = {
            role: {name: each.value for name, each in browser.cookies.items()}
            for role, browser in self.browsers.items()
        }
        moderator, member, guest = (
            self._person(each) for each in ("moderator", "member", "guest")
        )
        cases.claim(case=Case.objects.get(), moderator=moderator)
        own = impose(user=member, kind=SanctionKind.NO_RANKED, text="x")
        block(user=member, other=self.owners[1])
        seat = self.lobby.seats.create(user=guest)
        self.lobby.seats.create(user=member)
        User.objects.filter(pk=member.pk).update(closes_at=own.begins_at)
        self.acts_of_staff = acts_of_staff()
        self.addresses = {
            each: self.path(each, self.public) for each in set(routes(get_resolver()))
        }
        self.addresses |= {
            "moderation:appeal": reverse("moderation:appeal", args=[own.pk]),
            "moderation:report_in_lobby": reverse(
                "moderation:report_in_lobby", args=[self.lobby.code, seat.pk]
            ),
        }

    def _person(self, role: str) -> User:
        person = self.people[role]
        assert person is not None
        return person

    def note_forms(self, path: str, page: str) -> None:
        """Note the fields of every form on a page, by the route that takes them."""
        for part in FORM.findall(TOKEN.sub("", page)):
            where = (path if NO_ACTION.search(part) else "", part)
            if where in self.seen:
                continue
            self.seen.add(where)
            [form] = BeautifulSoup(part, "html.parser").find_all("form")
            action = str(form.get("action") or form.get("hx-post") or path)
            try:
                route = resolve(urlsplit(action).path).view_name
            except Resolver404:
                continue
            named = form.find_all(["input", "select", "textarea", "button"], attrs={"name": True})
            self.forms[route].append(
                [(str(each["name"]), str(each.get("value", ""))) for each in named]
            )


def acts_of_staff() -> tuple[Any, ...]:
    """What only moderators bring about."""
    return (
        AuditEntry.objects.count(),
        list(Sanction.objects.order_by("pk").values_list("pk", "lifted_at")),
        list(Case.objects.exclude(claimed_by=None).values_list("pk", "claimed_by", "decided_at")),
        User.objects.filter(is_staff=True).count(),
    )


def spoilt(fields: Fields, chance: Random) -> Fields:
    """These fields with one to three things wrong, or none."""
    fields = list(fields)
    for _again in range(chance.randrange(4)):
        name = chance.choice(fields)[0] if fields else "x"
        match chance.randrange(4):
            case 0:
                fields = [each for each in fields if each[0] != name]
            case 1:
                fields.append((name, str(chance.choice(VALUES))))
            case 2:
                wrong = str(chance.choice(VALUES))
                fields = [(each, wrong if each == name else value) for each, value in fields]
            case _:
                fields.append((str(chance.choice(VALUES))[:99], "x"))
    return fields


def a_request(town: Town, route: str, chance: Random) -> dict[str, Any]:
    """A hostile request to this route, for Client.generic."""
    path = town.addresses[route]
    if chance.random() < 0.25:
        parts = path.split("/")
        parts[chance.randrange(1, len(parts))] = chance.choice(SEGMENTS)
        path = "/".join(parts)
    fields = spoilt(chance.choice(town.forms.get(route, [[]])), chance)
    encoded = urlencode(fields, errors="surrogatepass")
    method, body, kind = "POST", encoded, TYPES[0]
    match chance.randrange(6):
        case 0:
            method, path, body = "GET", f"{path}?{encoded}", ""
        case 1:
            method, kind = chance.choice(METHODS).upper(), chance.choice(TYPES)
        case 2:
            whole = {name: value.replace("\ud800", "") for name, value in fields if name.isascii()}
            body, kind = encode_multipart(BOUNDARY, whole).decode(), MULTIPART_CONTENT
            body = body[: chance.choice((len(body), len(body) // 2))]
        case _:
            pass
    headers = chance.choice(HEADERS) if chance.random() < 0.3 else {}
    return {"method": method, "path": path, "data": body, "content_type": kind, "headers": headers}


def press(town: Town, role: str, route: str, chance: Random) -> list[int]:
    """Send some hostile requests; return the statuses. Whatever they did is taken back."""
    browser, statuses = town.browsers[role], []
    with transaction.atomic():
        for _again in range(IN_A_ROW):
            request = a_request(town, route, chance)
            statuses.append(browser.generic(**request).status_code)
            assert statuses[-1] < HTTPStatus.INTERNAL_SERVER_ERROR, (role, request)
            browser.cookies = SimpleCookie(town.cookies[role])
        if role != "moderator":
            assert acts_of_staff() == town.acts_of_staff, (role, route)
        transaction.set_rollback(True)
    cache.clear()
    return statuses


def test_nonsense_at_every_address_is_no_error_of_ours() -> None:
    town, chance = Town(), Random(13)
    for route, path in sorted(town.addresses.items()):
        for browser in town.browsers.values():
            with transaction.atomic():
                page = browser.get(path)
                transaction.set_rollback(True)
            if page.headers.get("Content-Type", "").startswith("text/html"):
                town.note_forms(path, page.content.decode())
            assert page.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, route
    assert KNOWN_FORMS - set(town.forms) == set()

    everywhere = [(role, route) for role in ROLES for route in sorted(town.addresses)]
    wanted, answers = of(len(everywhere), 80_000), Counter[int]()
    while answers.total() < wanted:
        for role, route in everywhere:
            answers.update(press(town, role, route, chance))
        mail.outbox.clear()
    for role in ROLES[1:]:
        assert town.browsers[role].get("/accounts/").status_code == HTTPStatus.OK, role
    report(
        f"{answers.total()} hostile requests, as four kinds of people at {len(town.addresses)} addresses: {dict(answers)}"
    )
