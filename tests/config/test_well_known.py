"""Fixed addresses: where to report a fault, and where to change a password."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

pytestmark = pytest.mark.django_db

SECURITY = "/.well-known/security.txt"


def test_who_finds_a_fault_learns_where_to_report_it(settings: Any) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    response = Client().get(SECURITY)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"http://testserver{SECURITY}"
    assert fields["Preferred-Languages"].startswith("en")
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=90) < expires - timezone.now() < timedelta(days=365)


def test_without_an_address_there_is_no_file(settings: Any) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get(SECURITY).status_code == 404


def test_password_managers_find_where_to_change_a_password() -> None:
    response = Client().get("/.well-known/change-password")
    assert (response.status_code, response["Location"]) == (302, "/accounts/password/change/")
