"""Nobody is addressed formally, or as a man, on public pages, pages of accounts and in their mails.

Staff are not addressed formally in the admin either.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import allauth
import django
import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from babel.messages.pofile import read_po
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client

from accounts.models import User
from config import library_words
from config.catalogues import LANGUAGES
from config.glossary_check import glossary, slips_in
from games.urls import public_pages
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_pages import FOR_GUESTS, FOR_PEOPLE, FOR_THE_CERTAIN, FOR_VISITORS
from tests.factories import with_factor

LIBRARIES = [
    *(Path(django.__file__).parent / "conf/locale").glob("en/LC_MESSAGES/django.po"),
    *(Path(django.__file__).parent / "contrib/auth/locale").glob("en/LC_MESSAGES/django.po"),
    *(Path(django.__file__).parent / "contrib/admin/locale").glob("en/LC_MESSAGES/django.po"),
    *(Path(allauth.__file__).parent / "locale").glob("en/LC_MESSAGES/django.po"),
]
MISTAKES_OF_VISITORS = [
    ("/accounts/login/", {}),
    ("/accounts/login/", {"login": "Ana", "password": "wrong"}),
    ("/accounts/login/", {"login": "ana@example.org", "password": "wrong"}),
    ("/accounts/signup/", {}),
    ("/accounts/signup/", {"username": "Ana", "email": "no address", "password1": "1234"}),
    ("/accounts/signup/", {"username": "Bo", "email": "bo@example.org", "password1": "password"}),
    ("/accounts/signup/", {"username": "Bo", "email": f"{'b' * 250}@example.org"}),
    ("/accounts/guest/", {}),
    ("/accounts/guest/", {"name": "B"}),
    ("/accounts/guest/", {"name": "B" * 30}),
    ("/accounts/guest/", {"name": "B\0o"}),
    ("/accounts/password/reset/", {"email": ""}),
    ("/accounts/password/reset/", {"email": "no address"}),
    ("/accounts/preferences/", {"language": "tlh"}),
]
MISTAKES_OF_PEOPLE = [
    ("/accounts/password/change/", {}),
    ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "12345678"}),
    ("/accounts/password/change/", {
        "oldpassword": PASSWORD, "password1": "a long new password", "password2": "another one"
    }),
    ("/accounts/email/", {"email": "no address", "action_add": ""}),
    ("/accounts/email/", {"email": "ana@example.org", "action_add": ""}),
    ("/accounts/reauthenticate/", {"password": "wrong"}),
    ("/accounts/2fa/totp/activate/", {"code": "wrong"}),
    ("/accounts/2fa/webauthn/add/", {"name": "", "credential": "no"}),
    ("/accounts/2fa/reauthenticate/", {"code": "wrong"}),
    ("/accounts/close/", {}),
]  # fmt: skip
MISTAKES_OF_GUESTS = [
    ("/accounts/keep/", {}),
    ("/accounts/keep/", {"email": "no address", "password": "password"}),
    ("/accounts/keep/", {"email": "p@example.org", "password": "Passer-by"}),
]


def said(html: str) -> str:
    """Return the words of a page that people see or hear."""
    html = re.sub(r"<(script|style|head)\b.*?</\1>", " ", html, flags=re.DOTALL)
    spoken = re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', html)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *spoken]))


def without_names(html: str) -> str:
    """Return the words of a page but those of the table of words, which has five languages."""
    return said(re.sub(r"<table\b.*?</table>", " ", html, flags=re.DOTALL))


def slips(language: str, text: str) -> list[str]:
    """Return formal words of address, and words that make a man or a woman of the reader."""
    formal = glossary().address[language].findall(text)
    return [*formal, *slips_in(language, "", text)]


def a_client(language: str, user: User | None = None) -> Client:
    client = Client(headers={"Accept-Language": language})
    if user:
        client.force_login(user)
    return client


def a_certain_client(language: str, user: User) -> Client:
    """A client that has just shown its password again; its person has recovery codes."""
    RecoveryCodes.activate(user)
    client = a_client(language, user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def pages(
    client: Client, paths: list[str], mistakes: list[tuple[str, dict[str, str]]]
) -> Iterator[tuple[str, str]]:
    """Yield every page as it is first seen, and as it answers mistakes."""
    for path in paths:
        yield path, client.get(path, follow=True).content.decode()
    for path, answers in mistakes:
        yield f"{path} {answers}", client.post(path, answers, follow=True).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_accounts_address_everybody_alike(language: str, ana: User, guest: User) -> None:
    seen = [
        *pages(a_client(language), FOR_VISITORS, MISTAKES_OF_VISITORS),
        *pages(a_certain_client(language, ana), FOR_PEOPLE + FOR_THE_CERTAIN, MISTAKES_OF_PEOPLE),
        *pages(a_client(language, guest), FOR_GUESTS, MISTAKES_OF_GUESTS),
    ]
    assert {re.findall(r'<html lang="(\w+)"', html)[0] for _path, html in seen} == {language}
    assert {path: found for path, html in seen if (found := slips(language, said(html)))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_pages_address_everybody_alike(language: str, db: None) -> None:
    """As rendered: an address may come from a text and the values put into it."""
    routes = [route for route in public_pages if "<" not in str(route.pattern)]
    assert len(routes) >= 12
    wrong = {}
    for route in routes:
        page = Client().get(f"/{language}/{route.pattern}", follow=True)
        assert page.status_code == 200
        if found := slips(language, without_names(page.content.decode())):
            wrong[str(route.pattern)] = found
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_mails_of_accounts_address_everybody_alike(language: str, ana: User) -> None:
    visitor = a_client(language)
    visitor.post("/accounts/signup/", {
        "username": "Bo", "email": "bo@example.org", "password1": "a long new password"
    })  # fmt: skip
    visitor.post("/accounts/logout/")
    for address in ("ana@example.org", "nobody@example.org"):
        visitor.post("/accounts/password/reset/", {"email": address})
    person = a_client(language, ana)
    person.post("/accounts/password/change/", {
        "oldpassword": PASSWORD,
        "password1": "a long new password",
        "password2": "a long new password",
    })  # fmt: skip
    assert len(mail.outbox) >= 4
    texts = [f"{each.subject}\n{each.body}" for each in mail.outbox]
    assert [found for text in texts if (found := slips(language, text))] == []


ADMIN = [
    "/admin/",
    "/admin/accounts/user/",
    "/admin/accounts/user/add/",
    "/admin/accounts/user/{pk}/change/",
    "/admin/accounts/user/{pk}/password/",
    "/admin/accounts/user/{pk}/history/",
    "/admin/auth/group/add/",
    "/admin/auth/group/{group}/change/",
    "/admin/auth/group/{group}/delete/",
    "/admin/games/lobby/",
    "/admin/games/game/",
    "/admin/password_change/",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_admin_addresses_staff_as_the_site_does(language: str, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    group = Group.objects.create(name="Helpers")
    client = a_client(language, with_factor(ana))
    paths = [path.format(pk=ana.pk, group=group.pk) for path in ADMIN]
    chosen = {"_selected_action": str(group.pk), "action": "delete_selected"}
    no_rows = {"preferences-TOTAL_FORMS": "0", "preferences-INITIAL_FORMS": "0"}
    mistakes: list[tuple[str, dict[str, str]]] = [
        ("/admin/accounts/user/add/", no_rows),
        ("/admin/password_change/", {"old_password": "wrong"}),
        ("/admin/auth/group/", chosen),
        ("/admin/auth/group/add/", {"name": "More helpers", "_addanother": "1"}),
        (f"/admin/auth/group/{group.pk}/change/", {"name": "Helpers too", "_continue": "1"}),
    ]
    seen = list(pages(client, paths, mistakes))
    assert {re.findall(r'<html lang="(\w+)"', html)[0] for _path, html in seen} == {language}
    address = glossary().address[language]
    assert {path: found for path, html in seen if (found := address.findall(said(html)))} == {}


@pytest.mark.parametrize(
    ("language", "planted"),
    [
        ("es", "<p>¿Ha olvidado su contraseña? ¿Ha indicado otra? No, ha indicado otra.</p>"),
        ("es", '<input placeholder="Introduzca un número">'),
        ("it", "<p>Inserisca la Sua password.</p>"),
        ("pl", "<p>Zapomniałeś hasła?</p>"),
        ("pl", "<p>Czy zapomniał Pan hasła?</p>"),
        ("nl", "<p>Bent u uw wachtwoord vergeten?</p>"),
    ],
)
def test_formal_address_on_a_page_is_found(language: str, planted: str) -> None:
    assert slips(language, said(planted))


def test_every_text_of_a_library_is_one_that_it_has_today() -> None:
    """A text that an upgrade has reworded would come back in the library's own translation."""
    assert len(LIBRARIES) == 4
    known = set()
    for path in LIBRARIES:
        with path.open("rb") as file:
            known |= {message.id for message in read_po(file)}
    assert {*library_words.TEXTS, *library_words.COUNTED} - known == set()
