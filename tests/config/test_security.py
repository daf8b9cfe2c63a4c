"""The security headers of every answer, and a content policy without gaps for inline code."""

import re

import pytest
from django.contrib.admindocs.views import extract_views_from_urlpatterns, simplify_regex
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import get_hasher
from django.test import Client
from django.urls import get_resolver
from pytest_django import Settings

from accounts.models import User
from config.settings import accounts
from tests.factories import with_factor


def directives(header: str) -> dict[str, list[str]]:
    """A Content-Security-Policy as a mapping."""
    return {part.split()[0]: part.split()[1:] for part in header.split(";") if part.strip()}


@pytest.mark.django_db
def test_policy_allows_only_what_is_our_own(client: Client) -> None:
    response = client.get("/admin/login/")
    policy = directives(response.headers["Content-Security-Policy"])
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == ["'self'"]
    assert policy["style-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'"]
    assert policy["form-action"] == ["'self'"]
    assert policy["img-src"] == ["'self'", "data:"]
    for none in ("frame-ancestors", "base-uri", "object-src"):
        assert policy[none] == ["'none'"]
    everything = response.headers["Content-Security-Policy"]
    assert "unsafe" not in everything
    assert "http" not in everything
    assert "*" not in everything
    assert "Content-Security-Policy-Report-Only" not in response.headers


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/players/%00/", "/lobbies/%00/", "/%00"])
def test_address_with_a_null_character_is_refused(client: Client, address: str) -> None:
    assert client.get(address).status_code == 400


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client: Client) -> None:
    for path, status in (("/admin/", 302), ("/no-such-page/", 404)):
        response = client.get(path)
        assert response.status_code == status
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["Referrer-Policy"] == "same-origin"
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in response.headers["Permissions-Policy"]
        assert "Content-Security-Policy" in response.headers


def every_address() -> list[str]:
    """Return all addresses of the site, with made-up arguments."""
    views = extract_views_from_urlpatterns(get_resolver().url_patterns)
    known = {"<int:step>": "1", "<int:round_>": "1", "<int:seat>": "1", "<id>": "1"}
    return [
        re.sub(r"<[^>]+>", lambda part: known.get(part[0], "nowhere"), simplify_regex(str(regex)))
        for _view, regex, _namespace, _name in views
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_answers_with_every_header_for_safety(
    client: Client, admin_client: Client, admin_user: User, settings: Settings, method: str
) -> None:
    with_factor(admin_user)
    settings.SECURE_HSTS_SECONDS = 1000
    addresses = [
        *every_address(),
        "/static/css/base.css",
        "/static/no-such.css",
        "/%00",
        "/nowhere",
    ]
    assert len(addresses) > 130
    seen = set()
    for who in (client, admin_client):
        for address in addresses:
            response = who.generic(method, address, secure=True)
            headers, where = response.headers, f"{method} {address} {response.status_code}"
            assert response.status_code < 500, where
            assert headers["Strict-Transport-Security"] == "max-age=1000", where
            assert headers["X-Content-Type-Options"] == "nosniff", where
            assert headers["X-Frame-Options"] == "DENY", where
            assert headers["Referrer-Policy"] == "same-origin", where
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", where
            # Pages of other sites may read the interface, for which cookies count for nothing.
            readers = "cross-origin" if address.startswith("/api/v1/") else "same-origin"
            assert headers["Cross-Origin-Resource-Policy"] == readers, where
            assert "camera=()" in headers["Permissions-Policy"], where
            assert "default-src 'none'" in headers["Content-Security-Policy"], where
            if address.startswith(("/accounts/", "/admin/")):
                # These pages hold personal data.
                assert re.search("no-store|private", headers["Cache-Control"]), where
            seen.add(response.status_code)
    assert seen >= ({200, 302, 404} if method == "GET" else {302, 400, 405})


def test_pictures_may_be_shown_beside_links_to_us(client: Client) -> None:
    for name in ("img/icon-512.png", "img/icon.svg"):
        response = client.get(f"/static/{name}")
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.django_db
def test_pages_of_the_admin_hold_nothing_the_policy_forbids(
    admin_client: Client, admin_user: User
) -> None:
    with_factor(admin_user)
    paths = ("/admin/", "/admin/accounts/user/", "/admin/accounts/user/add/")
    for path in paths:
        page = admin_client.get(path).content.decode()
        assert "<html" in page
        assert "<style" not in page
        assert " style=" not in page
        assert "onclick=" not in page


def test_static_files_come_with_their_type_and_without_permissions_for_other_sites(
    client: Client,
) -> None:
    response = client.get("/static/admin/css/base.css")
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/css")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in response.headers
    again = client.get("/static/admin/css/base.css", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_static_files_do_not_lead_outside_their_folders(client: Client) -> None:
    for path in ("/static/../manage.py", "/static/%2e%2e/manage.py", "/static//etc/passwd"):
        assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_passwords_are_kept_as_argon2id(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = accounts.PASSWORD_HASHERS
    user = get_user_model()(username="Ada")
    user.set_password("correct horse battery staple")
    assert get_hasher().algorithm == "argon2"
    assert user.password.startswith("argon2$argon2id$")
    assert user.check_password("correct horse battery staple")


def test_requests_are_never_mailed_or_printed_with_their_bodies(settings: Settings) -> None:
    used = {handler["class"] for handler in settings.LOGGING["handlers"].values()}
    assert used == {"logging.StreamHandler"}
    assert settings.LOGGING["loggers"]["django"]["handlers"] == []
